// What the panels and buttons do.

import * as api from "./api";
import type { Move } from "./api";
import * as edit from "./edit";
import { render, renderBoard } from "./render";
import { type State, state } from "./state";
import { load, machineMoves, make, restart, ticket } from "./travel";

export const actions = {
  make: (move: Move): void => void make(move),
  preview(move: Move | null): void {
    state.preview = move;
    renderBoard();
  },
  set(change: Partial<State>): void {
    Object.assign(state, change);
    render();
    machineMoves();
  },
  open: (position: string): void => void restart(position),
  again: (): void => void load(),
  async line(): Promise<api.Line | null> {
    const question = ticket();
    state.line = "asked";
    render();
    const found = await api.line(state.game.game, state.steps[state.now].position).catch(() => null);
    if (question !== ticket()) return null;
    state.line = found?.line ?? "unknown";
    render();
    return found?.line ?? null;
  },
  async runLine(): Promise<void> {
    state.running = !state.running;
    if (!state.running) return render();
    const found = state.line && typeof state.line !== "string" ? state.line : await actions.line();
    for (const { move } of found?.moves ?? []) {
      const next = state.shown?.moves.find((one) => one.move === move);
      if (!state.running || !next) break;
      await make(next);
      await new Promise((done) => setTimeout(done, 700));
    }
    state.running = false;
    render();
  },
};

export function best(): void {
  const move = state.shown?.moves[0];
  if (move) void make(move);
}

export function beginEdit(): void {
  const { shown, steps, now } = state;
  const scene = shown?.scene ?? { pieces: [], links: [], mover: null, turn: 0 };
  state.draft = edit.begin(state.board, scene, steps[now].position);
  state.machine = null;
  if (!shown) void examine();
  render();
}

export async function examine(): Promise<void> {
  const { draft } = state;
  if (!draft) return;
  const text = draft.text;
  const before = draft.scene;
  await edit.examine(state.game.game, draft);
  if (state.draft !== draft) return;
  if (draft.text !== text) draft.scene = before; // changed meanwhile: another answer will come
  else render();
}
