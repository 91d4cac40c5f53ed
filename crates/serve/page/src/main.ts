// The explorer: begins, and says what every button does.

import { actions, beginEdit, best } from "./actions";
import * as api from "./api";
import { hands } from "./choosing";
import { showStatistics } from "./counting";
import { listen } from "./hands";
import { byId, html } from "./markup";
import { render } from "./render";
import { copyLink, keep, kept, speak } from "./settings";
import { begin, state, variants } from "./state";
import { goTo, openGame, openLink, restart } from "./travel";
import * as words from "./words";

async function main(): Promise<void> {
  const preferred = kept("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  speak(preferred as words.Language);
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  begin(await api.games());
  byId("game").addEventListener("change", (event) => {
    const members = variants((event.target as HTMLSelectElement).value);
    void openGame((members.filter((game) => game.state === "solved").pop() ?? members[0]).game);
  });
  byId("variant").addEventListener("change", (event) => void openGame((event.target as HTMLSelectElement).value));
  byId("language").addEventListener("click", () => {
    speak(words.currentLanguage() === "ja" ? "en" : "ja");
    render();
    void showStatistics();
  });
  byId("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    keep("theme", document.documentElement.dataset.theme);
  });
  byId("start").addEventListener("click", () => void restart(state.game.start));
  byId("back").addEventListener("click", () => void goTo(state.now - 1));
  byId("forward").addEventListener("click", () => void goTo(state.now + 1));
  byId("best").addEventListener("click", best);
  byId("edit").addEventListener("click", () => (state.draft ? actions.set({ draft: null }) : beginEdit()));
  byId("copy").addEventListener("click", () => void copyLink());
  listen(byId("board"), hands);
  byId("statistics").addEventListener("toggle", () => void showStatistics());
  byId("statistics-body").addEventListener("click", (event) => {
    const position = (event.target as Element).getAttribute("data-open");
    if (position) { actions.open(position); scrollTo({ top: 0, behavior: "smooth" }); }
  });
  window.addEventListener("hashchange", () => void openLink());
  await openLink();
}

main().catch((error: unknown) => {
  byId("status").replaceChildren(html("p", { class: "bad" }, `${words.say("unreachable")} ${error instanceof Error ? error.message : ""}`));
});
