// Going from position to position: links, games, moves, back and forward.

import * as api from "./api";
import type { Move, Position } from "./api";
import { byId } from "./markup";
import { choose } from "./rating";
import { render } from "./render";
import { link, mover, state } from "./state";
import * as words from "./words";

// Counts what was asked: answers that come late are passed over.
let asked = 0;

export const ticket = (): number => asked;

export async function openLink(): Promise<void> {
  const hash = location.hash.replace(/^#\/?/, "");
  const cut = hash.indexOf("/");
  const [id, rest] = cut < 0 ? [hash, ""] : [hash.slice(0, cut), hash.slice(cut + 1)];
  const [text, query] = rest.split("?");
  const known = state.games.find((game) => game.game === id);
  const usual = state.games.find((game) => game.game === "quixo-4x4" && game.state === "solved")
    ?? state.games.find((game) => game.state === "solved") ?? state.games[0];
  await openGame((known ?? usual).game, known ? decodeURI(text) : "", query === "side=2");
}

export async function openGame(id: string, text = "", seenBySecond = false): Promise<void> {
  const game = await api.game(id);
  state.game = game;
  state.board = game.board!;
  state.focus = 0;
  state.machine = null;
  byId("statistics-body").replaceChildren();
  byId<HTMLDetailsElement>("statistics").open = false;
  await restart(text || game.start, seenBySecond);
}

export async function restart(position: string, seenBySecond = false): Promise<void> {
  state.draft = null;
  state.steps = [{ position, second: seenBySecond, move: null }];
  await goTo(0);
}

export async function goTo(now: number): Promise<void> {
  state.now = Math.max(0, Math.min(now, state.steps.length - 1));
  state.selected = [];
  state.preview = null;
  state.line = null;
  await load();
}

export async function load(): Promise<void> {
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

export function machineMoves(): void {
  const { shown, now } = state;
  if (state.machine === null || !shown || shown.over || mover(state) !== state.machine || now !== state.steps.length - 1) return;
  const ticket = asked;
  setTimeout(() => {
    if (ticket === asked && state.machine === mover(state) && !state.draft) void make(choose(shown.moves, state.strength, Math.random));
  }, 600);
}
