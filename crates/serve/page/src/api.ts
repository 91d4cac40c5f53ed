// The API as the page uses it. The types are made from docs/openapi.json by
// ./build; /api/v1/openapi.json has the same.

import type { components } from "./api-types";

type Schemas = components["schemas"];

export type Outcome = Schemas["Outcome"];
export type Rating = Schemas["Rating"];
export type Cell = Schemas["Cell"];
export type Kind = Schemas["PieceKind"];
export type Board = Schemas["Board"];
export type Game = Schemas["GameFacts"];
export type Scene = Schemas["Scene"];
export type Move = Schemas["MoveView"];
export type Line = Schemas["LineView"];
export type Position = Schemas["PositionView"];
export type Counts = Schemas["CountsAnswer"];
export type Statistics = Schemas["StatisticsAnswer"];

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

export const games = async (): Promise<Game[]> => (await read<Schemas["GameList"]>("games")).games;
export const game = (id: string): Promise<Game> => read(`games/${id}`);
export const statistics = (id: string): Promise<Statistics> => read(`games/${id}/statistics`);

const at = (position: string): string => `position=${encodeURIComponent(position)}`;
export const position = (id: string, text: string): Promise<Position> => read(`games/${id}/position?${at(text)}`);
export const rules = (id: string, text: string): Promise<Position> => read(`games/${id}/board?${at(text)}`);
export const line = (id: string, text: string): Promise<Position> =>
  read(`games/${id}/position?${at(text)}&line=200`);
