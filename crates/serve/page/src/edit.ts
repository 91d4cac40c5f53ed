// Setting up a position: cells are filled by hand, the board says how that is
// written, and the server says whether it is a position of the game.

import * as api from "./api";
import type { Board, Scene } from "./api";
import { colour } from "./geometry";
import { html, svg } from "./markup";
import { drawPiece, drawShared } from "./pieces";
import { sideName } from "./sides";
import * as words from "./words";

export interface Draft {
  scene: Scene;
  // The side to move, where the text has to say it.
  side: 0 | 1 | null;
  text: string;
  // The kind that a click puts down; none takes away.
  kind: number | null;
  // Whether the piece goes on two cells, and the first of them.
  shared: boolean;
  from: number | null;
  problem: string | null;
}

const SIDES = ["first:", "second:"];

const sideOf = (text: string): 0 | 1 | null => (text.startsWith(SIDES[0]) ? 0 : text.startsWith(SIDES[1]) ? 1 : null);

export function begin(board: Board, scene: Scene, text: string): Draft {
  return { scene: structuredClone(scene), side: sideOf(text), text, kind: board.kinds.length < 20 ? 0 : null, shared: false, from: null, problem: null };
}

// The text of what was put down, with the side to move where it has to be said.
function write(board: Board, draft: Draft): string {
  const text = writeScene(board, draft.scene);
  return text === null ? draft.text : `${draft.side === null ? "" : SIDES[draft.side]}${text}`;
}

function writeScene(board: Board, scene: Scene): string | null {
  if (board.text.length === 0) return null;
  const symbols = (cell: number): string =>
    scene.pieces.filter((piece) => piece.cell === cell).map((piece) => board.kinds[piece.kind].symbol).join("");
  const links = [...scene.links].sort((a, b) => a.kind - b.kind).map((link) =>
    `,${board.kinds[link.kind].symbol}=${link.cells.map((cell) => board.cells[cell].name).join("")}`);
  return board.text.map((part) => {
    if (part === "turn") return board.turns[scene.turn ?? 0].symbol;
    if (part === "links") return links.join("");
    if ("hands" in part) {
      const held = part.hands.map((hand) => symbols(hand.cell)).join("");
      return held && `+${held}`;
    }
    return "cell" in part ? symbols(part.cell) || board.empty : part.letters;
  }).join("");
}

// What a click on a cell does.
export function click(board: Board, draft: Draft, cell: number): void {
  const { scene, kind } = draft;
  const hand = handOf(board, cell);
  if (board.cells[cell].form === "exit" && !hand) return;
  const here = scene.pieces.filter((piece) => piece.cell === cell);
  const without = scene.pieces.filter((piece) => piece.cell !== cell);
  if (kind === null) {
    const shared = scene.links.filter((link) => link.cells.includes(cell));
    if (here.length > 0) scene.pieces = [...without, ...here.slice(0, -1)];
    else if (shared.length > 0) scene.links = scene.links.filter((link) => link !== shared[shared.length - 1]);
  } else if (hand) {
    // A hand holds its own kind: each click is one more.
    scene.pieces = [...scene.pieces, { cell, kind: hand.kind }];
  } else if (draft.shared) {
    if (draft.from === null) draft.from = cell;
    else {
      if (draft.from !== cell) {
        scene.links = [...scene.links.filter((link) => link.kind !== kind), { cells: [draft.from, cell].sort((a, b) => a - b), kind }];
      }
      draft.from = null;
    }
  } else if (board.stack > 1) {
    if (here.length < board.stack) scene.pieces = [...without, ...here, { cell, kind }];
  } else {
    const same = here.some((piece) => piece.kind === kind);
    scene.pieces = same ? without : [...without, { cell, kind }];
  }
  draft.text = write(board, draft);
}

// The place for pieces in hand that a cell is.
function handOf(board: Board, cell: number): { cell: number; kind: number } | undefined {
  return board.text.flatMap((part) => (typeof part === "object" && "hands" in part ? part.hands : [])).find((hand) => hand.cell === cell);
}

// What can be said of a scene without the rules: more pieces than the game starts with.
function miscount(board: Board, draft: Draft, start: Scene): string | null {
  const count = (scene: Scene, letter: string): number =>
    scene.pieces.filter((piece) => board.kinds[piece.kind].symbol === letter).length;
  if (board.text.some((part) => typeof part === "object" && "hands" in part)) return null; // captured pieces change sides
  for (const { symbol } of board.kinds) {
    const [found, most] = [count(draft.scene, symbol), count(start, symbol)];
    if (most > 0 && found > most) return words.tooMany(found, symbol, most);
  }
  return null;
}

const starts = new Map<string, Scene>();

