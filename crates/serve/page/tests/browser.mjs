// The explorer in a real browser. Usage: node tests/browser.mjs ADDRESS FOLDER [GAME...]
// ADDRESS is that of a running `kaiketsu serve`; screenshots go to FOLDER.
import assert from "node:assert/strict";
import { join } from "node:path";
import * as faults from "./faults.mjs";
import { centreOn, here, launch, ready, together } from "./harness.mjs";

const [address, folder, ...only] = process.argv.slice(2);
const tools = await launch(address, folder);
const { browser, newPage, api, shot, accessible } = tools;

// The five games of the papers, and tic-tac-toe. `bad` is a text that is no position.
const games = [
  { id: "quixo-4x4", bad: "XXXX/XXXX/..../...", words: "has 3 symbols" },
  { id: "dodgem-3", bad: "R.R./R.../R.../.UUU", words: "4 R" },
  { id: "nocca-3x4", bad: "O,O,O/.,.,./.,.,./X,X,.", words: "2 X" },
  { id: "quantum-tic-tac-toe", bad: ".........,2=12", words: "without a gap" },
  { id: "otrio", bad: "AAAA...../........./.........:B", words: "three rings" },
  { id: "tic-tac-toe", bad: "XXX/.../...", words: "3 X" },
].filter((game) => only.length === 0 || only.includes(game.id));

// What is on the page is what the API says: the verdict, every move, every badge.
async function compare(page, id) {
  const position = await here(page, id);
  // A search that was not finished may get further: three more tries.
  for (let tries = 0; tries < 2 && (await page.$("#again")); tries += 1) {
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
    const values = new Map(answer.moves.map((move) => [move.seen.move, move.value]));
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
  assert.deepEqual(shown.moves, answer.moves.map((move) => [move.seen.move, move.value, String(move.plies ?? "")]), `${id} ${position}: the moves`);
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
  await page.open(`#/${id}/`);
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
  assert.ok((await verdict.textContent()).includes(game.words), `${id}: it says what is wrong: ${await verdict.textContent()}`);
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
  assert.ok(played.plies > 0);
}

// Clicking, dragging and the keyboard make the same move.
async function hands() {
  const page = await newPage();
  const centre = centreOn(page);
  const expected = (await api("games/dodgem-3/board")).moves.find((move) => move.move === "b1-b2").seen.position;
  const link = "#/dodgem-3/R.../R.../R.../.UUU";
  await page.open(link);
  await page.mouse.click(...(await centre("b1")));
  await page.mouse.click(...(await centre("b2")));
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), expected, "two clicks make a move");
  await page.open(link);
  await page.mouse.move(...(await centre("b1")));
  await page.mouse.down();
  await page.mouse.move(...(await centre("b2")), { steps: 5 });
  await page.mouse.up();
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), expected, "a drag makes a move");
  await page.open(link);
  await page.locator('[data-name="a1"]').focus();
  for (const key of ["ArrowRight", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), expected, "keys make a move");
  await page.keyboard.press(",");
  await ready(page);
  assert.equal(await here(page, "dodgem-3"), "first:R.../R.../R.../.UUU", "a key goes back");
  const labels = await page.locator("svg.board [data-cell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  assert.ok(labels.every((label) => label?.length > 2) && labels.some((label) => /First player.*(draw|win|loss)/.test(label)), "cells have labels");

  // The boards of the further games: an animal is dropped from a hand, a mill
  // takes a stone. Solved or not, clicks make the moves of the rules.
  for (const { id, position, cells, move } of [
    { id: "dobutsu-shogi", position: "gle/.../.../ELG+Cc", cells: ["first player's c", "b2"], move: "C*b2" },
    { id: "dobutsu-shogi", position: "gle/.../.../ELG+Cc", cells: ["b1", "a2"], move: "b1-a2" },
    { id: "nine-mens-morris-3", position: "XX./.../.../.....X/.../.../OOO", cells: ["g4", "g7", "d1"], move: "g4-g7xd1" },
  ]) {
    await page.open(`#/${id}/${position}`);
    const { moves } = await api(`games/${id}/board?position=${encodeURIComponent(position)}`);
    for (const name of cells) await page.mouse.click(...(await centre(name)));
    await ready(page);
    assert.equal(await here(page, id), moves.find((one) => one.move === move).seen.position, `${id}: clicks on ${cells} make ${move}`);
  }
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

// The main line, shown and played; a click on a move of it goes there.
async function mainLine() {
  const page = await newPage();
  await page.open("#/quixo-3x3/");
  await page.click("#show-line");
  await page.locator("#line li").first().waitFor();
  const line = (await api("games/quixo-3x3/position?line=200")).line.moves.map((move) => move.seen.move);
  assert.deepEqual(await page.locator("#line .ply").evaluateAll((moves) => moves.map((move) => move.firstChild.textContent)), line);
  await page.click('[data-ply="2"]');
  await page.waitForFunction(() => document.querySelectorAll("#made [data-node]").length === 4);
  await page.click("#start");
  await ready(page);
  await page.click("#run-line");
  await page.locator(".verdict.over").waitFor({ timeout: 20_000 });
  assert.equal(await page.locator(".cell.decided").count(), 3, "the line that won is marked");
  await page.context().close();
}

async function looks() {
  const page = await newPage({ colorScheme: "dark" });
  await page.open("#/dodgem-3/");
  await page.click("#statistics summary");
  await page.locator("#statistics-body svg.chart").first().waitFor({ timeout: 30_000 });
  const found = await api("games/dodgem-3/statistics");
  const bars = await page.locator("#statistics-body figure").first().locator(".bar").count();
  assert.equal(bars, found.by_plies.length, "a bar for each distance");
  assert.ok((await page.textContent("#statistics-body")).includes("the winner hurries"), "the convention is stated");
  await page.screenshot({ path: join(folder, "statistics-dark.png"), fullPage: true });
  await accessible(page, "dark, with statistics");
  await page.context().close();

  const phone = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  for (const link of ["#/", "#/quixo-4x4/", "#/nocca-3x4/", "#/dobutsu-shogi/"]) {
    await phone.open(link);
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${link}: nothing is wider than a phone (${wide})`);
    await accessible(phone, `phone ${link}`);
    await shot(phone, `phone-${link.replaceAll(/[#/]/g, "") || "gallery"}`);
  }
  await phone.context().close();
}

const named = (name, run) => Object.defineProperty(run, "name", { value: name });

try {
  const tests = games.map((game) => named(game.id, () => tryGame(game)));
  if (only.length === 0) tests.push(hands, mainLine, looks, ...Object.entries(faults).map(([name, run]) => named(name, () => run(tools, address))));
  const wanted = process.env.TESTS?.split(",");
  await together(wanted ? tests.filter(({ name }) => wanted.includes(name)) : tests);
} finally {
  await browser.close();
}
