// The explorer in a real browser. Usage: node tests/browser.mjs ADDRESS FOLDER [GAME...]
// ADDRESS is that of a running `kaiketsu serve`; screenshots go to FOLDER.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [address, folder, ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

// The five games of the papers, and tic-tac-toe. `bad` is a text that is no position.
const games = [
  { id: "quixo-4x4", bad: "XXXX/XXXX/..../...", words: "rows" },
  { id: "dodgem-3", bad: "R.R./R.../R.../.UUU", words: "4 R" },
  { id: "nocca-3x4", bad: "O,O,O/.,.,./.,.,./X,X,.", words: "2 X" },
  { id: "quantum-tic-tac-toe", bad: ".........,2=12", words: "without a gap" },
  { id: "otrio", bad: "AAAA...../........./.........:B", words: "three rings" },
  { id: "tic-tac-toe", bad: "XXX/.../...", words: "3 X" },
].filter((game) => only.length === 0 || only.includes(game.id));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--disable-quic"],
});

async function newPage(options) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 860 }, locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/status of 400/.test(message.text())) page.troubles.push(message.text());
  });
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) page.troubles.push(`asks ${request.url()}`);
  });
  return page;
}

const ready = (page) => page.waitForFunction(() => !document.body.classList.contains("busy"), null, { timeout: 20_000 });
const shot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });
const api = async (path) => (await fetch(`${address}api/v1/${path}`)).json();
const here = (page, id) => page.evaluate((id) => decodeURI(location.hash.slice(`#/${id}/`.length)).split("?")[0], id);

// What is on the page is what the API says: the verdict, every move, every badge.
async function compare(page, id) {
  const position = await here(page, id);
  // A search that was not finished may get further: three more tries.
  for (let tries = 0; tries < 3 && (await page.$("#again")); tries += 1) {
    await page.click("#again");
    await ready(page);
  }
  const shown = await page.evaluate(() => ({
    value: document.querySelector(".verdict")?.dataset.value,
    plies: document.querySelector(".verdict")?.dataset.plies,
    kind: document.querySelector(".verdict")?.dataset.kind,
    over: document.querySelector(".verdict")?.dataset.over,
    moves: [...document.querySelectorAll("#moves .move")].map((move) => [move.dataset.move, move.dataset.value, move.dataset.plies]),
    badges: [...document.querySelectorAll("svg.board .badge")].map((badge) => [badge.dataset.value, badge.dataset.badge, badge.classList.contains(badge.dataset.value)]),
    again: document.querySelector("#again") !== null,
  }));
  const answer = await api(`games/${id}/position?position=${encodeURIComponent(position)}`);
  if (shown.again) {
    // What the page knows already, the API knows too.
    const values = new Map(answer.moves.map((move) => [move.move, move.value]));
    for (const [move, value] of shown.moves) {
      assert.ok(value === "unknown" || values.get(move) === value, `${id} ${position}: ${move} is ${value}`);
    }
    return answer;
  }
  if (answer.over) {
    assert.equal(shown.over, answer.value, `${id} ${position}: how it ended`);
    return answer;
  }
  assert.equal(shown.value, answer.value, `${id} ${position}: the verdict`);
  assert.equal(shown.plies, String(answer.plies ?? ""), `${id} ${position}: its distance`);
  assert.equal(shown.kind, answer.kind ?? "", `${id} ${position}: how clearly`);
  assert.deepEqual(shown.moves, answer.moves.map((move) => [move.move, move.value, String(move.plies ?? "")]), `${id} ${position}: the moves`);
  // Each badge has the colour and the sign of some move, and the best is there.
  const sign = { win: "+", draw: "=", loss: "−" };
  const badge = (move) => sign[move.value].repeat(move.kind === "complete" ? 2 : 1) + (move.plies ?? "");
  const expected = new Set(answer.moves.map(badge));
  for (const [value, text, coloured] of shown.badges) {
    assert.ok(coloured && expected.has(text) && text.startsWith(sign[value]), `${id} ${position}: badge ${text}`);
  }
  const best = badge(answer.moves[0]);
  assert.ok(shown.badges.some(([, text]) => text === best), `${id} ${position}: no badge ${best}`);
  return answer;
}

