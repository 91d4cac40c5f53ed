// Drawing the page anew from what it knows.

import { actions, examine } from "./actions";
import type { Game } from "./api";
import { showStatistics } from "./counting";
import { drawArrow, drawBoard } from "./draw";
import * as edit from "./edit";
import { gallery, verdict } from "./gallery";
import { byId, html } from "./markup";
import { animate } from "./motion";
import { sidePanels, status, trouble } from "./panels";
import { showRules } from "./rulesbook";
import { watch } from "./solving";
import { here, hidesValues, rated, state, variants, view } from "./state";
import { restart } from "./travel";
import * as words from "./words";

let drawn = "";

export function renderBoard(focus = false): void {
  const holder = byId("board");
  const had = focus || holder.contains(document.activeElement);
  if (!state.board || !state.nodes.length) return holder.replaceChildren();
  const root = drawBoard(view());
  holder.replaceChildren(root);
  const cell = holder.querySelector<SVGElement>(`[data-cell="${state.focus}"]`);
  cell?.setAttribute("tabindex", "0");
  if (had) cell?.focus({ preventScroll: true });
  // A move is seen once: when its answer, or what it will look like, comes first.
  const { move, parent } = here();
  const shown = `${state.game?.game} ${state.at}`;
  const forward = drawn === `${state.game?.game} ${parent}`;
  const pending = state.guess !== null && state.board.cells[move?.gesture.cells[0] ?? 0]?.form === "cube";
  if (!pending && !state.draft && (state.guess || !state.busy)) {
    if (move && forward) animate(root, state.board, move);
    drawn = shown;
  }
}

// The arrow of a move that is pointed at; the board stays, and whoever has the focus on it.
export function renderPreview(): void {
  const root = byId("board").querySelector("svg.board");
  root?.querySelectorAll(".preview").forEach((arrow) => arrow.remove());
  const arrow = root && state.preview ? drawArrow(view(), state.preview, "arrow preview") : null;
  if (arrow) root!.append(arrow);
}

function renderChoices(): void {
  const families = new Map(state.games.map(({ family }) => [family.id, family.title]));
  const family = state.game?.family.id ?? "";
  const members = variants(family);
  const option = (value: string, text: string, chosen: boolean): HTMLElement =>
    html("option", { value, ...(chosen ? { selected: true } : {}) }, text);
  byId("game").replaceChildren(...(state.game ? [] : [option("", words.say("choose"), true)]),
    ...[...families].map(([id, title]) => option(id, words.family(id, title), id === family)));
  const mark = (game: Game): string => (game.state === "unsolved" ? " ○" : "");
  byId("variant").replaceChildren(...members.map((game) =>
    option(game.game, (words.variant(game) || words.say("standard")) + mark(game), game.game === state.game?.game)));
  byId("variant-label").hidden = members.length < 2;
}

// What is on the page gets new elements; whoever had the focus has it again.
function keepingFocus(work: () => void): void {
  const active = document.activeElement as HTMLElement | null;
  const inside = active && byId("side").contains(active) ? active : null;
  const key = inside && (["id", "data-node", "data-move", "data-ply"].map((name) => [name, inside.getAttribute(name)]).find(([, value]) => value) ?? null);
  const typed = inside instanceof HTMLInputElement && inside.type === "text" || inside instanceof HTMLTextAreaElement ? inside.selectionStart : null;
  work();
  if (!inside) return;
  const next = key ? byId("side").querySelector<HTMLElement>(`[${key[0]}="${CSS.escape(key[1]!)}"]`) : null;
  // What is gone leaves the focus at what stands in its place.
  const target = next ?? byId("side").querySelector<HTMLElement>(".move, button, select, input");
  target?.focus({ preventScroll: true });
  if (typed !== null && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) target.setSelectionRange(typed, typed);
}

function title(): string {
  const { game, shown } = state;
  if (!game) return words.say("pageTitle");
  const name = words.title(game);
  const worth = shown && !shown.over && rated() && !hidesValues() ? words.value(shown) : shown?.over ? words.say("over").replace(/[:：]$/, "") : "";
  return [name, worth, "Kaiketsu"].filter((part) => part).join(" · ");
}

export function render(): void {
  const editing = state.draft !== null;
  renderChoices();
  for (const element of document.querySelectorAll<HTMLElement>("[data-say]")) element.textContent = words.say(element.dataset.say as words.Word);
  for (const element of document.querySelectorAll<HTMLElement>("[data-label]")) {
    const label = words.say(element.dataset.label as words.Word);
    element.setAttribute("aria-label", label);
    if (!(element instanceof HTMLSelectElement)) element.title = label;
  }
  document.title = title();
  document.body.classList.toggle("busy", state.busy);
  document.body.classList.toggle("editing", editing);
  document.body.classList.toggle("at-gallery", state.game === null);
  byId("trouble-place").replaceChildren(...[trouble(state)].filter((one) => one !== null));
  byId("gallery").replaceChildren(...(state.game ? [] : gallery()));
  watch();
  if (!state.game) return;
  byId("heading").textContent = words.title(state.game);
  byId("heading-note").textContent = state.puzzle ? "" : verdict(state.game);
  byId<HTMLButtonElement>("back").disabled = editing || !state.nodes.length || here().parent < 0;
  byId<HTMLButtonElement>("start").disabled = editing;
  byId<HTMLButtonElement>("forward").disabled = editing || !state.nodes.length || here().next === null;
  const best = byId<HTMLButtonElement>("best");
  best.hidden = !rated() || state.puzzle !== null;
  best.disabled = editing || !state.shown?.moves.length || state.machine === state.shown?.side;
  byId("legend").hidden = !rated() || hidesValues();
  byId("edit").setAttribute("aria-pressed", String(editing));
  byId("status").replaceChildren(...status(state));
  keepingFocus(() => byId("side").replaceChildren(...(state.draft ? [edit.panel(state.board, state.draft, {
    change: () => { render(); void examine(); },
    type: (text) => { state.draft!.text = text; void examine(); },
    apply: () => void restart(state.draft!.text),
    cancel: () => { state.draft = null; render(); },
  })] : sidePanels(state, actions))));
  byId("rules-text").textContent = words.rulesText(state.game);
  if (byId<HTMLDetailsElement>("rules").open) void showRules(byId("rules-pictures"));
  const counts = byId("statistics-body");
  if (counts.dataset.game && !counts.dataset.game.startsWith(state.game.game)) { counts.replaceChildren(); delete counts.dataset.game; }
  byId("statistics").hidden = state.game.state !== "solved";
  void showStatistics();
  renderBoard();
}
