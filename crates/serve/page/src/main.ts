// The explorer: state, and what every click and key does to it.

import * as api from "./api";
import type { Board, Game, Move, Position } from "./api";
import { charts } from "./charts";
import { drawBoard, targets, type View } from "./draw";
import * as edit from "./edit";
import { byFamily } from "./families";
import { neighbour } from "./geometry";
import { type Hands, listen } from "./hands";
import { byId, html } from "./markup";
import { sidePanels, status } from "./panels";
import { choose } from "./rating";
import * as words from "./words";

interface Step { position: string; second: boolean; move: Move | null }

export interface State {
  games: Game[];
  game: Game;
  board: Board;
  // The positions gone through, and which of them is shown.
  steps: Step[];
  now: number;
  shown: Position | null;
  problem: string | null;
  selected: number | null;
  preview: Move | null;
  focus: number;
  showValues: boolean;
  // Which side the machine plays; none while exploring.
  machine: 0 | 1 | null;
  strength: string;
  line: api.Line | null | "unknown" | "asked";
  running: boolean;
  draft: edit.Draft | null;
  busy: boolean;
}

let state: State;
let asked = 0;

const second = (): boolean => state.steps[state.now].second;

// The side to move: the scene says it, or the number of moves made does.
export const mover = (of: State): number => of.shown?.scene.mover ?? (of.steps[of.now].second ? 1 : 0);

// ---- links: #/GAME/POSITION, and ?side=2 where the text does not tell the side

function link(): string {
  const step = state.steps[state.now];
  const side = state.board.view !== "fixed" && step.second ? "?side=2" : "";
  return `#/${state.game.game}/${encodeURI(step.position)}${side}`;
}

