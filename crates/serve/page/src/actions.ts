// What the panels and buttons do.

import * as api from "./api";
import type { Move } from "./api";
import * as edit from "./edit";
import { reducedMotion } from "./motion";
import { render, renderPreview } from "./render";
import { type State, here, rated, state } from "./state";
import { load, make, restart, ticket } from "./travel";

export const actions = {
  make: (move: Move): void => void make(move),
  preview(move: Move | null): void {
    if (state.preview === move) return;
    state.preview = move;
    renderPreview();
  },
  set(change: Partial<State>): void {
    Object.assign(state, change);
    render();
  },
  open: (position: string): void => void restart(position),
  again: (): void => void load(),
  async line(): Promise<api.Line | null> {
    const question = ticket();
    state.line = "asked";
    render();
    const found = await api.line(state.game!.game, here().position).catch(() => null);
    if (question !== ticket()) return null;
    state.line = found?.line ?? "unknown";
    render();
    return found?.line ?? null;
  },
  // Plays the main line; going elsewhere stops it.
  async runLine(most = Infinity): Promise<void> {
    if (state.running) return actions.set({ running: false });
    const found = state.line && typeof state.line !== "string" ? state.line : await actions.line();
    state.running = true;
    for (const { move } of (found?.moves ?? []).slice(0, most)) {
      const next = state.shown?.moves.find((one) => one.move === move);
      if (!state.running || !next) break;
      await make(next, true);
      const question = ticket();
      await new Promise((done) => setTimeout(done, reducedMotion() || most < Infinity ? 0 : 700));
      if (question !== ticket()) break;
    }
    state.running = false;
    render();
  },
};

export function best(): void {
  const move = state.shown?.moves[0];
  if (move && rated() && !state.puzzle && state.machine !== state.shown?.side) void make(move);
}

export function beginEdit(): void {
  const scene = state.shown?.scene ?? { pieces: [], links: [], mover: null, turn: 0 };
  state.draft = edit.begin(state.board, scene, here().position);
  Object.assign(state, { machine: null, running: false, puzzle: null, showValues: true });
  if (!state.shown) void examine();
  render();
}

export async function examine(): Promise<void> {
  const { draft } = state;
  if (!draft) return;
  const text = draft.text;
  const before = draft.scene;
  await edit.examine(state.game!.game, state.board, draft);
  if (state.draft !== draft) return;
  if (draft.text !== text) draft.scene = before; // changed meanwhile: another answer will come
  else render();
}