async function playThrough(page, id) {
  const seen = new Set();
  for (let ply = 0; ply < 120; ply += 1) {
    const answer = await compare(page, id);
    if (answer.over) return { plies: ply, end: "over" };
    const position = await here(page, id);
    if (seen.has(position)) return { plies: ply, end: "repeats" };
    seen.add(position);
    if (ply === 5) await shot(page, id);
    await page.click("#best");
    await ready(page);
  }
  throw new Error(`${id}: no end after 120 plies`);
}

async function tryGame(game) {
  const { id } = game;
  const page = await newPage();
  await page.goto(`${address}#/${id}/`);
  await ready(page);
  const began = await here(page, id);
  const played = await playThrough(page, id);
  await shot(page, `${id}-end`);
  const last = await here(page, id);

  await page.click("#back");
  await ready(page);
  const before = await here(page, id);
  assert.notEqual(before, last, `${id}: back changes the position`);
  await page.click("#copy");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.click("#forward");
  await ready(page);
  assert.equal(await here(page, id), last, `${id}: forward leads to the end again`);

  const other = await newPage();
  await other.goto(link);
  await ready(other);
  assert.equal(await here(other, id), before, `${id}: the link opens the position`);
  const drawing = (of) => of.evaluate(() => [...document.querySelectorAll("svg.board .piece")].map((piece) => piece.outerHTML).sort().join());
  await page.click("#back");
  await ready(page);
  assert.equal(await drawing(other), await drawing(page), `${id}: both draw the same board`);

  await other.click("#language");
  assert.equal(await other.textContent("#best"), "最善手");
  assert.equal(await other.evaluate(() => document.documentElement.lang), "ja");
  await shot(other, `${id}-japanese`);
  await other.click("#language");
  assert.equal(await other.textContent("#best"), "Best move");

  await other.click("#edit");
  await other.fill("#edit-text", game.bad);
  const verdict = other.locator("#edit-verdict.bad");
  await verdict.waitFor();
  const reason = (await api(`games/${id}/board?position=${encodeURIComponent(game.bad)}`)).message;
  assert.ok((await verdict.textContent()).includes(reason), `${id}: the explanation of the server is shown`);
  assert.ok(reason.includes(game.words), `${id}: ${reason}`);
  assert.ok(await other.isDisabled("#edit-apply"));
  await shot(other, `${id}-bad-position`);
  await other.fill("#edit-text", began);
  await other.locator("#edit-verdict.good").waitFor();
  await other.click("#edit-apply");
  await ready(other);
  assert.equal(await here(other, id), began, `${id}: the position set up is used`);

  assert.deepEqual([...page.troubles, ...other.troubles], [], `${id}: the console is quiet`);
  await page.context().close();
  await other.context().close();
  console.log(`${id}: ${played.plies} plies, ${played.end}`);
}