// Asks the server; a good position replaces the scene that was drawn by hand.
export async function examine(id: string, board: Board, draft: Draft): Promise<void> {
  try {
    if (!starts.has(id)) starts.set(id, (await api.rules(id, (await api.game(id)).start)).scene);
    draft.problem = writeScene(board, draft.scene) === draft.text.replace(/^(first|second):/, "") ? miscount(board, draft, starts.get(id)!) : null;
    if (draft.problem) return;
    const found = await api.rules(id, draft.text);
    draft.scene = found.scene;
    draft.side = sideOf(found.position);
    draft.problem = null;
  } catch (error) {
    draft.problem = words.refusal(error);
  }
}

export interface Panel {
  change(): void;
  type(text: string): void;
  apply(): void;
  cancel(): void;
}

export function panel(board: Board, draft: Draft, actions: Panel): HTMLElement {
  const choice = (kind: number | null, name: string, picture: SVGElement | string): HTMLElement =>
    html("button", {
      type: "button", class: "choice", "aria-pressed": draft.kind === kind ? "true" : "false", "aria-label": name, title: name,
      click: () => {
        draft.kind = kind;
        draft.from = null;
        actions.change();
      },
    }, picture);
  const palette = html("div", { class: "palette", role: "group" });
  if (board.text.length > 0 && board.kinds.length < 20) {
    board.kinds.forEach((kind, number) => {
      const side = colour(kind);
      const piece = draft.shared ? drawShared(kind, side) : drawPiece(board, kind, side, 1, 0, 1);
      palette.append(choice(number, `${words.piece(kind)}, ${sideName(board, side % 2)}`, svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": true }, piece)));
    });
    // An empty place, not a cross: a cross is a piece.
    palette.append(choice(null, words.say("erase"), svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": true },
      svg("rect", { class: "eraser", x: -30, y: -30, width: 60, height: 60, rx: 8 }), svg("path", { class: "eraser", d: "M-14 0H14" }))));
  }
  const box = (checked: boolean, label: string, change: (on: boolean) => void): HTMLElement =>
    html("label", { class: "check" }, html("input", {
      type: "checkbox", ...(checked ? { checked: true } : {}),
      change: (event) => change((event.target as HTMLInputElement).checked),
    }), ` ${label}`);
  const sides = draft.side === null ? null : html("label", {}, `${words.say("turn")} `, html("select", {
    id: "edit-side",
    change: (event) => {
      draft.side = (event.target as HTMLSelectElement).value === "1" ? 1 : 0;
      draft.text = write(board, draft);
      actions.change();
    },
  }, ...(["first", "second"] as const).map((word, number) => html("option", { value: number, ...(draft.side === number ? { selected: true } : {}) }, words.say(word)))));
  const told = draft.side !== null || board.turns.length > 0 ? null
    : html("p", { class: "note", id: "edit-told" }, `${words.say("turn")}: ${words.say(draft.scene.mover === 1 ? "second" : "first")} (${words.say("turnTold")})`);
  const turns = board.turns.length === 0 ? null : html("label", {}, `${words.say("turn")} `, html("select", {
    id: "edit-turn",
    change: (event) => {
      draft.scene.turn = Number((event.target as HTMLSelectElement).value);
      draft.text = write(board, draft);
      actions.change();
    },
  }, ...board.turns.map((turn, number) => html("option", { value: number, ...(draft.scene.turn === number ? { selected: true } : {}) }, turn.symbol))));
  const verdict = draft.problem === null
    ? html("p", { id: "edit-verdict", class: "good", role: "status" }, words.say("fine"))
    : html("p", { id: "edit-verdict", class: "bad", role: "alert" }, html("b", {}, words.say("wrong")), ` ${draft.problem}`);
  return html("section", { class: "card edit", "aria-label": words.say("edit") },
    html("p", { class: "note" }, words.say("editHelp")), palette,
    html("div", { class: "row" },
      board.links ? box(draft.shared, words.say("entangled"), (on) => {
        draft.shared = on;
        draft.from = null;
        actions.change();
      }) : null,
      turns, sides, told,
      board.text.length === 0 ? null : html("button", { type: "button", click: () => {
        draft.scene = { ...draft.scene, pieces: [], links: [] };
        draft.text = write(board, draft);
        actions.change();
      } }, words.say("clear"))),
    html("label", { class: "wide" }, words.say("notation"), html("input", {
      id: "edit-text", type: "text", value: draft.text, spellcheck: "false", autocomplete: "off",
      input: (event) => actions.type((event.target as HTMLInputElement).value.trim()),
      keydown: (event) => {
        if ((event as KeyboardEvent).key === "Enter" && draft.problem === null) actions.apply();
      },
    })),
    verdict,
    html("div", { class: "row" },
      html("button", { id: "edit-apply", type: "button", class: "primary", ...(draft.problem === null ? {} : { disabled: true }), click: () => actions.apply() }, words.say("apply")),
      html("button", { id: "edit-cancel", type: "button", click: () => actions.cancel() }, words.say("cancel"))));
}
