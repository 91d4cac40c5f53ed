// Pieces and cells in SVG. Each is drawn about (0, 0) in units of UNIT.

import type { Board, Cell, Kind } from "./api";
import { RING_RADII, heading } from "./geometry";
import { svg } from "./markup";
import * as words from "./words";

export function drawCell(cell: Cell): SVGElement[] {
  switch (cell.form) {
    case "cube":
      return [
        svg("rect", { class: "cube-side", x: -47, y: -44, width: 94, height: 94, rx: 13 }),
        svg("rect", { class: "cube-face", x: -47, y: -48, width: 94, height: 92, rx: 13 }),
        svg("rect", { class: "cube-light", x: -41, y: -43, width: 82, height: 81, rx: 9 }),
      ];
    case "ring": {
      const radius = RING_RADII[cell.size];
      return [
        svg("circle", { class: "ring-place", r: radius, "stroke-width": 3 }),
        svg("circle", { class: "ring-hit", r: cell.size === 0 ? radius / 2 + 3 : radius, "stroke-width": cell.size === 0 ? radius + 6 : 14 }),
      ];
    }
    case "exit":
      return [svg("rect", { class: "exit", x: -43, y: -43, width: 86, height: 86, rx: 20 })];
    case "point":
      return [svg("circle", { class: "ring-hit", r: 38 }), svg("circle", { class: "point", r: 9 })];
    default:
      return [svg("rect", { class: "square", x: -50, y: -50, width: 100, height: 100 })];
  }
}

const cross = (size: number, width: number): SVGElement =>
  svg("path", {
    class: "stroke", "stroke-width": width,
    d: `M${-size} ${-size}L${size} ${size}M${size} ${-size}L${-size} ${size}`,
  });

const nought = (size: number, width: number): SVGElement =>
  svg("circle", { class: "stroke", "stroke-width": width, r: size * 1.1 });

// The sign of a player: crosses for the first, noughts for the second.
export const sign = (colour: number, size: number, width: number): SVGElement =>
  colour % 2 === 0 ? cross(size, width) : nought(size, width);

// A piece of a colour; `level` counts the pieces under it, `of` all of its cell.
export function drawPiece(board: Board, kind: Kind, colour: number, ringSize: number, level: number, of: number): SVGElement {
  const group = svg("g", { class: `piece side-${colour}` });
  const label = (x: number, y: number, size: number): void => {
    if (kind.label) group.append(svg("text", { class: "label", x, y, "font-size": size }, words.label(kind)));
  };
  switch (kind.form) {
    case "cross":
    case "nought":
      group.append(sign(colour, 25, 11));
      label(38, 42, 24);
      break;
    case "disc": {
      const y = 8 + (of - 1) * 9 - level * 21;
      group.append(
        svg("path", { class: "disc-side", d: `M-33 ${y}v13a33 15 0 0 0 66 0v-13z` }),
        svg("ellipse", { class: "disc-top", cx: 0, cy: y, rx: 33, ry: 15 }),
      );
      const mark = colour % 2 === 0
        ? svg("ellipse", { class: "disc-mark full", cx: 0, cy: y, rx: 11, ry: 5 })
        : svg("ellipse", { class: "disc-mark", cx: 0, cy: y, rx: 19, ry: 8 });
      group.append(mark);
      break;
    }
    case "arrow": {
      const turned = svg("g", { transform: `rotate(${heading(board, colour)})` });
      turned.append(svg("path", { class: "wedge", d: "M0 -36L31 8Q34 14 28 18L14 26Q0 33 -14 26L-28 18Q-34 14 -31 8Z" }));
      if (kind.label) turned.append(svg("text", { class: "wedge-letter", y: 17, "font-size": 30 }, words.label(kind)));
      else turned.append(colour % 2 === 0
        ? svg("circle", { class: "wedge-mark full", r: 8, cy: 2 })
        : svg("circle", { class: "wedge-mark", r: 10, cy: 2 }));
      // Several in a hand lie side by side.
      const aside = (level - (of - 1) / 2) * 26;
      group.append(svg("g", { transform: `translate(${aside} 0)` }, turned));
      break;
    }
    case "ring": {
      const radius = RING_RADII[ringSize];
      group.append(ringSize === 0
        ? svg("circle", { class: "disc-top", r: radius })
        : svg("circle", { class: "ring", r: radius, "stroke-width": 9 }));
      const at = ringSize === 0 ? { x: 0, y: 0 } : { x: -radius * 0.71, y: -radius * 0.71 };
      group.append(svg("text", { class: "ring-letter", x: at.x, y: at.y + 3.4, "font-size": 10 }, kind.label));
      break;
    }
    default:
      group.append(svg("text", { class: "letter", y: 15, "font-size": 44 }, kind.symbol));
  }
  return group;
}

// A mark shared between two cells: small, with its number, in a slot of its own.
export function drawShared(kind: Kind, colour: number): SVGElement {
  return svg("g", { class: `piece shared side-${colour}` }, sign(colour, 7.5, 3.6),
    svg("text", { class: "label", x: 13, y: 12, "font-size": 12 }, kind.label));
}

// The places of shared marks in a cell: three by three, clear of name and value.
export const slot = (number: number): { x: number; y: number } => ({
  x: (number % 3) * 29 - 34,
  y: Math.floor(number / 3) * 25 - 33,
});
