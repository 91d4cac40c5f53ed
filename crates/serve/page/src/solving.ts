// An unsolved game says so, what solving takes, and solves it where that is
// possible. An open page notices when a database appears.

import * as api from "./api";
import { html } from "./markup";
import { render } from "./render";
import { state } from "./state";
import { load } from "./travel";
import * as words from "./words";

let plan: api.Plan | null = null;
let course: api.Course | null = null;
let problem: string | null = null;
let watched = "";
let drawn = "";
let timer = 0;

// Asks now and then how an unsolved game stands, while the page is looked at.
export function watch(): void {
  const id = state.game?.state === "unsolved" ? state.game.game : "";
  if (id === watched) return;
  watched = id;
  clearTimeout(timer);
  [plan, course, problem] = [null, null, null];
  if (id) void look(id);
}

async function look(id: string): Promise<void> {
  try {
    plan ??= await api.plan(id).catch((error: api.Refused) => { if (error.reason === "unreachable") throw error; return null; });
    course = await api.course(id);
    if (id !== watched) return;
    const game = course.state === "solving" ? null : await api.game(id);
    if (id !== watched) return;
    if (game && game.state !== "unsolved" && state.game?.game === id) {
      watched = "";
      state.games = await api.games();
      Object.assign(state, { game });
      state.nodes.forEach((node) => { node.shown = null; });
      return load();
    }
    problem = course.message ? words.say("solveFailed") : null;
  } catch (error) {
    problem = words.refusal(error);
  }
  if (id !== watched) return;
  // Only what has changed is worth drawing anew.
  const now = JSON.stringify([plan, course?.state, course?.share, problem]);
  if (now !== drawn || course?.state === "solving") render();
  drawn = now;
  timer = window.setTimeout(() => void look(id), course?.state === "solving" ? 400 : document.hidden ? 10_000 : 2_500);
}

async function act(work: (id: string) => Promise<api.Course>): Promise<void> {
  clearTimeout(timer);
  const id = watched;
  try {
    course = await work(id);
    problem = null;
  } catch (error) {
    problem = words.refusal(error);
  }
  render();
  timer = window.setTimeout(() => void look(id), 300);
}

export function solveCard(): HTMLElement | null {
  if (state.game?.state !== "unsolved") return null;
  const command = html("code", {}, `kaiketsu solve ${state.game.game}`);
  const solving = course?.state === "solving";
  // What was found before the search was given up is the least there can be.
  const most = plan?.exact === false ? "> " : "";
  const takes = plan && html("dl", { class: "plan", id: "plan" },
    ...([["planPositions", most + words.number(plan.positions)], ["planMemory", most + words.bytes(plan.memory_needed)],
      ["planDisk", most + words.bytes(plan.disk_expected)], ["planTime", plan.seconds === null ? words.say("notKnown") : words.seconds(plan.seconds)]] as const)
      .flatMap(([word, text]) => [html("dt", {}, words.say(word)), html("dd", {}, text)]));
  const can = plan?.fits && plan.allowed && !solving;
  return html("section", { class: "card", id: "solving", "aria-label": words.say("solveTitle") },
    html("h2", {}, words.say("solveTitle")),
    html("p", {}, words.say("solveWhat")),
    takes,
    plan && !plan.fits ? html("p", { class: "note", id: "solve-large" }, words.say(plan.exact ? "solveLarge" : "solveUnknown")) : null,
    plan && plan.fits && !plan.allowed ? html("p", { class: "note" }, words.say("solveForbidden")) : null,
    can ? html("button", { type: "button", id: "solve-now", class: "primary", click: () => void act(api.solve) }, words.say("solveNow")) : null,
    solving ? html("div", { id: "solve-course" },
      html("progress", { max: 1, value: course!.share, "aria-label": words.say("solving") }),
      html("p", { class: "note" }, `${words.say("solving")} ${(100 * course!.share).toFixed(0)} % · ${words.seconds(course!.seconds)}`),
      html("button", { type: "button", id: "solve-stop", click: () => void act(api.stop) }, words.say("stop"))) : null,
    course?.state === "stopped" ? html("p", { class: "note", id: "solve-stopped" }, words.say("solveStopped")) : null,
    problem ? html("p", { class: "bad", role: "alert" }, problem) : null,
    html("p", { class: "note" }, words.say("unsolved"), " ", command));
}
