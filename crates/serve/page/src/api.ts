// The API as the page uses it. The types are made from docs/openapi.json by
// ./build; /api/v1/openapi.json has the same. The page knows positions and moves
// only as people see them: one board, from the first player's side.

import type { components } from "./api-types";

type Schemas = components["schemas"];

export type Outcome = Schemas["Outcome"];
export type Rating = Schemas["Rating"];
export type Cell = Schemas["Cell"];
export type Kind = Schemas["PieceKind"];
export type Board = Schemas["Board"];
export type Game = Schemas["GameFacts"];
export type Scene = Schemas["Scene"];
export type Gesture = Schemas["Gesture"];
export type Counts = Schemas["CountsAnswer"];
export type Statistics = Schemas["StatisticsAnswer"];
export type Plan = Schemas["PlanAnswer"];
export type Course = Schemas["SolveAnswer"];
export type Puzzle = Schemas["PuzzleView"];
export type Annotation = Schemas["Annotation"];

// A move as people see it, and the position it leads to.
export interface Move extends Rating { move: string; position: string; gesture: Gesture; passes: boolean; mark: string }

export interface Line { moves: Move[]; end: string; strategy: string }

// A position as people see it.
export interface Position extends Rating {
  position: string;
  scene: Scene;
  // The side to move: 0 is the first player.
  side: 0 | 1;
  over: boolean;
  source: Schemas["Source"];
  complete: boolean;
  // The cells that decided a finished game.
  decided: number[];
  moves: Move[];
  line: Line | null;
}

export class Refused extends Error {
  constructor(readonly reason: string, message: string) {
    super(message);
  }
}

// The version of a site without a server; see published.ts.
const version = document.documentElement.dataset.published;
export const published = version !== undefined;
const program = `./published.js?${version}`;
const site = version === undefined ? null : (import(program) as Promise<typeof import("./published")>).then(({ Site }) => new Site("", version));

interface Request { method?: string; body?: string; headers?: Record<string, string> }

async function ask(path: string, options?: Request): Promise<{ status: number; body: unknown }> {
  if (site) return (await site).answer(path, options?.body);
  const response = await fetch(`api/v1/${path}`, options);
  return { status: response.status, body: await response.json().catch(() => ({ message: response.statusText })) };
}

async function read<T>(path: string, options?: Request): Promise<T> {
  const answered = await ask(path, options).catch(() => { throw new Refused("unreachable", ""); });
  const { reason, message } = answered.body as { reason?: string; message?: string };
  if (answered.status >= 400) throw new Refused(reason ?? "internal", message ?? "");
  if (answered.status === 202) throw new Refused("counting", "");
  return answered.body as T;
}

const seenMove = ({ seen, value, plies, kind, passes, mark }: Schemas["MoveView"]): Move =>
  ({ ...seen, value, plies, kind, passes, mark: mark ?? "" });

const seenPosition = (view: Schemas["PositionView"]): Position => ({
  value: view.value, plies: view.plies, kind: view.kind, position: view.seen.position, scene: view.seen.scene,
  side: view.side === "second" ? 1 : 0, over: view.over, source: view.source, complete: view.complete,
  decided: view.seen.decided_by, moves: view.moves.map(seenMove),
  line: view.line ? { moves: view.line.moves.map(seenMove), end: view.line.end, strategy: view.line.strategy } : null,
});

export const games = async (): Promise<Game[]> => (await read<Schemas["GameList"]>("games")).games;
export const game = (id: string): Promise<Game> => read(`games/${encodeURIComponent(id)}`);
export const statistics = (id: string): Promise<Statistics> => read(`games/${id}/statistics`);

const at = (position: string): string => `position=${encodeURIComponent(position)}`;
const view = async (path: string): Promise<Position> => seenPosition(await read(path));
export const position = (id: string, text: string): Promise<Position> => view(`games/${id}/position?${at(text)}`);
export const rules = (id: string, text: string): Promise<Position> => view(`games/${id}/board?${at(text)}`);
export const line = (id: string, text: string): Promise<Position> => view(`games/${id}/position?${at(text)}&line=200`);

export const plan = (id: string): Promise<Plan> => read(`games/${id}/plan`);
export const course = (id: string): Promise<Course> => read(`games/${id}/solve`);
export const solve = (id: string): Promise<Course> =>
  read(`games/${id}/solve`, { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
export const stop = (id: string): Promise<Course> => read(`games/${id}/solve`, { method: "DELETE" });
export const puzzle = (id: string, seed: number): Promise<Puzzle> => read(`games/${id}/puzzle?seed=${seed}&min_plies=3&max_plies=9`);
export const annotate = (id: string, record: string): Promise<Annotation> =>
  read(`games/${id}/annotate`, { method: "POST", body: record, headers: { "content-type": "text/plain" } });
