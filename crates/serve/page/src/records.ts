// Game records: what was played as text, and text played through. The format is
// that of docs/records.md.

import * as api from "./api";
import { html } from "./markup";
import { render } from "./render";
import { type Node, path, state } from "./state";
import { goTo } from "./travel";
import * as words from "./words";

export function write(): string {
  const ids = path();
  const root = state.nodes[ids[0]].position;
  const start = root === state.game!.start || root === `first:${state.game!.start}` ? "" : `start: ${root}\n`;
  const seen = ["upside_down", "half_turn", "transposed"].includes(state.board.view) ? "seen-by: first\n" : "";
  const last = state.nodes[ids[ids.length - 1]].shown;
  const result = !last?.over ? "*" : last.value === "draw" ? "draw" : (last.value === "win") === (last.side === 0) ? "first" : "second";
  const moves = ids.slice(1).map((id) => state.nodes[id].move!.move);
  const lines = Array.from({ length: Math.ceil(moves.length / 10) }, (_, n) => moves.slice(10 * n, 10 * n + 10).join(" "));
  return `game: ${state.game!.game}\n${start}${seen}result: ${result}\n\n${lines.join("\n")}\n`;
}

// Plays a record through on the server, and shows it from its start.
export async function read(text: string): Promise<string | null> {
  try {
    const found = await api.annotate(state.game!.game, text);
    const start = found.moves.length > 0 ? await api.position(state.game!.game, found.start ?? state.game!.start) : null;
    if (!start) return words.say("noMoves");
    const nodes: Node[] = [{ parent: -1, position: start.position, move: null, children: [], next: null, shown: null }];
    found.moves.forEach((note, ply) => {
      nodes[ply].children.push(ply + 1);
      nodes[ply].next = ply + 1;
      const gesture = { kind: "listed" as const, cells: [] };
      nodes.push({ parent: ply, position: note.leads_to, children: [], next: null, shown: null,
        move: { ...note.played, move: note.seen, position: note.leads_to, gesture, passes: true, mark: note.mark } });
    });
    Object.assign(state, { nodes, machine: null, showValues: true, running: false });
    await goTo(0);
    return null;
  } catch (error) {
    return words.refusal(error);
  }
}

let draft: string | null = null;
let problem: string | null = null;

export function recordCard(): HTMLElement | null {
  if (state.puzzle || !state.game || !["solved", "search"].includes(state.game.state)) return null;
  const copy = (): void => { draft = write(); problem = null; render(); document.querySelector<HTMLTextAreaElement>("#record")?.select(); };
  const use = async (): Promise<void> => { problem = await read(draft ?? ""); if (!problem) draft = null; render(); };
  const save = (): void => {
    const file = html("a", { href: URL.createObjectURL(new Blob([write()], { type: "text/plain" })), download: `${state.game!.game}.txt` });
    file.click();
    URL.revokeObjectURL(file.href);
  };
  return html("details", { class: "card", id: "records", ...(draft === null ? {} : { open: true }) }, html("summary", {}, words.say("record")),
    html("p", { class: "note" }, words.say("recordHelp")),
    html("textarea", { id: "record", rows: 6, "aria-label": words.say("record"), spellcheck: "false",
      input: (event) => { draft = (event.target as HTMLTextAreaElement).value; } }, draft ?? ""),
    problem ? html("p", { class: "bad", role: "alert" }, problem) : null,
    html("div", { class: "row" },
      html("button", { type: "button", id: "record-write", class: "small", click: copy }, words.say("recordWrite")),
      html("button", { type: "button", id: "record-read", class: "small", click: () => void use() }, words.say("recordRead")),
      html("button", { type: "button", id: "record-save", class: "small", click: save }, words.say("recordSave"))));
}
