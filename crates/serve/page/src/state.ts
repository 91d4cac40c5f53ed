// What the page knows: the game, the way gone through it, and what is chosen.

import type * as api from "./api";
import type { Board, Game, Move, Position } from "./api";
import type { View } from "./draw";
import type { Draft } from "./edit";

export interface Step { position: string; second: boolean; move: Move | null }

export interface State {
  games: Game[];
  game: Game;
  board: Board;
  // The positions gone through, and which of them is shown.
  steps: Step[];
  now: number;
  shown: Position | null;
  problem: string | null;
  // The cells of a move chosen so far.
  selected: number[];
  preview: Move | null;
  focus: number;
  showValues: boolean;
  // Which side the machine plays; none while exploring.
  machine: 0 | 1 | null;
  strength: string;
  line: api.Line | null | "unknown" | "asked";
  running: boolean;
  draft: Draft | null;
  busy: boolean;
}

export let state: State;

export function begin(games: Game[]): void {
  state = {
    games, game: games[0], board: null as unknown as Board, steps: [], now: 0, shown: null, problem: null, selected: [], preview: null,
    focus: 0, showValues: true, machine: null, strength: "perfect", line: null, running: false, draft: null, busy: true,
  };
}

// The games of one family, in the order of the server.
export const variants = (family: string): Game[] => state.games.filter((game) => game.family.id === family);

export const second = (): boolean => state.steps[state.now].second;

// The side to move: the scene says it, or the number of moves made does.
export const mover = (of: State): number => of.shown?.scene.mover ?? (of.steps[of.now].second ? 1 : 0);

// The address of what is shown: #/GAME/POSITION, and ?side=2 where the text does not tell the side.
export function link(): string {
  const step = state.steps[state.now];
  const side = state.board.view !== "fixed" && step.second ? "?side=2" : "";
  return `#/${state.game.game}/${encodeURI(step.position)}${side}`;
}

// What the board shows.
export function view(): View {
  const { board, shown, draft } = state;
  const none = { pieces: [], links: [], mover: null, turn: null };
  return {
    board,
    scene: draft?.scene ?? shown?.scene ?? none,
    second: second(),
    moves: draft || !shown || shown.over || state.machine === mover(state) ? [] : shown.moves,
    selected: !draft ? state.selected : draft.from === null ? [] : [draft.from],
    preview: state.preview,
    showValues: state.showValues && shown?.source !== "rules",
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
