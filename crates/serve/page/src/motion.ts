// Moves are seen to be made: a piece slides from where it was, unless the
// person wants no motion.

import type { Board, Move } from "./api";
import { place } from "./geometry";

export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

const TIMING: KeyframeAnimationOptions = { duration: 220, easing: "ease-out" };

function slide(element: Element | null, dx: number, dy: number): void {
  if (!element || (dx === 0 && dy === 0)) return;
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }], TIMING);
}

const contents = (root: Element, cell: number): Element[] => [...root.querySelectorAll(`[data-cell="${cell}"] > .piece`)];

export function animate(root: Element, board: Board, move: Move): void {
  if (reducedMotion()) return;
  const { kind, cells } = move.gesture;
  const [from, to] = cells;
  if (kind === "place" || kind === "pair") {
    for (const cell of cells) {
      contents(root, cell).pop()?.animate([{ opacity: 0, scale: 0.4 }, { opacity: 1, scale: 1 }], TIMING);
    }
    return;
  }
  if (kind === "listed") return;
  const [a, b] = [place(board, from), place(board, to)];
  if (board.cells[from].form === "cube") {
    // The cubes of the line make room; the one taken comes in at its end.
    const steps = Math.round(Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y)) / 100);
    const [dx, dy] = [(b.x - a.x) / steps, (b.y - a.y) / steps];
    board.cells.forEach((_, cell) => {
      const at = place(board, cell);
      const along = ((at.x - a.x) * dx + (at.y - a.y) * dy) / 10_000;
      const onLine = (at.x - a.x) * dy === (at.y - a.y) * dx && along >= 0 && along <= steps;
      if (onLine) contents(root, cell).forEach((piece) => slide(piece, dx, dy));
    });
    return;
  }
  slide(contents(root, to).pop() ?? null, a.x - b.x, a.y - b.y);
}
