// The first page: every family with a picture of its board, its verdict, and
// what can be done with it.

import * as api from "./api";
import type { Game } from "./api";
import { drawBoard } from "./draw";
import { html } from "./markup";
import { readStreak, today } from "./puzzles";
import { state, variants } from "./state";
import * as words from "./words";

interface Picture { board: api.Board; start: api.Position }

const pictures = new Map<string, Picture>();

// The game of a family that stands for it: the largest that is solved.
const chosen = (members: Game[]): Game =>
  members.filter((game) => game.state === "solved").pop() ?? members.find((game) => game.state === "search") ?? members[0];

async function picture(id: string): Promise<Picture> {
  const known = pictures.get(id);
  if (known) return known;
  const game = await api.game(id);
  const found = { board: game.seen!, start: await api.rules(id, game.start) };
  pictures.set(id, found);
  return found;
}

export const thumbnail = ({ board, start }: Picture): SVGElement => {
  const drawn = drawBoard({ board, scene: start.scene, moves: [], selected: [], preview: null, showValues: false, last: null, decided: [] });
  drawn.setAttribute("role", "presentation");
  drawn.setAttribute("aria-hidden", "true");
  for (const cell of drawn.querySelectorAll("[data-cell]")) for (const name of ["role", "tabindex", "aria-label", "data-cell"]) cell.removeAttribute(name);
  return drawn;
};

// "The first player wins in 21."
export function verdict(game: Game): string {
  if (game.state === "unsolved") return words.say("notSolved");
  if (game.state === "rules" && game.start_value.value === null) return words.say("notSearched");
  return words.verdict(game.start_value);
}

function card(members: Game[]): HTMLElement {
  const game = chosen(members);
  const board = html("a", { class: "thumb", href: `#/${game.game}/`, tabindex: -1, "aria-hidden": "true" });
  void picture(game.game).then((found) => board.replaceChildren(thumbnail(found))).catch(() => undefined);
  const line = html("p", { class: "verdict-line" }, verdict(game));
  // Found by search, unless the book knew it at once; then it is in the book.
  if (game.state === "search" && game.start_value.value === null && !api.published) {
    void api.position(game.game, game.start).then(({ value, plies, kind }) => {
      game.start_value = { value, plies, kind };
      line.textContent = verdict(game);
    }).catch(() => undefined);
  }
  const others = members.filter((one) => one !== game);
  return html("li", { class: "card game-card", "data-family": game.family.id },
    board,
    html("h2", {}, html("a", { href: `#/${game.game}/` }, words.title(game))),
    line,
    html("div", { class: "row" },
      game.state === "solved" || game.state === "search" ? html("a", { class: "button primary", href: `#/${game.game}/`, "data-play": game.game }, words.say("galleryPlay")) : null,
      html("a", { class: "button", href: `#/${game.game}/` }, words.say("galleryExplore")),
      game.state === "solved" ? html("a", { class: "button", href: `#/puzzle/${game.game}/${today()}` }, words.say("galleryPuzzle")) : null),
    ...variantLinks(others));
}

// Letters of the names of variants on a card; the others unfold.
const LETTERS = 240;

function variantLinks(others: Game[]): HTMLElement[] {
  const links = others.map((one) =>
    html("a", { href: `#/${one.game}/`, title: verdict(one) }, `${words.variant(one) || words.say("standard")}${one.state === "unsolved" ? " ○" : ""}`));
  let letters = 0;
  const shown = links.filter((link) => (letters += link.textContent!.length) <= LETTERS);
  const folded = links.slice(shown.length);
  return [
    ...(shown.length ? [html("p", { class: "note others" }, ...shown)] : []),
    ...(folded.length ? [html("details", { class: "note" }, html("summary", {}, words.more(folded.length)), html("p", { class: "others" }, ...folded))] : []),
  ];
}

export function gallery(): HTMLElement[] {
  const families = [...new Set(state.games.map((game) => game.family.id))];
  const { days, last } = readStreak();
  return [
    html("h1", {}, words.say("galleryTitle")),
    html("p", { class: "lead" }, words.say("gallerySolved")),
    html("p", { class: "daily" }, html("a", { class: "button primary", href: "#/puzzle/daily", id: "daily" }, words.say("daily")), " ",
      days > 0 ? html("span", { id: "streak" }, words.streak(days, last === today())) : null),
    html("ul", { class: "gallery" }, ...families.map((family) => card(variants(family)))),
  ];
}
