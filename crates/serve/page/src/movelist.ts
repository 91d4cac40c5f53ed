// The moves made, with the value over time as a small graph: branches are kept,
// mistakes are marked, and a click goes there.

import type { Rating } from "./api";
import { html, svg } from "./markup";
import { badge } from "./rating";
import { hidesValues, path, rated, state } from "./state";
import { goTo } from "./travel";
import * as words from "./words";

// The value for the first player, from -1 to 1: quick wins are farther out.
function height(rating: Rating, side: number): number | null {
  if (rating.value === null) return null;
  if (rating.value === "draw") return 0;
  const sign = (rating.value === "win") === (side === 0) ? 1 : -1;
  return sign * (0.35 + 0.65 / (1 + (rating.plies ?? 0) / 12));
}

// Which side made the move that leads to a position.
const maker = (id: number): number => {
  const { parent } = state.nodes[id];
  return state.nodes[parent]?.shown?.side ?? 0;
};

// What a position is worth to the first player: by its answer, or by the move to it.
function worthOf(id: number): number | null {
  const { shown, move } = state.nodes[id];
  if (shown) return height(shown, shown.side);
  return move ? height(move, maker(id)) : null;
}

function graph(ids: number[]): SVGElement {
  const step = Math.min(24, 300 / Math.max(1, ids.length - 1));
  const points = ids.map((id, ply) => ({ x: 8 + ply * step, value: worthOf(id), id }));
  const known = points.filter((point) => point.value !== null);
  const y = (value: number): number => 32 - value * 26;
  return svg("svg", { class: "graph", viewBox: `0 0 ${16 + (ids.length - 1) * step} 64`, role: "img", "aria-label": words.say("overTime"), preserveAspectRatio: "xMinYMid" },
    svg("line", { class: "axis", x1: 0, x2: 16 + (ids.length - 1) * step, y1: 32, y2: 32 }),
    svg("path", { class: "curve", d: known.map((point, n) => `${n ? "L" : "M"}${point.x} ${y(point.value!)}`).join("") }),
    ...known.map((point) => svg("circle", {
      class: `spot ${state.nodes[point.id].move?.mark ? "bad-spot" : ""} ${point.id === state.at ? "present" : ""}`,
      cx: point.x, cy: y(point.value!), r: point.id === state.at ? 4.5 : 2.5, "data-node": point.id, click: () => void goTo(point.id),
    })));
}

const MARKS: Record<string, words.Word> = { "??": "blunder", "?": "mistake", "~": "detour" };

function entry(id: number, number: string): HTMLElement {
  const { move } = state.nodes[id];
  const open = !hidesValues() && rated();
  const mark = open && move ? move.mark : "";
  return html("li", {}, html("button", {
    type: "button", class: `ply ${id === state.at ? "present" : ""} ${mark ? "marked" : ""}`, "data-node": id, click: () => void goTo(id),
    ...(id === state.at ? { "aria-current": "step" } : {}), ...(mark ? { title: words.say(MARKS[mark]) } : {}),
  }, html("small", {}, number), move?.move ?? words.say("start"), mark, open && move ? html("small", {}, ` ${badge(move)}`) : null));
}

export function movesMade(): HTMLElement | null {
  const ids = path();
  if (ids.length < 2 || state.puzzle) return null;
  const items: HTMLElement[] = [];
  ids.forEach((id, ply) => {
    items.push(entry(id, ply ? `${ply}. ` : ""));
    const others = state.nodes[state.nodes[id].parent]?.children.filter((child) => child !== id) ?? [];
    for (const other of others) items.push(html("li", { class: "branch" }, ...entry(other, `${ply}… `).childNodes));
  });
  return html("section", { class: "card", "aria-label": words.say("made") },
    html("h2", {}, words.say("made")),
    hidesValues() || !rated() ? null : graph(ids),
    html("ol", { class: "line", id: "made" }, ...items));
}
