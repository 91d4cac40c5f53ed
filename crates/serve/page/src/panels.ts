// The words beside the board: what the position is worth, the moves, the main
// line, and playing against the solution.

import type { Move } from "./api";
import { html, svg } from "./markup";
import type { actions } from "./actions";
import { sign } from "./pieces";
import { badge, worth } from "./rating";
import { type State, mover } from "./state";
import * as words from "./words";

type Actions = typeof actions;

const player = (side: number): string => words.say(side === 0 ? "first" : "second");

// The sign of a player; with a letter where he has several colours.
function token(state: State, side: number, letter = ""): SVGElement {
  const colour = state.board.kinds.find((kind) => letter && kind.symbol === letter)?.side ?? side;
  const sides = new Set(state.board.kinds.map((kind) => kind.side));
  const mark = sides.size > 2 ? svg("circle", { class: "disc-top", r: 13 }) : sign(side, 10, 6);
  return svg("svg", { class: "token", viewBox: "-20 -20 40 40", "aria-hidden": true },
    svg("g", { class: `piece side-${colour}` }, mark));
}

// Who is to move and what that is worth; or how the game ended.
export function status(state: State): HTMLElement[] {
  const { shown, problem, game } = state;
  if (state.draft) return [html("p", { class: "verdict" }, words.say("edit"))];
  if (problem) return [html("p", { class: "bad", role: "alert" }, html("b", {}, words.say("wrong")), ` ${problem}`)];
  if (!shown) return [html("p", { class: "verdict" }, words.say("searching"))];
  const side = mover(state);
  const result = shown.value;
  if (shown.over) {
    const winner = result === "win" ? side : 1 - side;
    const text = result === "draw" ? words.say("isDraw")
      : [player(winner), words.say("wins"), words.margin(shown)].filter((word) => word).join(words.currentLanguage() === "ja" ? "" : " ");
    return [html("p", { class: `verdict ${result === "draw" ? "draw" : "over"}`, "data-over": result ?? "" },
      result === "draw" ? null : token(state, winner), `${words.say("over")} ${text}`)];
  }
  const turn = state.board.turns[shown.scene.turn ?? -1]?.symbol;
  const who = html("span", { class: "who" }, token(state, side, turn), player(side), turn ? ` (${turn})` : "", words.currentLanguage() === "ja" ? "" : " ", words.say("toMove"));
  if (shown.source === "rules") {
    const command = html("code", {}, `kaiketsu solve ${game.game}`);
    const why = game.state === "damaged" ? [words.say("damaged")] : game.state === "rules" ? [words.say("rulesAlone")] : [words.say("unsolved"), " ", command];
    return [html("p", { class: "verdict" }, who), html("p", { class: "note" }, ...why)];
  }
  return [html("p", { class: "verdict", "data-value": worth(shown), "data-plies": shown.plies ?? "", "data-kind": shown.kind ?? "" }, who,
    html("span", { class: `chip ${worth(shown)}` }, html("b", {}, badge(shown)), ` ${words.value(shown)}`))];
}

function moveRow(move: Move, rated: boolean, act: Actions): HTMLElement {
  const value = worth(move);
  const text = words.value(move);
  return html("li", {}, html("button", {
    type: "button", class: `move ${value}`, "data-move": move.move, "data-value": value, "data-plies": move.plies ?? "",
    "aria-label": rated ? `${move.move}: ${text}` : move.move, ...(rated ? { title: text } : {}),
    click: () => act.make(move),
    mouseenter: () => act.preview(move), mouseleave: () => act.preview(null), focus: () => act.preview(move), blur: () => act.preview(null),
  }, html("span", { class: `chip ${value}` }, rated ? badge(move) : "·"), html("span", { class: "text" }, move.move)));
}

function movesCard(state: State, act: Actions): HTMLElement | null {
  const { shown, game } = state;
  if (!shown || shown.over) return null;
  const rated = shown.source !== "rules";
  const list = html("ol", { class: "moves", id: "moves" }, ...shown.moves.map((move) => moveRow(move, rated, act)));
  const note = rated ? html("p", { class: "note" }, words.say(game.distances ? "convention" : "noDistances")) : null;
  const more = rated && !shown.complete
    ? html("p", { class: "note" }, words.say("partly"), " ", html("button", { type: "button", class: "small", id: "again", click: () => act.again() }, words.say("askAgain"))) : null;
  const hidden = !state.showValues;
  return html("section", { class: "card", "aria-label": words.say("moves") },
    html("h2", {}, words.say("moves"), html("small", {}, ` ${shown.moves.length} · ${words.say("movesNote")}`)),
    hidden ? null : list, hidden ? null : more, hidden ? null : note);
}

function lineCard(state: State, act: Actions): HTMLElement | null {
  const { shown, line } = state;
  if (!shown || shown.over || shown.source === "rules" || !state.showValues) return null;
  const body: (HTMLElement | string)[] = [];
  if (line === "asked") body.push(words.say("searching"));
  else if (line === "unknown") body.push(words.say("lineUnknown"));
  else if (line) {
    const end = line.end === "over" ? "lineOver" : line.end === "repeats" ? "lineRepeats" : "lineCut";
    body.push(html("ol", { class: "line", id: "line" }, ...line.moves.map((one) => html("li", {}, one.move, html("small", {}, ` ${badge(one)}`)))));
    body.push(html("p", { class: "note" }, words.say(end), line.strategy === "optimal" ? "" : ` ${words.say("lineSearch")}`));
  }
  return html("section", { class: "card", "aria-label": words.say("mainLine") },
    html("h2", {}, words.say("mainLine"),
      html("span", { class: "row right" },
        html("button", { type: "button", class: "small", id: "show-line", click: () => void act.line() }, words.say("showLine")),
        html("button", { type: "button", class: "small", id: "run-line", click: () => void act.runLine() }, words.say(state.running ? "stop" : "playLine")))),
    ...body);
}

function playCard(state: State, act: Actions): HTMLElement {
  const choices: [string, words.Word, 0 | 1 | null][] = [["off", "off", null], ["first", "asFirst", 1], ["second", "asSecond", 0]];
  const radio = ([id, word, machine]: (typeof choices)[0]): HTMLElement => html("label", { class: "check" }, html("input", {
    type: "radio", name: "machine", id: `play-${id}`, ...(state.machine === machine ? { checked: true } : {}),
    change: () => act.set({ machine, showValues: machine === null, selected: [] }),
  }), ` ${words.say(word)}`);
  const strengths = ["perfect", "strong", "casual", "beginner"] as const;
  return html("section", { class: "card", "aria-label": words.say("play") },
    html("h2", {}, words.say("play")),
    html("div", { class: "row", role: "radiogroup", "aria-label": words.say("play") }, ...choices.map(radio)),
    html("div", { class: "row" },
      html("label", {}, `${words.say("strength")} `, html("select", {
        id: "strength", change: (event) => act.set({ strength: (event.target as HTMLSelectElement).value }),
      }, ...strengths.map((name) => html("option", { value: name, ...(state.strength === name ? { selected: true } : {}) }, words.say(name))))),
      html("label", { class: "check" }, html("input", {
        type: "checkbox", id: "show-values", ...(state.showValues ? { checked: true } : {}),
        change: (event) => act.set({ showValues: (event.target as HTMLInputElement).checked }),
      }), ` ${words.say("showValues")}`)));
}

export function sidePanels(state: State, act: Actions): HTMLElement[] {
  return [movesCard(state, act), lineCard(state, act), playCard(state, act)].filter((card) => card !== null);
}
