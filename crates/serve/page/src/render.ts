// Drawing the page anew from what it knows.

import { actions, examine } from "./actions";
import type { Game } from "./api";
import { drawBoard } from "./draw";
import * as edit from "./edit";
import { byId, html } from "./markup";
import { sidePanels, status } from "./panels";
import { second, state, variants, view } from "./state";
import { restart } from "./travel";
import * as words from "./words";

export function renderBoard(focus = false): void {
  const holder = byId("board");
  const had = focus || holder.contains(document.activeElement);
  holder.replaceChildren(drawBoard(view()));
  const cell = holder.querySelector<SVGElement>(`[data-cell="${state.focus}"]`);
  cell?.setAttribute("tabindex", "0");
  if (had) cell?.focus();
}

function renderChoices(): void {
  const families = new Map(state.games.map(({ family }) => [family.id, family.title]));
  const members = variants(state.game.family.id);
  const option = (value: string, text: string, chosen: boolean): HTMLElement =>
    html("option", { value, ...(chosen ? { selected: true } : {}) }, text);
  byId("game").replaceChildren(...[...families].map(([id, title]) => option(id, words.family(id, title), id === state.game.family.id)));
  const mark = (game: Game): string => (game.state === "unsolved" ? " ○" : "");
  byId("variant").replaceChildren(...members.map((game) =>
    option(game.game, words.variant(game.game, game.variant || words.say("standard")) + mark(game), game.game === state.game.game)));
  byId("variant-label").hidden = members.length < 2;
}

export function render(): void {
  const editing = state.draft !== null;
  renderChoices();
  for (const element of document.querySelectorAll<HTMLElement>("[data-say]")) element.textContent = words.say(element.dataset.say as words.Word);
  for (const element of document.querySelectorAll<HTMLElement>("[data-label]")) {
    const label = words.say(element.dataset.label as words.Word);
    element.setAttribute("aria-label", label);
    element.title = label;
  }
  byId<HTMLButtonElement>("back").disabled = editing || state.now === 0;
  byId<HTMLButtonElement>("start").disabled = editing;
  byId<HTMLButtonElement>("forward").disabled = editing || state.now >= state.steps.length - 1;
  byId<HTMLButtonElement>("best").disabled = editing || !state.shown?.moves.length;
  byId("edit").setAttribute("aria-pressed", String(editing));
  byId("status").replaceChildren(...status(state));
  const typed = document.activeElement?.id === "edit-text" ? (document.activeElement as HTMLInputElement).selectionStart : null;
  byId("side").replaceChildren(...(state.draft ? [edit.panel(state.board, state.draft, second(), {
    change: () => { render(); void examine(); },
    type: (text) => { state.draft!.text = text; void examine(); },
    apply: () => void restart(state.draft!.text, second()),
    cancel: () => { state.draft = null; render(); },
  })] : sidePanels(state, actions)));
  if (typed !== null) {
    const field = document.getElementById("edit-text") as HTMLInputElement | null;
    field?.focus();
    field?.setSelectionRange(typed, typed);
  }
  byId("rules-text").textContent = words.rulesText(state.game.family.id, state.game.about ?? "");
  document.body.classList.toggle("busy", state.busy);
  document.body.classList.toggle("editing", editing);
  renderBoard();
}
