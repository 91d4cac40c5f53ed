// Puzzles: exactly one move wins. The daily one is the same for everybody on
// that day: game and number follow from the date. Streaks stay in the browser.

import * as api from "./api";
import { best } from "./rating";
import { render } from "./render";
import { keep, kept } from "./settings";
import { here, state } from "./state";
import { make, restart, tell } from "./travel";

// Games that every server has; a published site may have others.
const DAILY = ["quixo-4x4", "dodgem-3", "nocca-4x4", "quixo-3x3", "nocca-3x4", "connect-four-4x4"];

function dailyGame(day: number): string {
  const solved = state.games.filter((game) => game.state === "solved").map((game) => game.game);
  const usual = DAILY.filter((id) => solved.includes(id));
  const games = !api.published ? DAILY : usual.length > 0 ? usual : solved;
  return games[day % games.length] ?? DAILY[0];
}

export const today = (): number => Math.floor(Date.now() / 86_400_000);

// `daily`, or GAME/NUMBER.
export async function begin(address: string): Promise<void> {
  const [name, number] = address.split("/");
  const daily = name === "" || name === "daily";
  const seed = daily ? today() : Number(number) || 0;
  const id = daily ? dailyGame(seed) : name;
  state.busy = true;
  try {
    const [game, puzzle] = await Promise.all([api.game(id), api.puzzle(id, seed)]);
    Object.assign(state, {
      game, board: game.seen, machine: null, showValues: true, draft: null, trouble: null, running: false,
      puzzle: { daily, seed, failed: false, solved: false, plies: puzzle.plies ?? 0 },
    });
    await restart(puzzle.position, "stay");
  } catch (error) {
    tell(error);
    render();
  }
}

// After every answer: was it right, and what does the other side reply?
export function judge(): void {
  const { puzzle, shown } = state;
  if (!puzzle || !shown || here().parent < 0 || puzzle.solved) return;
  const side = state.nodes[0].shown?.side;
  if (shown.over || shown.side !== side) {
    const won = shown.value === "loss" && shown.side !== side || shown.over && shown.value === "win" && shown.side === side;
    if (!won) {
      puzzle.failed = true;
      return render();
    }
    puzzle.failed = false;
    if (shown.over) return solved();
    render();
    setTimeout(() => state.puzzle === puzzle && state.shown === shown && void make(best(shown.moves), true), 350);
  }
}

function solved(): void {
  const puzzle = state.puzzle!;
  puzzle.solved = true;
  if (puzzle.daily) {
    const streak = readStreak();
    const days = streak.last === today() - 1 ? streak.days + 1 : streak.last === today() ? streak.days : 1;
    keep("streak", JSON.stringify({ last: today(), days }));
  }
  render();
}

export function readStreak(): { last: number; days: number } {
  try {
    const { last, days } = JSON.parse(kept("streak") ?? "{}");
    return Number.isInteger(last) && last >= today() - 1 ? { last, days } : { last: 0, days: 0 };
  } catch {
    return { last: 0, days: 0 };
  }
}
