// The statistics under the board, asked for when they are opened.

import * as api from "./api";
import { charts } from "./charts";
import { byId, html } from "./markup";
import { state } from "./state";
import * as words from "./words";

let asking = "";

export async function showStatistics(): Promise<void> {
  const body = byId("statistics-body");
  const { game } = state;
  const key = `${game?.game} ${words.currentLanguage()}`;
  if (!game || !byId<HTMLDetailsElement>("statistics").open || body.dataset.game === key || asking === key) return;
  asking = key;
  body.replaceChildren(html("p", {}, words.say("counting")));
  try {
    const found = await api.statistics(game.game);
    if (state.game !== game) return;
    const note = html("p", { class: "note" }, words.say(game.distances ? "convention" : "noDistances"));
    body.replaceChildren(...charts(found), note);
    body.dataset.game = key;
  } catch (error) {
    const refused = error as api.Refused;
    if (refused.reason === "counting") setTimeout(() => void showStatistics(), 2000);
    else if (refused.reason === "no_statistics") body.replaceChildren(html("p", {}, words.say("noStatistics")));
    else body.replaceChildren(html("p", { class: "bad" }, words.refusal(error), " ", html("button", { type: "button", class: "small", click: () => void showStatistics() }, words.say("retry"))));
  } finally {
    asking = "";
  }
}
