// The API as the page uses it; /api/v1/openapi.json has all of it.

export type Outcome = "win" | "loss" | "draw";

export interface Cell { name: string; x: number; y: number; form: "square" | "cube" | "ring" | "exit" | "point"; size: number }
export interface Kind { symbol: string; name: string; side: number; form: string; label: string }
export type TextPart = { cell: number } | { letters: string } | { turn: boolean } | { links: boolean };

export interface Board {
  width: number;
  height: number;
  cells: Cell[];
  kinds: Kind[];
  stack: number;
  view: "fixed" | "swapped" | "upside_down" | "half_turn" | "transposed";
  empty: string;
  text: TextPart[];
  turns: { symbol: string; side: number }[];
  links: boolean;
  lines: [number, number][];
}

export interface Game {
  game: string;
  title: string;
  state: "solved" | "unsolved" | "damaged" | "search";
  start: string;
  stored_positions: number | null;
  distances: boolean;
  about?: string;
  board?: Board;
}

export interface Scene {
  pieces: { cell: number; kind: number }[];
  links: { cells: number[]; kind: number }[];
  mover: number | null;
  turn: number | null;
}

export interface Move {
  move: string;
  position: string;
  value?: Outcome | null;
  plies?: number | null;
  passes: boolean;
  gesture: { kind: "listed" | "place" | "arrow" | "capture" | "pair"; cells: number[] };
}

export interface Line {
  moves: { move: string; position: string; value: Outcome; plies: number | null }[];
  strategy: string;
  end: "over" | "repeats" | "cut";
}

// A position with values, or by its rules alone where the game is not solved.
export interface Position {
  position: string;
  value?: Outcome | null;
  plies?: number | null;
  over: boolean;
  ending?: Outcome | null;
  source?: "database" | "search";
  complete?: boolean;
  note?: string | null;
  scene: Scene;
  moves: Move[];
  line?: Line | null;
}

export interface Counts { win: number; loss: number; draw: number }

export interface Statistics {
  counted: "positions" | "stored";
  total: Counts;
  longest_win: { plies: number; position: string } | null;
  longest_loss: { plies: number; position: string } | null;
  by_plies: { plies: number; value: Outcome; positions: number }[] | null;
  by_layer: (Counts & { layer: string })[];
  tables: { name: string; keys: string[]; rows: (Counts & { key: number[] })[] }[];
}

export class Refused extends Error {
  constructor(readonly reason: string, message: string) {
    super(message);
  }
}

async function read<T>(path: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`api/v1/${path}`);
  } catch {
    throw new Refused("unreachable", "");
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(body.reason ?? "internal", body.message ?? response.statusText);
  if (response.status === 202) throw new Refused("counting", "");
  return body as T;
}

export const games = async (): Promise<Game[]> => (await read<{ games: Game[] }>("games")).games;
export const game = (id: string): Promise<Game> => read(`games/${id}`);
export const statistics = (id: string): Promise<Statistics> => read(`games/${id}/statistics`);

const at = (position: string): string => `position=${encodeURIComponent(position)}`;
export const position = (id: string, text: string): Promise<Position> => read(`games/${id}/position?${at(text)}`);
export const rules = (id: string, text: string): Promise<Position> => read(`games/${id}/board?${at(text)}`);
export const line = (id: string, text: string): Promise<Position> =>
  read(`games/${id}/position?${at(text)}&line=200`);