// Clicking, dragging and the keyboard make the same move.
async function tryHands() {
  const page = await newPage();
  const centre = async (name) => {
    // Null while the board is being drawn anew.
    let box = null;
    while (!box) box = await page.locator(`[data-name="${name}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const open = async (link) => {
    await page.goto("about:blank");
    await page.goto(`${address}${link}`);
    await ready(page);
  };
  const expected = (await api("games/dodgem-3/board")).moves.find((move) => move.move === "b1-b2").position;
  const link = "#/dodgem-3/R.../R.../R.../.UUU";
  await open(link);
  await page.mouse.click(...(await centre("b1")));
  await page.mouse.click(...(await centre("b2")));
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), expected, "two clicks make a move");
  await open(link);
  await page.mouse.move(...(await centre("b1")));
  await page.mouse.down();
  await page.mouse.move(...(await centre("b2")), { steps: 5 });
  await page.mouse.up();
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), expected, "a drag makes a move");
  await open(link);
  await page.locator('[data-name="a1"]').focus();
  for (const key of ["ArrowRight", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), expected, "keys make a move");
  await page.keyboard.press(",");
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), "R.../R.../R.../.UUU", "a key goes back");
  const labels = await page.locator("svg.board [data-cell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  assert.ok(labels.every((label) => label?.length > 2) && labels.some((label) => /First player.*(draw|win|loss)/.test(label)), "cells have labels");

  // The boards of the further games: a disc falls, an animal is dropped from a
  // hand, a mill takes a stone. Solved or not, clicks make the moves of the rules.
  for (const { id, position, cells, move } of [
    { id: "connect-four-4x4", position: "..../..../.X../.O..", cells: ["b3"], move: "b" },
    { id: "dobutsu-shogi", position: "gle/.../.../ELG+Cc", cells: ["c", "b2"], move: "C*b2" },
    { id: "dobutsu-shogi", position: "gle/.../.../ELG+Cc", cells: ["b1", "a2"], move: "b1-a2" },
    { id: "nine-mens-morris-3", position: "XX./.../.../.....X/.../.../OOO", cells: ["g4", "g7", "d1"], move: "g4-g7xd1" },
  ]) {
    await open(`#/${id}/${position}`);
    const { moves } = await api(`games/${id}/board?position=${encodeURIComponent(position)}`);
    if (move === "C*b2" || id.startsWith("nine")) await shot(page, id);
    for (const name of cells) await page.mouse.click(...(await centre(name)));
    await ready(page);
    assert.equal(await here(page, id), moves.find((one) => one.move === move).position, `${id}: clicks on ${cells} make ${move}`);
    if (id === "dobutsu-shogi") await shot(page, `${id}-second`);
  }

  // Setting up by hand: a click puts a mark on the board.
  await open("#/tic-tac-toe/X../.O./...");
  await page.click("#edit");
  await page.click('.choice[aria-label="cross"]');
  await page.mouse.click(...(await centre("c1")));
  await page.locator("#edit-verdict.good").waitFor();
  assert.equal(await page.inputValue("#edit-text"), "X../.O./..X");
  await page.mouse.click(...(await centre("b3")));
  await page.locator("#edit-verdict.bad").waitFor();
  await page.click("#edit-cancel");

  // Playing as the second player: the solution moves first and never loses.
  await open("#/tic-tac-toe/");
  await page.check("#play-second");
  await page.waitForFunction(() => document.querySelectorAll("svg.board .piece").length === 1);
  assert.equal(await page.locator(".badge").count(), 0, "values are hidden while playing");

  // The main line, shown and played.
  await open("#/quixo-3x3/");
  await page.click("#show-line");
  await page.locator("#line li").first().waitFor();
  const line = (await api("games/quixo-3x3/position?line=200")).line.moves.map((move) => move.move);
  assert.deepEqual(await page.locator("#line li").evaluateAll((moves) => moves.map((move) => move.firstChild.textContent)), line);
  await page.click("#run-line");
  await page.locator(".verdict.over").waitFor({ timeout: 20_000 });

  // An unsolved game has a board and says how to solve it.
  await open("#/nocca-5x6/");
  assert.ok((await page.textContent("#status")).includes("kaiketsu solve nocca-5x6"));
  await shot(page, "unsolved");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  console.log("hands, keys, set-up, play and main line: right");
}

async function tryLooks() {
  const page = await newPage({ colorScheme: "dark" });
  await page.goto(`${address}#/dodgem-3/`);
  await ready(page);
  await page.click("#statistics summary");
  await page.locator("#statistics-body svg.chart").first().waitFor({ timeout: 30_000 });
  const found = await api("games/dodgem-3/statistics");
  const bars = await page.locator("#statistics-body figure").first().locator(".bar").count();
  assert.equal(bars, found.by_plies.length, "a bar for each distance");
  assert.ok((await page.textContent("#statistics-body")).includes("the winner hurries"), "the convention is stated");
  await page.screenshot({ path: join(folder, "statistics-dark.png"), fullPage: true });
  await page.context().close();

  const phone = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  for (const id of ["quixo-4x4", "nocca-3x4"]) {
    await phone.goto(`${address}#/${id}/`);
    await ready(phone);
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${id}: nothing is wider than a phone (${wide})`);
    await shot(phone, `phone-${id}`);
  }
  await phone.context().close();
  console.log("statistics, dark and phone: right");
}

try {
  for (const game of games) await tryGame(game);
  if (only.length === 0) {
    await tryHands();
    await tryLooks();
  }
} finally {
  await browser.close();
}
