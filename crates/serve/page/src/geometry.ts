// Where cells are on the screen: the board as the first player sees it.

import type { Board, Kind } from "./api";

export const UNIT = 100;

export interface Point { x: number; y: number }

export const place = (board: Board, cell: number): Point => ({ x: board.cells[cell].x * UNIT, y: board.cells[cell].y * UNIT });

// The colour of a kind: 0 and 2 for the first player, 1 and 3 for the second.
export const colour = (kind: Kind): number => kind.side;

// Room for all cells.
export function extent(board: Board): { left: number; top: number; width: number; height: number } {
  const points = board.cells.map((_, cell) => place(board, cell));
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
export function neighbour(board: Board, from: number, dx: number, dy: number): number {
  const here = place(board, from);
  let best = from;
  let least = Infinity;
  board.cells.forEach((cell, to) => {
    const there = place(board, to);
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
