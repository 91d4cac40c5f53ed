// Which games are variants of one another, by their ids and titles alone.

import type { Game } from "./api";

// Games whose ids differ in a size or an ending are variants of one family.
export function byFamily(games: Game[], chosen: Game): { families: [string, string][]; select: { family: string; variants: [Game, string][] } } {
  const familyOf = (game: Game): string => {
    const base = game.game.replace(/-\d+(x\d+)?$/, "");
    const shorter = games.find((other) => other !== game && game.game.startsWith(`${other.game}-`));
    return shorter ? shorter.game : base;
  };
  const families = new Map<string, Game[]>();
  for (const game of games) families.set(familyOf(game), [...(families.get(familyOf(game)) ?? []), game]);
  const title = (members: Game[]): string => members[0].title.replace(/[, ]*\d.*$/, "") || members[0].title;
  const family = familyOf(chosen);
  const members = families.get(family) ?? [chosen];
  const name = (game: Game): string => game.title.slice(title(members).length).replace(/^[, ]+/, "");
  return {
    families: [...families].map(([id, all]) => [id, title(all)]),
    select: { family, variants: members.map((game) => [game, name(game)]) },
  };
}
