// Values of moves: how good they are, and how they are shown without colour.

import type { Move } from "./api";

const ranks: Record<string, number> = { win: 0, draw: 1, unknown: 2, loss: 3 };

export const kindOf = (move: Move): string => (move.value === undefined ? "none" : (move.value ?? "unknown"));

// Smaller is better: quick wins, slow wins, draws, what is not known, slow losses, quick losses.
export function rank(move: Move): number {
  const kind = kindOf(move);
  const plies = move.plies ?? 0;
  return (ranks[kind] ?? 2) * 10_000 + (kind === "loss" ? -plies : plies);
}

export const best = (moves: Move[]): Move => moves.reduce((a, b) => (rank(b) < rank(a) ? b : a));

const signs: Record<string, string> = { win: "+", draw: "=", loss: "−", unknown: "?", none: "" };

// A sign and the distance, such as +7.
export const badge = (value: string | null | undefined, plies: number | null | undefined): string =>
  signs[value === undefined ? "none" : (value ?? "unknown")] + (plies ?? "");

// A move for the machine to make.
export function choose(moves: Move[], strength: string, random: () => number): Move {
  const any = (some: Move[]): Move => some[Math.floor(random() * some.length)];
  const top = best(moves);
  switch (strength) {
    case "perfect":
      return any(moves.filter((move) => rank(move) === rank(top)));
    case "strong":
      return any(moves.filter((move) => kindOf(move) === kindOf(top)));
    case "casual":
      return random() < 0.7 ? any(moves.filter((move) => kindOf(move) === kindOf(top))) : any(moves);
    default:
      return any(moves);
  }
}
