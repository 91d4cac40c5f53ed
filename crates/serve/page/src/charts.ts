// Statistics as charts. Each has its figures in a table beneath it, and the
// three values have patterns of their own beside their colours.

import type { Counts, Outcome, Statistics } from "./api";
import { html, svg } from "./markup";
import * as words from "./words";

const OUTCOMES: Outcome[] = ["win", "draw", "loss"];

function patterns(): SVGElement {
  return svg("defs", {},
    svg("pattern", { id: "fill-draw", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { class: "draw-fill", width: 6, height: 6 }), svg("rect", { class: "ink", width: 1.6, height: 6 })),
    svg("pattern", { id: "fill-loss", width: 5, height: 5, patternUnits: "userSpaceOnUse" },
      svg("rect", { class: "loss-fill", width: 5, height: 5 }), svg("circle", { class: "ink", cx: 2.5, cy: 2.5, r: 1 })));
}

const total = (counts: Counts): number => counts.win + counts.draw + counts.loss;

function figures(head: string[], rows: (string | number)[][]): HTMLElement {
  const cell = (value: string | number): HTMLElement =>
    html("td", {}, typeof value === "number" ? words.number(value) : value);
  return html("details", {}, html("summary", {}, words.say("data")),
    html("div", { class: "scroll" }, html("table", {},
      html("thead", {}, html("tr", {}, ...head.map((name) => html("th", { scope: "col" }, name)))),
      html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map(cell)))))));
}

function chart(title: string, label: string, width: number, height: number, parts: SVGElement[], table: HTMLElement): HTMLElement {
  const picture = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, patterns(), ...parts);
  return html("figure", {}, html("figcaption", {}, title), picture, table);
}

// Bars upwards for wins and downwards for losses, by distance.
function byPlies(rows: NonNullable<Statistics["by_plies"]>): HTMLElement {
  const longest = Math.max(1, ...rows.map((row) => row.plies));
  const most = Math.log10(Math.max(2, ...rows.map((row) => row.positions)) + 1);
  const [width, half] = [640, 110];
  const step = (width - 40) / (longest + 1);
  const bar = (row: (typeof rows)[0]): SVGElement => {
    const tall = Math.max(2, (Math.log10(row.positions + 1) / most) * (half - 14));
    const up = row.value === "win";
    const mark = svg("rect", {
      class: `bar ${row.value}`, x: 36 + row.plies * step, width: Math.max(1, step - 1.5),
      y: up ? half - tall : half + 1, height: tall,
    });
    mark.append(svg("title", {}, `${words.value(row)}: ${words.number(row.positions)}`));
    return mark;
  };
  const every = [1, 2, 5, 10, 20, 50].find((n) => n * step > 26) ?? 100;
  const ticks: SVGElement[] = [];
  for (let plies = 0; plies <= longest; plies += every) {
    ticks.push(svg("text", { class: "tick", x: 36 + (plies + 0.5) * step, y: 2 * half + 14, "text-anchor": "middle" }, String(plies)));
  }
  const parts = [
    svg("line", { class: "axis", x1: 34, x2: width, y1: half + 0.5, y2: half + 0.5 }), ...rows.map(bar), ...ticks,
    svg("text", { class: "tick", x: 2, y: half - 40 }, words.say("win")),
    svg("text", { class: "tick", x: 2, y: half + 48 }, words.say("loss")),
  ];
  const title = `${words.say("byPlies")} (${words.say("plies")}, ${words.say("logarithmic")})`;
  const table = figures([words.say("plies"), "", words.say("positions")], rows.map((row) => [row.plies, words.say(row.value), row.positions]));
  return chart(title, title, width, 2 * half + 20, parts, table);
}

