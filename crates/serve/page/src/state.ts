// What the page knows: the game, the ways gone through it, and what is chosen.

import type { Board, Game, Line, Move, Position, Scene } from "./api";
import type { View } from "./draw";
import type { Draft } from "./edit";
import { kept } from "./settings";

// A position gone through. Other moves from the same position are branches.
export interface Node {
  parent: number;
  position: string;
  move: Move | null;
  children: number[];
  // The child gone to last: where Forward leads.
  next: number | null;
  shown: Position | null;
}

export interface Trouble { word: "gone" | "refused" | "badLink" | "unknownGame"; detail: string }

export interface Challenge { daily: boolean; seed: number; failed: boolean; solved: boolean; plies: number }

export interface State {
  games: Game[];
  // None while the gallery is shown.
  game: Game | null;
  board: Board;
  nodes: Node[];
  at: number;
  // What was last answered, kept on the board while the next answer is awaited.
  shown: Position | null;
  // What a move just made looks like until the answer is there.
  guess: Scene | null;
  trouble: Trouble | null;
  selected: number[];
  preview: Move | null;
  focus: number;
  showValues: boolean;
  // Which side the machine plays; none while exploring.
  machine: 0 | 1 | null;
  strength: string;
  puzzle: Challenge | null;
  line: Line | null | "unknown" | "asked";
  running: boolean;
  draft: Draft | null;
  busy: boolean;
}

export const state: State = {
  games: [], game: null, board: null as unknown as Board, nodes: [], at: 0, shown: null, guess: null, trouble: null, selected: [],
  preview: null, focus: 0, showValues: true, machine: null, strength: kept("strength") ?? "perfect", puzzle: null, line: null,
  running: false, draft: null, busy: true,
};

export const here = (): Node => state.nodes[state.at];

// The games of one family, in the order of the server.
export const variants = (family: string): Game[] => state.games.filter((game) => game.family.id === family);

// Whether values are known here: of an unsolved game only the rules are.
export const rated = (): boolean => state.game?.state === "solved" || state.game?.state === "search";

// The positions from the start to the present one, and on where Forward leads.
export function path(): number[] {
  const ids: number[] = [];
  for (let id = state.at; id >= 0; id = state.nodes[id].parent) ids.unshift(id);
  for (let id = state.nodes[state.at]?.next ?? null; id !== null; id = state.nodes[id].next) ids.push(id);
  return ids;
}

// The address of what is shown: #/GAME/POSITION.
export const link = (): string => (state.game ? `#/${state.game.game}/${encodeURI(here().position)}` : "#/");

// What is shown of a puzzle or of a game against the machine must not tell values.
export const hidesValues = (): boolean => !state.showValues || (state.puzzle !== null && !state.puzzle.solved);

// Where a move that leaves nothing to draw, such as one into the goal, has put its piece.
function sceneOf(shown: Position): Scene {
  const { move, parent } = here();
  const before = parent >= 0 ? state.nodes[parent].shown : null;
  if (shown.scene.pieces.length > 0 || shown.scene.links.length > 0 || !move || !before || move.gesture.kind !== "arrow") return shown.scene;
  return moved(before.scene, move);
}

// The scene after a move of one piece from a cell to another.
export function moved(scene: Scene, { gesture }: Move): Scene {
  const [from, to, taken] = gesture.cells;
  const piece = scene.pieces.filter((one) => one.cell === from).pop();
  if (!piece) return scene;
  const captured = state.board.stack > 1 ? undefined : to;
  const rest = scene.pieces.filter((one) => one !== piece && one.cell !== captured && one.cell !== taken);
  return { ...scene, pieces: [...rest, { cell: to, kind: piece.kind }] };
}

// What the board shows.
export function view(): View {
  const { board, shown, draft, guess } = state;
  const none = { pieces: [], links: [], mover: null, turn: null };
  const last = here()?.move ?? null;
  const decided = shown?.over && !guess ? (shown.decided.length > 0 ? shown.decided : last?.gesture.cells.slice(-1) ?? []) : [];
  const locked = draft || guess || !shown || shown.over || state.machine === shown.side || state.puzzle?.solved
    || (state.puzzle && shown.side !== state.nodes[0].shown?.side);
  return {
    board,
    scene: draft?.scene ?? guess ?? (shown ? sceneOf(shown) : none),
    moves: locked ? [] : shown.moves,
    selected: !draft ? state.selected : draft.from === null ? [] : [draft.from],
    preview: state.preview,
    showValues: !hidesValues() && shown?.source !== "rules",
    last: draft ? null : last,
    decided: draft ? [] : decided,
  };
}
