// Answers in place of a server, on a site made by `kaiketsu publish`: what can be
// said beforehand lies there as files, and positions are valued by a program in
// WebAssembly. It cannot wait for the network, so it says which parts of files it
// needs; they are fetched, given to it, and it is asked again.

interface Program {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(): number;
  answer(): number;
  give(number: number, whole: boolean): void;
}

interface Piece { file: string; offset: number; length: number }
interface FileFacts { name: string; bytes: number }
interface Refusal { reason: string; message: string; status: number }
type Said = { need: Piece[] } | { body: unknown } | { refused: Refusal };

export interface Answered { status: number; body: unknown }

const refused = (status: number, reason: string, message: string): Answered => ({ status, body: { reason, message, status } });

// A site below an address, with the version of its program.
export class Site {
  private program: Promise<Program> | null = null;
  private readonly files = new Map<string, Promise<FileFacts[]>>();
  // One question at a time: what is needed belongs to the last one.
  private turn: Promise<unknown> = Promise.resolve();

  // `compiled` is the program in machine code, once there is one: it outlives its runs.
  constructor(private readonly base: string, private readonly version: string, private compiled: Promise<WebAssembly.Module> | null = null) {}

  // The same site as one sees it who has its program, but nothing else yet.
  visitor(): Site {
    return new Site(this.base, this.version, this.compiled);
  }

  // What the API of a server would answer at this address. Fails if the host does.
  async answer(path: string, body?: string): Promise<Answered> {
    const [place, query] = path.split("?");
    const [, id, what] = place.split("/");
    const asked = new URLSearchParams(query);
    const position = asked.get("position");
    switch (what) {
      case undefined:
        return this.file(id === undefined ? "games.json" : `games/${id}/facts.json`, "unknown_game");
      case "statistics":
        return this.file(`games/${id}/statistics.json`, "no_statistics");
      case "puzzle":
        return this.puzzle(id, Number(asked.get("seed") ?? 0));
      case "board":
        return this.ask(id, { board: { position } });
      case "position":
        return this.ask(id, { position: { position, line: Number(asked.get("line") ?? 0) } });
      case "annotate":
        return this.ask(id, { annotate: { record: body ?? "" } });
      default:
        return refused(403, "not_allowed", "this site has no server: nothing is solved here");
    }
  }

  private async fetch(path: string, range?: Piece): Promise<Response> {
    const headers = range ? { range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : undefined;
    return fetch(`${this.base}${path}?${this.version}`, { headers });
  }

  private async file(path: string, missing: string): Promise<Answered> {
    const response = await this.fetch(path);
    if (response.status === 404) return refused(404, missing, "this site does not have it");
    if (!response.ok) throw new Error(response.statusText);
    return { status: 200, body: await response.json() };
  }

  private async puzzle(id: string, seed: number): Promise<Answered> {
    const found = await this.file(`games/${id}/puzzles.json`, "not_found");
    const puzzles = found.body as unknown[];
    if (found.status !== 200 || puzzles.length === 0) return refused(404, "not_found", `no puzzle of ${id} was found`);
    return { status: 200, body: puzzles[seed % puzzles.length] };
  }

  private async ask(id: string, ask: unknown): Promise<Answered> {
    const question = this.turn.then(() => this.settle(id, ask));
    this.turn = question.catch(() => undefined);
    return question;
  }

  // Asks until nothing is needed any more.
  private async settle(id: string, ask: unknown): Promise<Answered> {
    const listed = this.files.get(id) ?? this.file(`games/${id}/files.json`, "unknown_game").then((found) => {
      if (found.status !== 200) throw new Error(`no ${id}`);
      return (found.body as { files: FileFacts[] }).files;
    });
    this.files.set(id, listed);
    const files = await listed.catch((error: unknown) => { this.files.delete(id); throw error; });
    this.program ??= this.load();
    const program = await this.program.catch((error: unknown) => { this.program = null; throw error; });
    let before = "";
    for (let again = false; ; again = true) {
      const said = this.say(program, { game: id, files, again, ask });
      if ("refused" in said) return { status: said.refused.status, body: said.refused };
      if ("body" in said) return { status: 200, body: said.body };
      const now = JSON.stringify(said.need);
      if (now === before) throw new Error(`${id}: what was given does not help`);
      before = now;
      const given = await Promise.all(said.need.map((piece) => this.part(id, piece, files)));
      given.forEach(({ bytes, whole }, number) => this.give(program, number, bytes, whole));
    }
  }

  private async load(): Promise<Program> {
    this.compiled ??= this.compile();
    const compiled = await this.compiled.catch((error: unknown) => { this.compiled = null; throw error; });
    const instance = await WebAssembly.instantiate(compiled);
    return instance.exports as unknown as Program;
  }

  private async compile(): Promise<WebAssembly.Module> {
    const response = await this.fetch("kaiketsu.wasm");
    if (!response.ok) throw new Error(response.statusText);
    return WebAssembly.compile(await response.arrayBuffer());
  }

  // Part of a file, or all of it from a host that does not know parts.
  private async part(id: string, piece: Piece, files: FileFacts[]): Promise<{ bytes: Uint8Array; whole: boolean }> {
    const all = piece.offset === 0 && files.some((file) => file.name === piece.file && file.bytes === piece.length);
    const response = await this.fetch(`games/${id}/files/${piece.file}`, all ? undefined : piece);
    if (!response.ok) throw new Error(response.statusText);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const whole = response.status !== 206;
    if (!whole && bytes.length !== piece.length) throw new Error(`${piece.file}: ${bytes.length} bytes in place of ${piece.length}`);
    return { bytes, whole };
  }

  private write(program: Program, bytes: Uint8Array): void {
    const room = program.room(bytes.length);
    new Uint8Array(program.memory.buffer, room, bytes.length).set(bytes);
  }

  private give(program: Program, number: number, bytes: Uint8Array, whole: boolean): void {
    this.write(program, bytes);
    program.give(number, whole);
  }

  private say(program: Program, question: unknown): Said {
    try {
      this.write(program, new TextEncoder().encode(JSON.stringify(question)));
      const length = program.ask();
      const answer = new Uint8Array(program.memory.buffer, program.answer(), length);
      return JSON.parse(new TextDecoder().decode(answer)) as Said;
    } catch (error) {
      this.program = null; // what has stopped once is begun anew
      throw error;
    }
  }
}
