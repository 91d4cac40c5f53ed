// What the two sides of a game are called. Most have a first and a second player; where one
// player is alone against several, each with a colour, the sides are named by their colours.

import type { Board } from "./api";
import * as words from "./words";

// The colours of both sides where one of them has a single one and the other more.
function party({ turns }: Board): [string[], string[]] | null {
  const of = (side: number): string[] => turns.filter((turn) => turn.side === side).map((turn) => turn.symbol);
  const [first, second] = [of(0), of(1)];
  return Math.min(first.length, second.length) === 1 && first.length !== second.length ? [first, second] : null;
}

// "First player", or "A", or "B and C".
export function sideName(board: Board, side: number): string {
  const sides = party(board);
  return sides ? words.together(sides[side === 0 ? 0 : 1]) : words.say(side === 0 ? "first" : "second");
}

// "The first player wins", or "B and C win".
export const sideWins = (board: Board, side: number): string =>
  words.wins(sideName(board, side), party(board)?.[side === 0 ? 0 : 1].length ?? 1);

// Who is to move: "First player (C)", or, where a colour is a player, "B".
export function moverName(board: Board, side: number, turn = ""): string {
  if (turn && party(board)) return turn;
  return turn ? `${sideName(board, side)} (${turn})` : sideName(board, side);
}

// "A alone against B and C", where it is so.
export function contest(board: Board): string | null {
  const sides = party(board);
  if (!sides) return null;
  const [alone, others] = sides[0].length === 1 ? sides : [sides[1], sides[0]];
  return words.aloneAgainst(alone[0], words.together(others));
}
