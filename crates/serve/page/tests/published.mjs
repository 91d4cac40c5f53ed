// A site without a server: what `kaiketsu publish` wrote, served by a plain file
// server. Usage: node tests/published.mjs ADDRESS SITE FOLDER
// ADDRESS is that of a running `kaiketsu serve` over the same databases; SITE is the
// published folder; screenshots go to FOLDER. GAMES=quixo-4x5 TESTS=traffic looks at other
// games, or runs some of the tests.
import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { serveFolder } from "./fileserver.mjs";
import { here, launch, ready, together } from "./harness.mjs";

const [address, folder, shots] = process.argv.slice(2);
const POSITIONS = Number(process.env.POSITIONS ?? 1_000);
const GAMES = process.env.GAMES?.split(",") ?? ["quixo-4x4", "nocca-4x4", "dodgem-3", "tic-tac-toe", "otrio"];
const MOST_BYTES = 400_000;

const { Site } = await import(pathToFileURL(join(folder, "published.js")));
const api = async (path, options) => (await fetch(`${address}api/v1/${path}`, options)).json();
const at = (text) => `position=${encodeURIComponent(text)}`;

// A small generator, so that every run looks at the same positions.
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Positions of random games, the start first; no longer ones than `most` moves.
async function positions(site, id, count, most) {
  const random = generator(7);
  const start = (await site.answer(`games/${id}`)).body.start;
  const found = new Map();
  for (let games = 0; found.size < count && games < 50 * count; games += 1) {
    let text = start;
    for (let ply = 0; ply <= most && found.size < count; ply += 1) {
      const { status, body } = found.get(text) ?? (await site.answer(`games/${id}/board?${at(text)}`));
      assert.equal(status, 200, `${id} ${text}`);
      found.set(text, { status, body });
      if (body.over || body.moves.length === 0) break;
      text = body.moves[random(body.moves.length)].position;
    }
  }
  return [...found.keys()];
}

// The same JSON as the server's, position by position.
async function sameAsTheServer() {
  const host = await serveFolder(folder);
  for (const id of GAMES.filter((id) => id !== "otrio")) {
    const site = new Site(host.address, "test");
    const texts = await positions(site, id, POSITIONS, id === "nocca-4x4" ? 60 : 30);
    assert.ok(texts.length === POSITIONS, `${id}: ${texts.length} positions`);
    for (const text of texts) {
      const found = await site.answer(`games/${id}/position?${at(text)}`);
      assert.deepEqual(found, { status: 200, body: await api(`games/${id}/position?${at(text)}`) }, `${id} ${text}`);
    }
    const line = `games/${id}/position?line=200`;
    assert.deepEqual((await site.answer(line)).body, await api(line), `${id}: the line`);
    for (const path of [`games/${id}`, `games/${id}/statistics`, `games/${id}/board`]) {
      assert.deepEqual((await site.answer(path)).body, await api(path), path);
    }
    const refused = await site.answer(`games/${id}/position?position=nonsense`);
    assert.deepEqual(refused.body, await api(`games/${id}/position?position=nonsense`), `${id}: what is no position`);
    const puzzle = (await site.answer(`games/${id}/puzzle?seed=${POSITIONS + 1}`)).body;
    const view = (await site.answer(`games/${id}/position?${at(puzzle.position)}`)).body;
    assert.equal(view.moves.filter((move) => move.value === "win").length, 1, `${id}: a puzzle has one solution`);
    const record = `game: ${id}\n\n${(await api(line)).line.moves.slice(0, 6).map((move) => move.move).join(" ")}\n`;
    const post = { method: "POST", body: record, headers: { "content-type": "text/plain" } };
    assert.deepEqual((await site.answer(`games/${id}/annotate`, record)).body, await api(`games/${id}/annotate`, post), `${id}: a record`);
    console.log(`${id}: ${texts.length} positions are those of the server`);
  }
  host.close();
}

