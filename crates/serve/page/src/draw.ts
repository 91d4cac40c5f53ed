// The board as one SVG: cells, pieces, and moves with their values.

import type { Board, Move, Scene } from "./api";
import { RING_RADII, UNIT, colour, extent, place } from "./geometry";
import { svg } from "./markup";
import { drawCell, drawPiece, drawShared, slot } from "./pieces";
import { badge, best, worth } from "./rating";
import { sideName } from "./sides";
import * as words from "./words";

// So many moves at the most are all drawn with what they are worth.
const GLANCE = 8;

export interface View {
  board: Board;
  scene: Scene;
  // Moves to be shown and made; none while a position is set up.
  moves: Move[];
  // The cells chosen so far, in the order of a gesture.
  selected: number[];
  preview: Move | null;
  showValues: boolean;
  last: Move | null;
  // The cells that decided a finished game.
  decided: number[];
}

// The moves that a click on each cell begins or ends.
export function targets(view: View): Map<number, Move[]> {
  const found = new Map<number, Move[]>();
  const add = (cell: number, move: Move): void => {
    found.set(cell, [...(found.get(cell) ?? []), move]);
  };
  for (const move of view.moves) {
    const { kind, cells } = move.gesture;
    const ways = kind === "pair" ? [cells, [cells[1], cells[0]]] : [cells];
    for (const way of ways) {
      const next = view.selected.length;
      if (next < way.length && view.selected.every((cell, place) => way[place] === cell)) add(way[next], move);
    }
  }
  return found;
}

// A move that is named by a column is meant by every cell of it.
export function columnMove(view: View, cell: number): Move | undefined {
  const column = view.board.cells[cell].name.replace(/[0-9]+$/, "");
  return view.moves.find((move) => move.gesture.kind === "place" && move.move === column);
}

function badgeAt(view: View, cell: number): { x: number; y: number; scale: number } {
  const { x, y } = place(view.board, cell);
  const { form, size } = view.board.cells[cell];
  if (view.board.links) return { x: x + 33, y: y + 34, scale: 0.8 };
  if (form !== "ring") return { x: x + 31, y: y - 32, scale: 0.92 };
  const radius = size === 0 ? 0 : RING_RADII[size] * 0.71;
  return { x: x + radius, y: y - radius * (size === 1 ? -1 : 1), scale: 0.52 };
}

// Round for wins, square for draws, a diamond for losses: not by colour alone.
function drawBadge(move: Move, at: { x: number; y: number; scale: number }): SVGElement {
  const kind = worth(move);
  const shape = kind === "draw" || kind === "unknown"
    ? svg("rect", { x: -16, y: -14, width: 32, height: 28, rx: kind === "draw" ? 4 : 14 })
    : kind === "loss"
      ? svg("path", { d: "M0 -20L23 0L0 20L-23 0Z" })
      : svg("circle", { r: 17 });
  const text = badge(move);
  return svg("g", {
    class: `badge ${kind}`, "data-value": kind, "data-badge": text,
    transform: `translate(${at.x} ${at.y}) scale(${at.scale})`,
  }, shape, svg("text", { y: 5, "font-size": text.length > 2 ? 13 : 16 }, text));
}

export function drawArrow(view: View, move: Move, className: string): SVGElement | null {
  const { kind, cells } = move.gesture;
  const value = view.showValues ? worth(move) : "unknown";
  if (kind === "listed" || kind === "place") {
    if (kind !== "place") return null;
    const at = place(view.board, cells[0]);
    const { form, size } = view.board.cells[cells[0]];
    return svg("circle", { class: `${className} ${value}`, cx: at.x, cy: at.y, r: form === "ring" ? RING_RADII[size] : 42 });
  }
  const from = place(view.board, cells[0]);
  const to = place(view.board, cells[1]);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const short = kind === "pair" ? 20 : 24;
  const [dx, dy] = [((to.x - from.x) / length) * short, ((to.y - from.y) / length) * short];
  const head = kind !== "pair" ? `url(#head-${value})` : undefined;
  return svg("line", {
    class: `${className} ${value}`, "marker-end": head,
    x1: from.x + dx * 0.6, y1: from.y + dy * 0.6, x2: to.x - dx, y2: to.y - dy,
  });
}

function describe(view: View, cell: number, moves: Move[] | undefined): string {
  const { board, scene } = view;
  const here = scene.pieces.filter((piece) => piece.cell === cell).map((piece) => board.kinds[piece.kind]);
  const shared = scene.links.filter((link) => link.cells.includes(cell)).map((link) => board.kinds[link.kind]);
  const owner = (kind: (typeof board.kinds)[0]): string =>
    `${words.piece(kind)}, ${sideName(board, colour(kind) % 2)}`;
  const parts = [words.cell(board.cells[cell].name), ...[...here, ...shared].map(owner)];
  if (here.length + shared.length === 0) parts.push(words.say("empty"));
  if (view.selected.includes(cell)) parts.push(words.say("chosen"));
  if (moves && view.showValues) parts.push(words.value(best(moves)));
  return parts.join("; ");
}

