// Values: how good they are, and how they are shown without colour.

import type { Move, Outcome, Rating } from "./api";
import { distance } from "./words";

type Worth = Outcome | "unknown";

const ranks: Record<Worth, number> = { win: 0, draw: 1, unknown: 2, loss: 3 };

export const worth = (rating: Rating): Worth => rating.value ?? "unknown";

// Smaller is better: complete wins, quick wins, slow wins, draws, what is not
// known, slow losses, quick losses, complete losses.
export function rank(rating: Rating): number {
  const clearly = rating.kind === "complete" ? 1 : 0;
  const plies = rating.plies ?? 0;
  const within = worth(rating) === "loss" ? clearly * 100_000 - plies : plies - clearly * 100_000;
  return ranks[worth(rating)] * 1_000_000 + within;
}

export const best = (moves: Move[]): Move => moves.reduce((a, b) => (rank(b) < rank(a) ? b : a));

const signs: Record<Worth, string> = { win: "+", draw: "=", loss: "−", unknown: "?" };

// A sign and the distance, such as +7; the sign twice if all is won or lost.
export function badge(rating: Rating): string {
  const sign = signs[worth(rating)];
  return (rating.kind === "complete" ? sign + sign : sign) + (rating.plies === null ? "" : distance(rating.plies));
}

// A move for the machine to make.
export function choose(moves: Move[], strength: string, random: () => number): Move {
  const any = (some: Move[]): Move => some[Math.floor(random() * some.length)];
  const top = best(moves);
  switch (strength) {
    case "perfect":
      return any(moves.filter((move) => rank(move) === rank(top)));
    case "strong":
      return any(moves.filter((move) => worth(move) === worth(top)));
    case "casual":
      return random() < 0.7 ? any(moves.filter((move) => worth(move) === worth(top))) : any(moves);
    default:
      return any(moves);
  }
}
