// Where cells are on the screen. Positions may be seen by the side to move;
// the screen always shows the board as the first player sees it.

import type { Board, Kind } from "./api";

export const UNIT = 100;

export interface Point { x: number; y: number }

export function place(board: Board, cell: number, second: boolean): Point {
  const { x, y } = board.cells[cell];
  if (second && board.view === "upside_down") return { x: x * UNIT, y: (board.height - y) * UNIT };
  if (second && board.view === "half_turn") return { x: (board.width - x) * UNIT, y: (board.height - y) * UNIT };
  if (second && board.view === "transposed") {
    return { x: (board.height - y) * UNIT, y: (board.width - x) * UNIT };
  }
  return { x: x * UNIT, y: y * UNIT };
}

// The colour of a kind: 0 and 2 for the first player, 1 and 3 for the second.
export function colour(board: Board, kind: Kind, second: boolean): number {
  return board.view !== "fixed" && second ? kind.side ^ 1 : kind.side;
}

// Room for all cells, whoever is to move.
export function extent(board: Board): { left: number; top: number; width: number; height: number } {
  const points: Point[] = [];
  for (const second of board.view === "fixed" ? [false] : [false, true]) {
    board.cells.forEach((_, cell) => points.push(place(board, cell, second)));
  }
  const margin = UNIT * 0.56;
  const left = Math.min(...points.map((p) => p.x)) - margin;
  const top = Math.min(...points.map((p) => p.y)) - margin;
  const right = Math.max(...points.map((p) => p.x)) + margin;
  const bottom = Math.max(...points.map((p) => p.y)) + margin;
  return { left, top, width: right - left, height: bottom - top };
}

// The way a piece of a colour goes, in degrees; 0 is up.
export function heading(board: Board, colour: number): number {
  if (colour % 2 === 0) return 0;
  return board.view === "transposed" ? 90 : board.view === "upside_down" || board.view === "half_turn" ? 180 : 0;
}

export const RING_RADII = [11, 25, 40];

// The nearest cell in a direction, for the arrow keys.
export function neighbour(board: Board, from: number, second: boolean, dx: number, dy: number): number {
  const here = place(board, from, second);
  let best = from;
  let least = Infinity;
  board.cells.forEach((cell, to) => {
    const there = place(board, to, second);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    // Rings of one square share their centre: going on leads from one to the next.
    const same = along === 0 && across === 0 && cell.form === "ring";
    const step = cell.size - board.cells[from].size;
    const distance = same ? (step === dx + dy ? 1 : Infinity) : along > 0 ? along + 3 * across + cell.size / 100 : Infinity;
    if (to !== from && distance < least) [best, least] = [to, distance];
  });
  return best;
}
