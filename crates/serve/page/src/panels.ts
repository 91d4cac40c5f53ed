// The words beside the board: what the position is worth, the moves, the main
// line, and playing against the solution.

import * as api from "./api";
import type { Move } from "./api";
import type { actions } from "./actions";
import { colour } from "./geometry";
import { html, svg } from "./markup";
import { movesMade } from "./movelist";
import { challenge, rematch } from "./opponent";
import { drawPiece, sign } from "./pieces";
import { readStreak, today } from "./puzzles";
import { badge, worth } from "./rating";
import { recordCard } from "./records";
import { keep } from "./settings";
import { solveCard } from "./solving";
import { contest, moverName, sideWins } from "./sides";
import { type State, hidesValues, rated } from "./state";
import { back, load } from "./travel";
import * as words from "./words";

type Actions = typeof actions;

const space = (): string => (words.currentLanguage() === "ja" ? "" : " ");

// A piece of a player, as it is on the board; with a letter where he has several colours.
function token(state: State, side: number, letter = ""): SVGElement {
  const { board } = state;
  const kind = board.kinds.find((one) => letter && one.symbol === letter) ?? board.kinds.find((one) => one.side === side);
  const drawn = !kind ? svg("g", { class: `piece side-${side}` }, sign(side, 25, 15))
    : kind.form === "ring" ? svg("g", { class: `piece side-${colour(kind)}` }, svg("circle", { class: "disc-top", r: 32 }))
      : drawPiece(board, { ...kind, label: "" }, colour(kind), 1, 0, 1);
  return svg("svg", { class: "token", viewBox: "-42 -42 84 84", "aria-hidden": true }, drawn);
}

// What went wrong, above whatever is shown.
export function trouble(state: State): HTMLElement | null {
  if (!state.trouble) return null;
  const { word, detail } = state.trouble;
  const told = word === "refused" ? words.because(detail) : detail;
  return html("div", { class: "trouble", role: "alert", id: "trouble", "data-trouble": word },
    html("p", {}, words.say(word), word === "gone" ? "" : ` ${told}`),
    word === "gone" ? html("button", { type: "button", class: "small", id: "retry", click: () => void load() }, words.say("retry")) : null);
}

function ended(state: State): HTMLElement[] {
  const shown = state.shown!;
  const winner = shown.value === "win" ? shown.side : 1 - shown.side;
  const text = shown.value === "draw" ? words.say("isDraw")
    : [sideWins(state.board, winner), words.margin(shown)].filter((word) => word).join(space());
  const yours = state.machine === null ? null : words.say(shown.value === "draw" ? "youDrew" : winner === state.machine ? "youLost" : "youWon");
  return [html("p", { class: `verdict ${shown.value === "draw" ? "draw" : "over"}`, "data-over": shown.value ?? "" },
    shown.value === "draw" ? null : token(state, winner), yours ? html("b", { id: "outcome" }, yours) : null, `${words.say("over")} ${text}`),
    ...(yours ? [html("p", {}, html("button", { type: "button", id: "rematch", class: "primary small", click: rematch }, words.say("rematch")))] : [])];
}

function puzzleStatus(state: State): HTMLElement[] {
  const puzzle = state.puzzle!;
  const { days, last } = readStreak();
  const word = puzzle.solved ? "puzzleSolved" : puzzle.failed ? "puzzleFailed" : "puzzleFind";
  return [html("p", { class: `verdict ${puzzle.solved ? "over" : ""}`, "data-puzzle": puzzle.solved ? "solved" : puzzle.failed ? "failed" : "open" },
    token(state, state.nodes[0].shown?.side ?? 0), html("b", {}, words.say(puzzle.daily ? "daily" : "galleryPuzzle")), ` ${words.puzzle(word, puzzle.plies)}`),
    html("p", { class: "row" },
      puzzle.failed ? html("button", { type: "button", id: "puzzle-back", class: "small", click: () => { puzzle.failed = false; back(); } }, words.say("tryAgain")) : null,
      puzzle.solved ? html("a", { class: "button small", id: "puzzle-next", href: `#/puzzle/${state.game!.game}/${puzzle.seed + 1}` }, words.say("nextPuzzle")) : null,
      puzzle.daily && days > 0 ? html("span", { id: "streak" }, words.streak(days, last === today())) : null)];
}

// Who is to move and what that is worth; or how the game ended.
export function status(state: State): HTMLElement[] {
  const { shown } = state;
  if (state.draft) return [html("p", { class: "verdict" }, words.say("edit"))];
  if (!shown) return [html("p", { class: "verdict" }, state.trouble ? "" : words.say("searching"))];
  if (state.puzzle) return puzzleStatus(state);
  if (shown.over) return ended(state);
  const turn = state.board.turns[shown.scene.turn ?? -1]?.symbol;
  const who = html("span", { class: "who" }, token(state, shown.side, turn), moverName(state.board, shown.side, turn), space(), words.say("toMove"));
  if (shown.source === "rules") {
    const why = words.say(state.game!.state === "damaged" ? "damaged" : state.game!.state === "rules" ? "rulesAlone" : "solveTitle");
    const against = contest(state.board);
    return [html("p", { class: "verdict" }, who, against ? html("span", { id: "contest" }, against) : null, html("span", { class: "chip unknown", id: "not-solved" }, why))];
  }
  if (hidesValues()) return [html("p", { class: "verdict" }, who)];
  return [html("p", { class: "verdict", "data-value": worth(shown), "data-plies": shown.plies ?? "", "data-kind": shown.kind ?? "" }, who,
    html("span", { class: `chip ${worth(shown)}` }, html("b", {}, badge(shown)), ` ${words.value(shown)}`))];
}