async function openLink(): Promise<void> {
  const hash = location.hash.replace(/^#\/?/, "");
  const cut = hash.indexOf("/");
  const [id, rest] = cut < 0 ? [hash, ""] : [hash.slice(0, cut), hash.slice(cut + 1)];
  const [text, query] = rest.split("?");
  const known = state.games.find((game) => game.game === id);
  const usual = state.games.find((game) => game.game === "quixo-4x4" && game.state === "solved")
    ?? state.games.find((game) => game.state === "solved") ?? state.games[0];
  await openGame((known ?? usual).game, known ? decodeURI(text) : "", query === "side=2");
}

async function openGame(id: string, text = "", seenBySecond = false): Promise<void> {
  const game = await api.game(id);
  state.game = game;
  state.board = game.board!;
  state.focus = 0;
  state.machine = null;
  byId("statistics-body").replaceChildren();
  byId<HTMLDetailsElement>("statistics").open = false;
  await restart(text || game.start, seenBySecond);
}

async function restart(position: string, seenBySecond = false): Promise<void> {
  state.draft = null;
  state.steps = [{ position, second: seenBySecond, move: null }];
  await goTo(0);
}

async function goTo(now: number): Promise<void> {
  state.now = Math.max(0, Math.min(now, state.steps.length - 1));
  state.selected = null;
  state.preview = null;
  state.line = null;
  await load();
}

async function load(): Promise<void> {
  const ticket = ++asked;
  const { game, steps, now } = state;
  state.busy = true;
  state.problem = null;
  document.body.classList.add("busy");
  history.replaceState(null, "", link());
  const waiting = setTimeout(() => ticket === asked && render(), 150);
  let shown: Position | null = null;
  let problem: string | null = null;
  try {
    const ask = game.state === "solved" || game.state === "search" ? api.position : api.rules;
    shown = await ask(game.game, steps[now].position);
  } catch (error) {
    problem = error instanceof api.Refused ? error.message || words.say("unreachable") : String(error);
  }
  clearTimeout(waiting);
  if (ticket !== asked) return;
  Object.assign(state, { shown, problem, busy: false });
  if (shown && shown.scene.mover !== null) state.steps[now].second = shown.scene.mover === 1;
  render();
  machineMoves();
}

export async function make(move: Move): Promise<void> {
  const here = state.steps[state.now];
  const next = { position: move.position, second: move.passes ? !here.second : here.second, move };
  state.steps = [...state.steps.slice(0, state.now + 1), next];
  await goTo(state.now + 1);
}

function machineMoves(): void {
  const { shown, now } = state;
  if (state.machine === null || !shown || shown.over || mover(state) !== state.machine || now !== state.steps.length - 1) return;
  const ticket = asked;
  setTimeout(() => {
    if (ticket === asked && state.machine === mover(state) && !state.draft) void make(choose(shown.moves, state.strength, Math.random));
  }, 600);
}

// ---- what the panels do

export const actions = {
  state: (): State => state,
  make: (move: Move): void => void make(move),
  preview(move: Move | null): void {
    state.preview = move;
    renderBoard();
  },
  set(change: Partial<State>): void {
    Object.assign(state, change);
    render();
    machineMoves();
  },
  open: (position: string): void => void restart(position),
  again: (): void => void load(),
  async line(): Promise<api.Line | null> {
    const ticket = asked;
    state.line = "asked";
    render();
    const found = await api.line(state.game.game, state.steps[state.now].position).catch(() => null);
    if (ticket !== asked) return null;
    state.line = found?.line ?? "unknown";
    render();
    return found?.line ?? null;
  },
  async runLine(): Promise<void> {
    state.running = !state.running;
    if (!state.running) return render();
    const found = state.line && typeof state.line !== "string" ? state.line : await actions.line();
    for (const { move } of found?.moves ?? []) {
      const next = state.shown?.moves.find((one) => one.move === move);
      if (!state.running || !next) break;
      await make(next);
      await new Promise((done) => setTimeout(done, 700));
    }
    state.running = false;
    render();
  },
};

function best(): void {
  const move = state.shown?.moves[0];
  if (move) void make(move);
}

function beginEdit(): void {
  const { shown, steps, now } = state;
  const scene = shown?.scene ?? { pieces: [], links: [], mover: null, turn: 0 };
  state.draft = edit.begin(state.board, scene, steps[now].position);
  state.machine = null;
  if (!shown) void examine();
  render();
}

async function examine(): Promise<void> {
  const { draft } = state;
  if (!draft) return;
  const text = draft.text;
  const before = draft.scene;
  await edit.examine(state.game.game, draft);
  if (state.draft !== draft) return;
  if (draft.text !== text) draft.scene = before; // changed meanwhile: another answer will come
  else render();
}

// ---- clicks and keys on the board

function view(): View {
  const { board, shown, draft } = state;
  const none = { pieces: [], links: [], mover: null, turn: null };
  return {
    board,
    scene: draft?.scene ?? shown?.scene ?? none,
    second: second(),
    moves: draft || !shown || shown.over || state.machine === mover(state) ? [] : shown.moves,
    selected: draft ? draft.from : state.selected,
    preview: state.preview,
    showValues: state.showValues,
    last: draft ? null : turnedLast(),
  };
}

// The last move names cells as the side that made it saw them.
function turnedLast(): Move | null {
  const { board, steps, now } = state;
  const move = steps[now].move;
  if (!move || board.view === "fixed" || board.view === "swapped") return move;
  return null;
}

function chooseCell(cell: number): void {
  state.focus = cell;
  if (state.draft) {
    edit.click(state.board, state.draft, cell);
    render();
    void examine();
    return;
  }
  const moves = targets(view()).get(cell);
  if (state.selected !== null && moves) return void make(moves[0]);
  const free = targets({ ...view(), selected: null }).get(cell);
  const single = free?.find((move) => move.gesture.kind === "place");
  if (single) return void make(single);
  state.selected = free && state.selected !== cell ? cell : null;
  renderBoard();
}

// Letting go over another cell ends a drag there.
function drop(from: number, to: number): void {
  const moves = state.selected === from && !state.draft ? targets(view()).get(to) : undefined;
  if (moves) void make(moves[0]);
}

function letGo(): void {
  state.selected = null;
  if (state.draft) state.draft.from = null;
  renderBoard();
}

// Keys that go through the game do nothing while a position is set up.
const unlessEditing = (go: () => void) => (): void => {
  if (!state.draft) go();
};

const hands: Hands = {
  choose(cell, byPointer) {
    chooseCell(cell);
    if (byPointer) byId("board").querySelector<SVGElement>(`[data-cell="${state.focus}"]`)?.focus();
  },
  walk(cell, dx, dy) {
    state.focus = neighbour(state.board, cell, second(), dx, dy);
    renderBoard(true);
  },
  drop,
  letGo,
  back: unlessEditing(() => void goTo(state.now - 1)),
  forward: unlessEditing(() => void goTo(state.now + 1)),
  start: unlessEditing(() => void goTo(0)),
  best: unlessEditing(best),
};

// ---- drawing the page

function renderBoard(focus = false): void {
  const holder = byId("board");
  const had = focus || holder.contains(document.activeElement);
  holder.replaceChildren(drawBoard(view()));
  const cell = holder.querySelector<SVGElement>(`[data-cell="${state.focus}"]`);
  cell?.setAttribute("tabindex", "0");
  if (had) cell?.focus();
}

function renderChoices(): void {
  const { families, select } = byFamily(state.games, state.game);
  const option = (value: string, text: string, chosen: boolean): HTMLElement =>
    html("option", { value, ...(chosen ? { selected: true } : {}) }, text);
  byId("game").replaceChildren(...families.map(([id, title]) => option(id, words.family(id, title), id === select.family)));
  const mark = (game: Game): string => (game.state === "unsolved" ? " ○" : "");
  byId("variant").replaceChildren(...select.variants.map(([game, name]) =>
    option(game.game, words.variant(game.game, name || words.say("standard")) + mark(game), game.game === state.game.game)));
  byId("variant-label").hidden = select.variants.length < 2;
}

function render(): void {
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
  byId("rules-text").textContent = words.rulesText(byFamily(state.games, state.game).select.family, state.game.about ?? "");
  document.body.classList.toggle("busy", state.busy);
  document.body.classList.toggle("editing", editing);
  renderBoard();
}

async function showStatistics(): Promise<void> {
  const body = byId("statistics-body");
  const { game } = state;
  if (!byId<HTMLDetailsElement>("statistics").open || body.dataset.game === game.game + words.currentLanguage() && body.childElementCount) return;
  body.replaceChildren(html("p", {}, words.say(game.state === "search" ? "noStatistics" : "counting")));
  if (game.state === "search") return;
  try {
    const found = await api.statistics(game.game);
    if (state.game !== game) return;
    const note = html("p", { class: "note" }, words.say(game.distances ? "convention" : "noDistances"));
    body.replaceChildren(...charts(found), note);
    body.dataset.game = game.game + words.currentLanguage();
  } catch (error) {
    const refused = error as api.Refused;
    if (refused.reason === "counting") setTimeout(() => void showStatistics(), 2000);
    else body.replaceChildren(html("p", { class: "bad" }, refused.message));
  }
}

async function copyLink(): Promise<void> {
  const address = location.href.replace(/#.*$/, "") + link();
  const button = byId("copy-text");
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    const field = html("textarea", {}, address); // no clipboard without a secure connection
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  button.textContent = words.say("copied");
  setTimeout(() => { button.textContent = words.say("copy"); }, 1500);
}

function keep(name: string, value: string): void {
  try { localStorage.setItem(name, value); } catch { /* private windows may refuse; nothing depends on it */ }
}

function kept(name: string): string | null {
  try { return localStorage.getItem(name); } catch { return null; }
}

function speak(language: words.Language): void {
  words.useLanguage(language);
  keep("language", language);
  byId("language").textContent = language === "ja" ? "English" : "日本語";
  byId("language").lang = language === "ja" ? "en" : "ja";
}

async function main(): Promise<void> {
  const preferred = kept("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  speak(preferred as words.Language);
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const games = await api.games();
  state = {
    games, game: games[0], board: null as unknown as Board, steps: [], now: 0, shown: null, problem: null, selected: null, preview: null,
    focus: 0, showValues: true, machine: null, strength: "perfect", line: null, running: false, draft: null, busy: true,
  };
  byId("game").addEventListener("change", (event) => {
    const family = (event.target as HTMLSelectElement).value;
    const members = byFamily(games, games.find((game) => game.game === family || game.game.startsWith(`${family}-`))!).select.variants.map(([game]) => game);
    void openGame((members.filter((game) => game.state === "solved").pop() ?? members[0]).game);
  });
  byId("variant").addEventListener("change", (event) => void openGame((event.target as HTMLSelectElement).value));
  byId("language").addEventListener("click", () => {
    speak(words.currentLanguage() === "ja" ? "en" : "ja");
    render();
    void showStatistics();
  });
  byId("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    keep("theme", document.documentElement.dataset.theme);
  });
  byId("start").addEventListener("click", () => void restart(state.game.start));
  byId("back").addEventListener("click", () => void goTo(state.now - 1));
  byId("forward").addEventListener("click", () => void goTo(state.now + 1));
  byId("best").addEventListener("click", best);
  byId("edit").addEventListener("click", () => (state.draft ? actions.set({ draft: null }) : beginEdit()));
  byId("copy").addEventListener("click", () => void copyLink());
  listen(byId("board"), hands);
  byId("statistics").addEventListener("toggle", () => void showStatistics());
  byId("statistics-body").addEventListener("click", (event) => {
    const position = (event.target as Element).getAttribute("data-open");
    if (position) { actions.open(position); scrollTo({ top: 0, behavior: "smooth" }); }
  });
  window.addEventListener("hashchange", () => void openLink());
  await openLink();
}

main().catch((error: unknown) => {
  byId("status").replaceChildren(html("p", { class: "bad" }, `${words.say("unreachable")} ${error instanceof Error ? error.message : ""}`));
});