// One bar for each row, divided by value.
function shares(title: string, rows: (Counts & { name: string })[]): HTMLElement {
  const shown = rows.filter((row) => total(row) > 0);
  const high = shown.length > 40 ? 8 : 18;
  const longest = Math.max(0, ...shown.map((row) => row.name.length));
  const [width, left] = [640, Math.min(220, 14 + longest * 6.6)];
  const parts: SVGElement[] = [];
  shown.forEach((row, line) => {
    const y = line * (high + 3);
    if (high > 10) parts.push(svg("text", { class: "tick", x: left - 6, y: y + high - 5, "text-anchor": "end" }, row.name));
    let x = left;
    for (const outcome of OUTCOMES) {
      const wide = (row[outcome] / total(row)) * (width - left);
      if (wide > 0) {
        const mark = svg("rect", { class: `bar ${outcome}`, x, y, width: wide, height: high });
        mark.append(svg("title", {}, `${row.name}: ${words.say(outcome)} ${words.number(row[outcome])} (${((100 * row[outcome]) / total(row)).toFixed(1)}%)`));
        parts.push(mark);
      }
      x += wide;
    }
  });
  const table = figures([title, ...OUTCOMES.map((outcome) => words.say(outcome))], rows.map((row) => [row.name, row.win, row.draw, row.loss]));
  return chart(`${title} (${words.say("share")})`, title, width, Math.max(20, shown.length * (high + 3)), parts, table);
}

// Two keys make a grid: the share of each value in each class.
function grid(title: string, keys: string[], rows: (Counts & { key: number[] })[]): HTMLElement {
  const values = (place: number): number[] => [...new Set(rows.map((row) => row.key[place]))].sort((a, b) => a - b);
  const [down, across] = [values(0), values(1)];
  const size = Math.min(46, 560 / Math.max(1, across.length));
  const parts: SVGElement[] = [];
  for (const row of rows) {
    if (total(row) === 0) continue;
    const x = 60 + across.indexOf(row.key[1]) * size;
    const y = 22 + down.indexOf(row.key[0]) * size;
    let low = y + size - 2;
    const mark = svg("g", {});
    for (const outcome of OUTCOMES) {
      const tall = (row[outcome] / total(row)) * (size - 2);
      low -= tall;
      if (tall > 0) mark.append(svg("rect", { class: `bar ${outcome}`, x, y: low, width: size - 2, height: tall }));
    }
    const list = OUTCOMES.map((outcome) => `${words.say(outcome)} ${words.number(row[outcome])}`).join(", ");
    mark.append(svg("title", {}, `${words.className(keys[0])} ${row.key[0]}, ${words.className(keys[1])} ${row.key[1]}: ${list}`));
    parts.push(mark);
  }
  down.forEach((key, line) => parts.push(svg("text", { class: "tick", x: 54, y: 22 + line * size + size / 2 + 4, "text-anchor": "end" }, String(key))));
  across.forEach((key, column) => parts.push(svg("text", { class: "tick", x: 60 + column * size + size / 2, y: 15, "text-anchor": "middle" }, String(key))));
  const table = figures([...keys.map(words.className), ...OUTCOMES.map((outcome) => words.say(outcome))], rows.map((row) => [...row.key, row.win, row.draw, row.loss]));
  const name = `${title}: ${words.className(keys[0])} ↓, ${words.className(keys[1])} →`;
  return chart(name, name, 640, 26 + down.length * size, parts, table);
}

export function charts(found: Statistics): HTMLElement[] {
  const all = total(found.total);
  const share = (count: number): string => ` ${words.number(count)} (${((100 * count) / Math.max(1, all)).toFixed(2)}%)`;
  const parts: HTMLElement[] = [
    html("p", {}, `${words.number(all)} ${words.say(found.counted === "stored" ? "stored" : "counted")}`),
    html("p", { class: "totals" }, ...OUTCOMES.map((outcome) =>
      html("span", { class: `total ${outcome}` }, html("b", {}, words.say(outcome)), share(found.total[outcome])))),
  ];
  for (const [word, longest] of [["longestWin", found.longest_win], ["longestLoss", found.longest_loss]] as const) {
    if (longest) {
      parts.push(html("p", {}, `${words.say(word)}: ${longest.plies} ${words.say("plies")} `,
        html("button", { class: "link", "data-open": longest.position }, longest.position)));
    }
  }
  if (found.by_plies) parts.push(byPlies(found.by_plies));
  parts.push(shares(words.say("byLayer"), found.by_layer.map((row) => ({ ...row, name: words.layer(row.layer) }))));
  for (const table of found.tables) {
    const title = `${words.say("byClass")}: ${words.className(table.name)}`;
    if (table.keys.length === 2) parts.push(grid(title, table.keys, table.rows));
    else parts.push(shares(title, table.rows.map((row) => ({ ...row, name: row.key.join(", ") }))));
  }
  return parts;
}
