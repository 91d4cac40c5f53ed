// The explorer: begins, and says what every button does.

import { actions, beginEdit, best } from "./actions";
import * as api from "./api";
import { hands } from "./choosing";
import { showStatistics } from "./counting";
import { listen } from "./hands";
import { byId } from "./markup";
import { challenge } from "./opponent";
import { render } from "./render";
import { copyLink, keep, kept, speak } from "./settings";
import { state, variants } from "./state";
import { back, forward, goTo, openGame, openLink, popped, tell } from "./travel";
import { showRules } from "./rulesbook";
import * as words from "./words";

async function begin(): Promise<void> {
  try {
    state.games = await api.games();
  } catch (error) {
    tell(error);
    render();
    setTimeout(() => void begin(), 2000);
    return;
  }
  state.trouble = null;
  await openLink();
}

async function main(): Promise<void> {
  const preferred = kept("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  speak(preferred as words.Language);
  words.useMoves(kept("distances") === "moves");
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  byId("game").addEventListener("change", (event) => {
    const members = variants((event.target as HTMLSelectElement).value);
    void openGame((members.filter((game) => game.state === "solved").pop() ?? members[0]).game);
  });
  byId("variant").addEventListener("change", (event) => void openGame((event.target as HTMLSelectElement).value));
  byId("language").addEventListener("click", () => {
    speak(words.currentLanguage() === "ja" ? "en" : "ja");
    render();
  });
  byId<HTMLSelectElement>("distances").value = words.countsMoves() ? "moves" : "plies";
  byId("distances").addEventListener("change", (event) => {
    const unit = (event.target as HTMLSelectElement).value;
    keep("distances", unit);
    words.useMoves(unit === "moves");
    render();
  });
  byId("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    keep("theme", document.documentElement.dataset.theme);
  });
  byId("start").addEventListener("click", () => { state.running = false; void goTo(0); });
  byId("back").addEventListener("click", back);
  byId("forward").addEventListener("click", forward);
  byId("best").addEventListener("click", best);
  byId("edit").addEventListener("click", () => (state.draft ? actions.set({ draft: null }) : beginEdit()));
  byId("copy").addEventListener("click", () => void copyLink());
  listen(byId("board"), hands);
  byId("statistics").addEventListener("toggle", () => void showStatistics());
  byId("rules").addEventListener("toggle", () => void showRules(byId("rules-pictures")));
  byId("statistics-body").addEventListener("click", (event) => {
    const position = (event.target as Element).getAttribute("data-open");
    if (position) { actions.open(position); scrollTo({ top: 0, behavior: "smooth" }); }
  });
  // Play in the gallery: a game as the first player at once.
  document.addEventListener("click", (event) => {
    const game = (event.target as Element).closest("[data-play]")?.getAttribute("data-play");
    if (!game) return;
    event.preventDefault();
    void openGame(game).then(() => challenge(1));
  });
  window.addEventListener("popstate", (event) => void popped(event));
  await begin();
}

void main();