export function drawBoard(view: View): SVGElement {
  const { board, scene } = view;
  const room = extent(board);
  const root = svg("svg", {
    class: "board", viewBox: `${room.left} ${room.top} ${room.width} ${room.height}`,
    role: "group", "aria-label": words.say("board"),
  });
  const heads = ["win", "draw", "loss", "unknown"].map((kind) =>
    svg("marker", { id: `head-${kind}`, class: `head ${kind}`, viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.6, markerHeight: 3.6, orient: "auto" },
      svg("path", { d: "M0 0L10 5L0 10z" })));
  root.append(svg("defs", {}, ...heads));
  const found = targets(view);

  for (const [from, to] of board.lines) {
    const [a, b] = [place(board, from), place(board, to)];
    root.append(svg("line", { class: "way", x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
  }

  // Larger rings first, so that smaller ones can be clicked.
  const order = board.cells.map((_, cell) => cell).sort((a, b) => board.cells[b].size - board.cells[a].size);
  const tops = svg("g", { class: "over" });
  for (const cell of order) {
    const at = place(board, cell);
    const moves = found.get(cell);
    const { form, size, name } = board.cells[cell];
    const classes = ["cell", `form-${form}`];
    if (moves || columnMove(view, cell)) classes.push("open");
    if (view.selected.includes(cell)) classes.push("selected");
    if (view.last?.gesture.cells.includes(cell)) classes.push("last");
    if (view.decided.includes(cell)) classes.push("decided");
    if (moves && view.showValues) classes.push(`best-${worth(best(moves))}`);
    const group = svg("g", {
      class: classes.join(" "), transform: `translate(${at.x} ${at.y})`, "data-cell": cell, "data-name": name,
      role: "button", tabindex: -1, "aria-label": describe(view, cell, moves),
    }, ...drawCell(board.cells[cell]));
    const here = scene.pieces.filter((piece) => piece.cell === cell);
    here.forEach((piece, level) => {
      const kind = board.kinds[piece.kind];
      const drawn = drawPiece(board, kind, colour(kind), size, level, here.length);
      if (form === "cube") drawn.setAttribute("transform", "translate(0 -5)");
      group.append(drawn);
    });
    if (form === "point") group.append(svg("text", { class: "name", x: 14, y: 30, "font-size": 11 }, name));
    if (form === "square") group.append(svg("text", { class: "name", x: -45, y: 45, "font-size": 11 }, name));
    if (form === "cube") group.append(svg("text", { class: "name", x: -39, y: 36, "font-size": 9.5 }, name));
    if (form === "ring" && size === 2) group.append(svg("text", { class: "name", x: -47, y: 47, "font-size": 9 }, name.replace(/[A-Z]$/, "")));
    root.append(group);
    if (moves && view.showValues) {
      tops.append(drawBadge(best(moves), badgeAt(view, cell)));
    } else if (moves && view.selected.length > 0) tops.append(svg("circle", { class: "dot", cx: at.x, cy: at.y, r: 12 }));
  }
  for (const link of scene.links) {
    const kind = board.kinds[link.kind];
    const ends = link.cells.map((cell) => {
      const at = place(board, cell);
      const off = slot(link.kind);
      return { x: at.x + off.x, y: at.y + off.y };
    });
    const middle = { x: (ends[0].x + ends[1].x) / 2 + (ends[1].y - ends[0].y) * 0.14, y: (ends[0].y + ends[1].y) / 2 - (ends[1].x - ends[0].x) * 0.14 };
    const side = colour(kind);
    root.append(svg("path", { class: `bond side-${side}`, d: `M${ends[0].x} ${ends[0].y}Q${middle.x} ${middle.y} ${ends[1].x} ${ends[1].y}` }));
    for (const end of ends) {
      const mark = drawShared(kind, side);
      mark.setAttribute("transform", `translate(${end.x} ${end.y})`);
      root.append(mark);
    }
  }
  if (view.selected.length === 1) {
    for (const move of [...found.values()].flat()) {
      const arrow = drawArrow(view, move, "arrow");
      if (arrow && board.width * board.height < 60) root.append(arrow);
    }
  }
  // Few moves: what every target is worth can be seen at once.
  if (view.selected.length === 0 && view.showValues && view.moves.length <= GLANCE && view.moves.every((move) => move.gesture.kind === "arrow")) {
    for (const move of view.moves) {
      const arrow = drawArrow(view, move, "arrow glance");
      const at = place(board, move.gesture.cells[1]);
      const from = place(board, move.gesture.cells[0]);
      const length = Math.hypot(at.x - from.x, at.y - from.y) || 1;
      if (arrow) root.append(arrow, drawBadge(move, { x: at.x - ((at.x - from.x) / length) * 34, y: at.y - ((at.y - from.y) / length) * 34, scale: 0.62 }));
    }
  }
  if (view.preview) {
    const arrow = drawArrow(view, view.preview, "arrow preview");
    if (arrow) root.append(arrow);
  }
  root.append(tops);
  root.setAttribute("style", `--ratio: ${room.width / room.height}; --cells: ${room.width / UNIT}`);
  return root;
}
