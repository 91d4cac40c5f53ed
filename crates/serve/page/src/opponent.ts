// The machine's moves in a game against it.

import { choose } from "./rating";
import { remember } from "./session";
import { here, state } from "./state";
import { goTo, make, restart, ticket } from "./travel";
import { render } from "./render";
import { reducedMotion } from "./motion";

export function machineMoves(): void {
  const { shown, machine } = state;
  if (machine === null || !shown || shown.over || shown.side !== machine || state.draft || state.puzzle) return;
  const now = ticket();
  setTimeout(() => {
    if (now === ticket() && state.machine === machine && !state.draft) void make(choose(shown.moves, state.strength, Math.random), true);
  }, reducedMotion() ? 50 : 500);
}

// Begins a game against the machine, or goes back to exploring.
export function challenge(machine: 0 | 1 | null): void {
  Object.assign(state, { machine, showValues: machine === null, selected: [], running: false });
  // A position that is over is no place to begin.
  if (machine !== null && state.shown?.over) return void restart(state.game!.start);
  remember();
  render();
  machineMoves();
}

// The same again with the sides exchanged.
export function rematch(): void {
  state.machine = state.machine === 0 ? 1 : 0;
  let root = state.at;
  while (state.nodes[root].parent >= 0) root = state.nodes[root].parent;
  if (state.nodes[root].position === here().position) return void restart(state.game!.start);
  void goTo(root);
}
