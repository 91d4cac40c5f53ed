// The visit outlives a reload: the moves made, and whom the machine plays.

import { type State, state } from "./state";

const NAME = "kaiketsu-visit";

export function remember(): void {
  if (!state.game || state.puzzle) return;
  const { nodes, at, machine, strength, showValues } = state;
  const visit = { game: state.game.game, nodes: nodes.map((node) => ({ ...node, shown: null })), at, machine, strength, showValues };
  try { sessionStorage.setItem(NAME, JSON.stringify(visit)); } catch { /* full or forbidden: a reload begins anew */ }
}

export function forget(): void {
  try { sessionStorage.removeItem(NAME); } catch { /* nothing was kept */ }
}

// What was kept, if it is this game at this position.
export function restore(game: string, position: string | null): Partial<State> | null {
  try {
    const visit = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    if (visit?.game !== game || !position || visit.nodes[visit.at].position !== position) return null;
    const { nodes, at, machine, strength, showValues } = visit;
    return { nodes, at, machine, strength, showValues };
  } catch {
    return null;
  }
}
