// Setting up a position: cells are filled by hand, the board says how that is
// written, and the server says whether it is a position of the game.

import * as api from "./api";
import type { Board, Scene } from "./api";
import { colour } from "./geometry";
import { html, svg } from "./markup";
import { drawPiece, drawShared } from "./pieces";
import * as words from "./words";

export interface Draft {
  scene: Scene;
  text: string;
  // The kind that a click puts down; none takes away.
  kind: number | null;
  // Whether the piece goes on two cells, and the first of them.
  shared: boolean;
  from: number | null;
  problem: string | null;
}

export function begin(board: Board, scene: Scene, text: string): Draft {
  return { scene: structuredClone(scene), text, kind: board.kinds.length < 20 ? 0 : null, shared: false, from: null, problem: null };
}

export function write(board: Board, scene: Scene): string | null {
  if (board.text.length === 0) return null;
  const symbols = (cell: number): string =>
    scene.pieces.filter((piece) => piece.cell === cell).map((piece) => board.kinds[piece.kind].symbol).join("");
  const links = [...scene.links].sort((a, b) => a.kind - b.kind).map((link) =>
    `,${board.kinds[link.kind].symbol}=${link.cells.map((cell) => board.cells[cell].name).join("")}`);
  return board.text.map((part) => {
    if (part === "turn") return board.turns[scene.turn ?? 0].symbol;
    if (part === "links") return links.join("");
    return "cell" in part ? symbols(part.cell) || board.empty : part.letters;
  }).join("");
}

// What a click on a cell does.
export function click(board: Board, draft: Draft, cell: number): void {
  const { scene, kind } = draft;
  if (board.cells[cell].form === "exit") return;
  const here = scene.pieces.filter((piece) => piece.cell === cell);
  const without = scene.pieces.filter((piece) => piece.cell !== cell);
  if (kind === null) {
    const shared = scene.links.filter((link) => link.cells.includes(cell));
    if (here.length > 0) scene.pieces = [...without, ...here.slice(0, -1)];
    else if (shared.length > 0) scene.links = scene.links.filter((link) => link !== shared[shared.length - 1]);
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
  draft.text = write(board, scene) ?? draft.text;
}

// Asks the server; a good position replaces the scene that was drawn by hand.
export async function examine(id: string, draft: Draft): Promise<void> {
  try {
    const found = await api.rules(id, draft.text);
    draft.scene = found.scene;
    draft.problem = null;
  } catch (error) {
    draft.problem = error instanceof api.Refused ? error.message || words.say("unreachable") : String(error);
  }
}

export interface Panel {
  change(): void;
  type(text: string): void;
  apply(): void;
  cancel(): void;
}

export function panel(board: Board, draft: Draft, second: boolean, actions: Panel): HTMLElement {
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
      const side = colour(board, kind, second);
      const piece = draft.shared ? drawShared(kind, side) : drawPiece(board, kind, side, 1, 0, 1);
      palette.append(choice(number, kind.name, svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": true }, piece)));
    });
    palette.append(choice(null, words.say("erase"), "✕"));
  }
  const box = (checked: boolean, label: string, change: (on: boolean) => void): HTMLElement =>
    html("label", { class: "check" }, html("input", {
      type: "checkbox", ...(checked ? { checked: true } : {}),
      change: (event) => change((event.target as HTMLInputElement).checked),
    }), ` ${label}`);
  const turns = board.turns.length === 0 ? null : html("label", {}, `${words.say("turn")} `, html("select", {
    id: "edit-turn",
    change: (event) => {
      draft.scene.turn = Number((event.target as HTMLSelectElement).value);
      draft.text = write(board, draft.scene) ?? draft.text;
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
      turns,
      board.text.length === 0 ? null : html("button", { type: "button", click: () => {
        draft.scene = { ...draft.scene, pieces: [], links: [] };
        draft.text = write(board, draft.scene) ?? draft.text;
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