function moveRow(move: Move, known: boolean, act: Actions): HTMLElement {
  const value = worth(move);
  const text = words.value(move);
  return html("li", {}, html("button", {
    type: "button", class: `move ${value}`, "data-move": move.move, "data-value": value, "data-plies": move.plies ?? "",
    ...(known ? { title: text } : {}),
    click: () => act.make(move),
    mouseenter: () => act.preview(move), mouseleave: () => act.preview(null), focus: () => act.preview(move), blur: () => act.preview(null),
  }, html("span", { class: `chip ${value}` }, known ? badge(move) : "·"), html("span", { class: "text" }, move.move),
    known ? html("span", { class: "spoken" }, text) : null));
}

function movesCard(state: State, act: Actions): HTMLElement | null {
  const { shown, game } = state;
  if (!shown || shown.over || hidesValues()) return null;
  const known = shown.source !== "rules";
  const list = html("ol", { class: "moves", id: "moves" }, ...shown.moves.map((move) => moveRow(move, known, act)));
  const note = known ? html("p", { class: "note" }, words.say(game!.distances ? "convention" : "noDistances")) : null;
  const more = known && !shown.complete
    ? api.published ? html("p", { class: "note", id: "book-alone" }, words.say("bookAlone"))
      : html("p", { class: "note" }, words.say("partly"), " ", html("button", { type: "button", class: "small", id: "again", click: () => act.again() }, words.say("askAgain"))) : null;
  return html("section", { class: "card", "aria-label": words.say("moves") },
    html("h2", {}, words.say("moves"), html("small", {}, ` ${shown.moves.length}${known ? ` · ${words.say("movesNote")}` : ""}`)),
    list, more, note,
    game!.state === "rules" ? html("p", { class: "note", id: "search-it" }, words.say("searchIt"), " ", html("code", {}, `kaiketsu prove ${game!.game}`)) : null);
}

function lineCard(state: State, act: Actions): HTMLElement | null {
  const { shown, line } = state;
  if (!shown || shown.over || shown.source === "rules" || hidesValues()) return null;
  const body: (HTMLElement | string)[] = [];
  if (line === "asked") body.push(words.say("searching"));
  else if (line === "unknown") body.push(words.say("lineUnknown"));
  else if (line) {
    const end = line.end === "over" ? "lineOver" : line.end === "repeats" ? "lineRepeats" : "lineCut";
    body.push(html("ol", { class: "line numbered", id: "line" }, ...line.moves.map((one, ply) =>
      html("li", {}, html("button", { type: "button", class: "ply", "data-ply": ply, click: () => void act.runLine(ply + 1) }, one.move, html("small", {}, ` ${badge(one)}`))))));
    body.push(html("p", { class: "note" }, words.say(end), line.strategy === "optimal" ? "" : ` ${words.say("lineSearch")}`));
  }
  return html("section", { class: "card", "aria-label": words.say("mainLine") },
    html("h2", {}, words.say("mainLine"),
      html("span", { class: "row right" },
        html("button", { type: "button", class: "small", id: "show-line", click: () => void act.line() }, words.say("showLine")),
        html("button", { type: "button", class: "small", id: "run-line", click: () => void act.runLine() }, words.say(state.running ? "stop" : "playLine")))),
    ...body);
}

function playCard(state: State, act: Actions): HTMLElement | null {
  if (!rated() || state.puzzle) return null;
  const choices: [string, words.Word, 0 | 1 | null][] = [["off", "off", null], ["first", "asFirst", 1], ["second", "asSecond", 0]];
  const radio = ([id, word, machine]: (typeof choices)[0]): HTMLElement => html("label", { class: "check" }, html("input", {
    type: "radio", name: "machine", id: `play-${id}`, ...(state.machine === machine ? { checked: true } : {}),
    change: () => challenge(machine),
  }), ` ${words.say(word)}`);
  const strengths = ["perfect", "strong", "casual", "beginner"] as const;
  return html("section", { class: "card", "aria-label": words.say("play") },
    html("h2", {}, words.say("play")),
    html("div", { class: "row", role: "radiogroup", "aria-label": words.say("play") }, ...choices.map(radio)),
    html("div", { class: "row" },
      html("label", {}, `${words.say("strength")} `, html("select", {
        id: "strength", change: (event) => { const strength = (event.target as HTMLSelectElement).value; keep("strength", strength); act.set({ strength }); },
      }, ...strengths.map((name) => html("option", { value: name, ...(state.strength === name ? { selected: true } : {}) }, words.say(name))))),
      html("label", { class: "check" }, html("input", {
        type: "checkbox", id: "show-values", ...(state.showValues ? { checked: true } : {}),
        change: (event) => act.set({ showValues: (event.target as HTMLInputElement).checked }),
      }), ` ${words.say("showValues")}`)));
}

export function sidePanels(state: State, act: Actions): HTMLElement[] {
  return [solveCard(), movesCard(state, act), movesMade(), lineCard(state, act), playCard(state, act), recordCard()].filter((card) => card !== null);
}