// Otrio from its book: what it knows is what the server says, and the first moves are known.
async function theBookIsTheServers() {
  const host = await serveFolder(folder);
  const site = new Site(host.address, "test");
  const texts = await positions(site, "otrio", POSITIONS, 3);
  const published = new Map();
  let complete = 0;
  for (const text of texts) {
    const { status, body } = await site.answer(`games/otrio/position?${at(text)}`);
    assert.equal(status, 200, text);
    published.set(text, body.value);
    // A move is rated for who makes it, a position for who is to move.
    const other = { win: "loss", loss: "win", draw: "draw" };
    for (const move of body.moves) if (move.value !== null) published.set(move.position, move.passes ? other[move.value] : move.value);
    if (body.complete) complete += 1;
  }
  assert.ok([...published.values()].every((value) => value !== null), "all positions of three moves are in the book");
  assert.ok(complete > POSITIONS / 4, `${complete} positions have all their moves in the book`);
  const all = [...published.keys()];
  for (let first = 0; first < all.length; first += 256) {
    const some = all.slice(first, first + 256);
    const body = JSON.stringify({ positions: some });
    const { answers } = await api("games/otrio/positions", { method: "POST", body, headers: { "content-type": "application/json" } });
    answers.forEach(({ position, value }) => assert.equal(published.get(position), value, position));
  }
  console.log(`otrio: ${texts.length} positions, ${all.length} values are those of the server, ${complete} views complete`);
  host.close();
}

// What a first view of a position takes: nothing was fetched before but what the page
// needs to begin.
async function traffic() {
  const host = await serveFolder(folder);
  for (const id of GAMES) {
    const all = await positions(new Site(host.address, "test"), id, 200, id === "otrio" ? 2 : 30);
    let [bytes, requests, most, walked] = [0, 0, 0, 0];
    const kept = new Site(host.address, "test");
    await kept.answer(`games/${id}/board`);
    for (const text of all) {
      const site = kept.visitor();
      await site.answer(`games/${id}/board`);
      const before = { ...host.served };
      await site.answer(`games/${id}/position?${at(text)}`);
      const took = host.served.bytes - before.bytes;
      [bytes, requests, most] = [bytes + took, requests + host.served.requests - before.requests, Math.max(most, took)];
      const then = host.served.bytes;
      await kept.answer(`games/${id}/position?${at(text)}`);
      walked += host.served.bytes - then;
    }
    const mean = (sum) => (sum / all.length).toFixed(1);
    console.log(`${id}: a first view takes ${mean(bytes / 1000)} kB (at most ${(most / 1000).toFixed(1)}) in ${mean(requests)} requests; in one visit ${mean(walked / 1000)} kB`);
    assert.ok(most < MOST_BYTES, `${id}: ${most} bytes for one view`);
  }
  const program = readFileSync(join(folder, "kaiketsu.wasm"));
  const packed = gzipSync(program, { level: 9 }).length;
  console.log(`kaiketsu.wasm: ${program.length} bytes, ${packed} compressed`);
  assert.ok(packed < 1_000_000, `the program has ${packed} bytes compressed`);
  host.close();
}

// A host that does not know ranges sends whole files; the values are the same.
async function hostWithoutRanges() {
  const host = await serveFolder(folder, { ranges: false });
  const found = await new Site(host.address, "test").answer("games/dodgem-3/position");
  assert.deepEqual(found.body, await api("games/dodgem-3/position"));
  assert.equal(host.served.partial, 0);
  host.close();
}

