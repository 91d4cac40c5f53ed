// Going from position to position: links, games, moves, back and forward. One
// question at a time: no move is made until the answer to the last is there.

import * as api from "./api";
import type { Move, Position } from "./api";
import { machineMoves } from "./opponent";
import { begin as beginPuzzle, judge } from "./puzzles";
import { render } from "./render";
import { forget, remember, restore } from "./session";
import { type Node, here, link, moved, rated, state } from "./state";

// Counts what was asked: answers that come late are passed over.
let asked = 0;
let retry = 0;

export const ticket = (): number => asked;

const node = (parent: number, position: string, move: Move | null): Node => ({ parent, position, move, children: [], next: null, shown: null });

// What the address says; what it says wrongly is told.
export async function openLink(): Promise<void> {
  const hash = location.hash.replace(/^#\/?/, "");
  const cut = hash.indexOf("/");
  const [id, rest] = cut < 0 ? [hash, ""] : [hash.slice(0, cut), hash.slice(cut + 1)];
  if (id === "puzzle") return beginPuzzle(rest);
  if (id === "") return openGallery();
  if (!state.games.some((game) => game.game === id)) {
    openGallery();
    state.trouble = { word: "unknownGame", detail: id };
    return render();
  }
  let text: string | null = null;
  try {
    text = decodeURI(rest.split("?")[0]);
  } catch { /* told below */ }
  await openGame(id, text ?? "", false);
  if (text === null) {
    state.trouble = { word: "badLink", detail: rest };
    render();
  }
}

export function openGallery(push = false): void {
  asked += 1;
  clearTimeout(retry);
  Object.assign(state, { game: null, nodes: [], at: 0, shown: null, guess: null, trouble: null, draft: null, puzzle: null, machine: null, running: false, busy: false });
  if (push) history.pushState({}, "", "#/");
  render();
}

export async function openGame(id: string, text = "", push = true): Promise<void> {
  const now = ++asked;
  let game: api.Game;
  try {
    game = await api.game(id);
  } catch (error) {
    if (now !== asked) return;
    tell(error);
    render();
    return again(() => openGame(id, text, push));
  }
  if (now !== asked) return;
  Object.assign(state, { game, board: game.seen, focus: 0, machine: null, showValues: true, puzzle: null, trouble: null, draft: null, shown: null, guess: null, running: false });
  const kept = restore(game.game, text || null);
  if (kept) {
    Object.assign(state, kept);
    return goTo(state.at, push ? "push" : "replace");
  }
  await restart(text || game.start, push ? "push" : "replace");
}

export async function restart(position: string, how: "push" | "replace" | "stay" = "push"): Promise<void> {
  Object.assign(state, { draft: null, running: false, nodes: [node(-1, position, null)], shown: null, guess: null, trouble: null });
  await goTo(0, how);
}

export async function goTo(at: number, how: "push" | "replace" | "stay" = "push"): Promise<void> {
  if (at < 0 || at >= state.nodes.length) return;
  for (let id = at; state.nodes[id].parent >= 0; id = state.nodes[id].parent) state.nodes[state.nodes[id].parent].next = id;
  Object.assign(state, { at, selected: [], preview: null, line: null });
  await load(how);
}

// Back: in a game against the machine, to where the person was to move.
export function back(): void {
  state.running = false;
  let at = here().parent;
  while (at > 0 && state.machine !== null && state.nodes[at].shown?.side === state.machine) at = state.nodes[at].parent;
  if (at >= 0) void goTo(at);
}

export function forward(): void {
  state.running = false;
  const next = here().next;
  if (next !== null && !state.busy) void goTo(next);
}

function address(how: "push" | "replace" | "stay"): void {
  if (how === "stay" || state.puzzle) return;
  const entry = { game: state.game!.game, at: state.at };
  if (how === "push" && location.hash !== link()) history.pushState(entry, "", link());
  else history.replaceState(entry, "", link());
}

export async function load(how: "push" | "replace" | "stay" = "stay"): Promise<void> {
  const now = ++asked;
  const at = here();
  clearTimeout(retry);
  state.busy = true;
  document.body.classList.add("busy");
  address(how);
  if (at.shown?.complete || at.shown?.source === "rules" && !rated()) settle(at.shown);
  else {
    const waiting = setTimeout(() => now === asked && render(), 150);
    if (state.guess) render();
    try {
      const found = await (rated() ? api.position : api.rules)(state.game!.game, at.position);
      if (now !== asked) return;
      settle(found);
    } catch (error) {
      if (now !== asked) return;
      tell(error);
    } finally {
      clearTimeout(waiting);
    }
  }
  state.busy = false;
  render();
  if (state.trouble?.word === "gone") return again(() => load());
  remember();
  judge();
  machineMoves();
}

function settle(found: Position): void {
  Object.assign(here(), { shown: found, position: found.position });
  Object.assign(state, { shown: found, guess: null, trouble: null });
  if (!state.puzzle) history.replaceState(history.state, "", link());
}

// What went wrong; the board stays as it is.
export function tell(error: unknown): void {
  const refused = error instanceof api.Refused ? error : new api.Refused("internal", String(error));
  const gone = ["unreachable", "busy", "time_limit", "internal"].includes(refused.reason);
  state.trouble = { word: gone ? "gone" : "refused", detail: refused.message };
  state.busy = false;
}

function again(work: () => Promise<void>): void {
  clearTimeout(retry);
  const now = asked;
  retry = window.setTimeout(() => now === asked && void work(), 2000);
}

// Makes a move. The board shows it at once; the next waits for the answer.
export async function make(move: Move, byMachine = false): Promise<void> {
  if (state.busy || !state.shown || state.shown.position !== here().position) return;
  if (!byMachine) state.running = false;
  const known = here().children.find((child) => state.nodes[child].move?.move === move.move);
  let at = known ?? -1;
  if (at < 0) {
    at = state.nodes.push(node(state.at, move.position, move)) - 1;
    here().children.push(at);
  }
  state.guess = guess(state.shown, move);
  await goTo(at);
}

// What the board will look like, as far as that can be said without the rules.
function guess(shown: Position, move: Move): api.Scene {
  const { kind, cells } = move.gesture;
  const form = state.board.cells[cells[0]]?.form;
  if (form === "cube" || kind === "listed" || kind === "pair") return shown.scene;
  if (kind !== "place") return moved(shown.scene, move);
  const turn = shown.scene.turn;
  const own = turn ?? state.board.kinds.findIndex((one) => one.side === shown.side);
  return state.board.links ? shown.scene : { ...shown.scene, pieces: [...shown.scene.pieces, { cell: cells[0], kind: own }] };
}

// Browser Back and Forward: positions of this visit are known, others are links.
export async function popped(event: PopStateEvent): Promise<void> {
  state.running = false;
  const entry = event.state as { game?: string; at?: number } | null;
  const same = entry?.game === state.game?.game && entry?.at !== undefined && !state.puzzle && !state.draft;
  if (same && state.nodes[entry!.at!] && location.hash.startsWith(`#/${entry!.game}/`) && encodeURI(state.nodes[entry!.at!].position) === location.hash.slice(`#/${entry!.game}/`.length)) {
    return goTo(entry!.at!, "stay");
  }
  forget();
  await openLink();
}
