// Clicks and keys on the board: choosing cells until they are a move.

import { best, examine } from "./actions";
import type { Move } from "./api";
import { columnMove, targets } from "./draw";
import * as edit from "./edit";
import { neighbour } from "./geometry";
import type { Hands } from "./hands";
import { byId } from "./markup";
import { render, renderBoard } from "./render";
import { state, view } from "./state";
import { back, forward, goTo, make } from "./travel";

function chooseCell(cell: number): void {
  state.focus = cell;
  if (state.draft) {
    edit.click(state.board, state.draft, cell);
    render();
    void examine();
    return;
  }
  const whole = (moves: Move[] | undefined, chosen: number): Move | undefined =>
    moves?.find((move) => move.gesture.cells.length === chosen + 1);
  const moves = targets(view()).get(cell);
  const made = whole(moves, state.selected.length) ?? columnMove(view(), cell);
  if (made) return void make(made);
  const free = targets({ ...view(), selected: [] }).get(cell);
  // A cell that leads on, a new beginning, or the end of choosing.
  if (moves) state.selected = [...state.selected, cell];
  else {
    const single = whole(free, 0);
    if (single) return void make(single);
    state.selected = free && !state.selected.includes(cell) ? [cell] : [];
  }
  renderBoard();
}

function letGo(): void {
  state.selected = [];
  if (state.draft) state.draft.from = null;
  if (state.game) renderBoard();
}

// Keys that go through the game do nothing while a position is set up.
const unlessEditing = (go: () => void) => (): void => {
  if (!state.draft && state.game) go();
};

export const hands: Hands = {
  choose(cell, byPointer) {
    chooseCell(cell);
    if (byPointer) byId("board").querySelector<SVGElement>(`[data-cell="${state.focus}"]`)?.focus({ preventScroll: true });
  },
  // A drag that ends on another cell: from here to there.
  drag(from, to) {
    if (state.draft) return;
    state.selected = [];
    const begins = targets(view()).get(from)?.some((move) => move.gesture.cells.length > 1);
    if (!begins) return;
    state.selected = [from];
    if (targets(view()).has(to)) chooseCell(to);
    else letGo();
  },
  walk(cell, dx, dy) {
    state.focus = neighbour(state.board, cell, dx, dy);
    renderBoard(true);
  },
  letGo,
  back: unlessEditing(back),
  forward: unlessEditing(forward),
  start: unlessEditing(() => void goTo(0)),
  best: unlessEditing(best),
};