// Checksums are verified in the browser's program: a flipped bit anywhere in the
// files of a game is never a wrong value.
async function damageIsFound() {
  const copy = join(shots, "damaged-site");
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, filter: (path) => !/games\/(?!dodgem-3)[^/]+$/.test(path) });
  const files = join(copy, "games/dodgem-3/files");
  const host = await serveFolder(copy);
  const whole = new Site(host.address, "test");
  const right = (await whole.answer("games/dodgem-3/position")).body;
  const ask = () => whole.visitor().answer("games/dodgem-3/position");
  let damaged = 0;
  for (const name of readdirSync(files).filter((name) => name.endsWith(".kai"))) {
    const path = join(files, name);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 12))) {
      const broken = Buffer.from(bytes);
      broken[at] ^= 4;
      rmSync(path);
      writeFileSync(path, broken);
      const { status, body } = await ask();
      if (status !== 200) damaged += 1;
      assert.ok(status === 200 ? JSON.stringify(body) === JSON.stringify(right) : body.reason === "damaged", `${name}, byte ${at}: ${JSON.stringify(body).slice(0, 200)}`);
    }
    writeFileSync(path, bytes);
  }
  assert.ok(damaged > 5, `${damaged} damages were met`);
  // Half a file: the host has fewer bytes than it says.
  const start = readdirSync(files).filter((name) => name.endsWith(".kai")).at(-1);
  truncateSync(join(files, start), Math.floor(statSync(join(files, start)).size / 2));
  await ask().then(({ status }) => assert.ok(status === 200 || status === 500)).catch(() => undefined);
  host.close();
  rmSync(copy, { recursive: true });
}

// In the browser: the gallery, best play to the end, values as the server has them.
async function inTheBrowser() {
  const host = await serveFolder(folder);
  const tools = await launch(host.address, shots);
  const page = await tools.newPage();
  await page.open("");
  assert.equal(await page.locator(".game-card").count(), GAMES.length);
  await page.waitForFunction((most) => document.querySelectorAll(".thumb svg").length === most, GAMES.length);
  await tools.shot(page, "published-gallery");
  for (const id of GAMES.filter((id) => id !== "otrio")) {
    await page.open(`#/${id}/`);
    const seen = new Set();
    for (let ply = 0; ; ply += 1) {
      const text = await here(page, id);
      const answer = await api(`games/${id}/position?${at(text)}`);
      const shown = await page.evaluate(() => ({ ...document.querySelector(".verdict").dataset }));
      if (answer.over) {
        assert.equal(shown.over, answer.value, `${id} ${text}`);
        break;
      }
      assert.deepEqual([shown.value, shown.plies], [answer.value, String(answer.plies ?? "")], `${id} ${text}`);
      const moves = await page.$$eval("#moves .move", (all) => all.map(({ dataset }) => [dataset.move, dataset.value, dataset.plies]));
      assert.deepEqual(moves, answer.moves.map((move) => [move.seen.move, move.value, String(move.plies ?? "")]), `${id} ${text}`);
      if (seen.has(text)) break;
      seen.add(text);
      if (ply === 3) await tools.shot(page, `published-${id}`);
      await page.click("#best");
      await ready(page);
    }
    assert.ok(seen.size > 3, `${id}: ${seen.size} moves were played`);
    await page.click("#statistics summary");
    await page.waitForSelector("#statistics-body svg");
    await page.click("#statistics summary");
  }
  await page.open("#/otrio/");
  assert.equal(await page.$("#book-alone"), null, "the first moves are in the book");
  // The book follows the best moves for some plies.
  for (let ply = 0; ply < 8 && !(await page.$("#book-alone")); ply += 1) {
    await page.locator("#moves .move").last().click();
    await ready(page);
  }
  assert.match(await page.textContent("#book-alone"), /nothing is searched here/);
  assert.equal(await page.$("#again"), null, "asking again would not help");
  await tools.shot(page, "published-otrio");
  await page.open("#/puzzle/daily");
  assert.match((await page.getAttribute("[data-puzzle]", "data-puzzle")) ?? "", /open/);
  await tools.accessible(page, "a published page");
  assert.deepEqual(page.troubles, []);
  assert.ok(host.served.partial > 20, "blocks were read by ranges");
  // The host is gone: the board stays, and the page says so.
  await page.open("#/quixo-4x4/");
  await page.context().setOffline(true);
  await page.click("#moves .move");
  await page.waitForSelector('#trouble[data-trouble="gone"]');
  await page.context().setOffline(false);
  await page.waitForSelector("#trouble", { state: "detached" });
  await tools.browser.close();
  host.close();
}

const tests = [sameAsTheServer, theBookIsTheServers, traffic, hostWithoutRanges, damageIsFound, inTheBrowser];
const only = process.env.TESTS?.split(",");
await together(tests.filter((test) => !only || only.includes(test.name)), 2);
