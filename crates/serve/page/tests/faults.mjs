// One test for each fault a visitor met: what is wrong must not come back.
import assert from "node:assert/strict";
import { centreOn, here, ready } from "./harness.mjs";

const plies = (page) => page.locator("#made [data-node]").count();

// Answers take their time, as on a slow line.
const slowly = (page, milliseconds) => page.route("**/position?*", async (route) => {
  await new Promise((done) => setTimeout(done, milliseconds));
  await route.continue();
});

export async function aSecondClickWaitsForTheAnswer({ newPage, api }) {
  const page = await newPage();
  await page.open("#/nocca-3x4/");
  await slowly(page, 300);
  await page.dblclick("#best");
  await page.waitForFunction(() => !document.body.classList.contains("busy"));
  await ready(page);
  const first = (await api("games/nocca-3x4/position")).moves[0].seen;
  assert.equal(await here(page, "nocca-3x4"), first.position, "one move was made");
  assert.equal(await plies(page), 2);
  assert.match(await page.textContent(".verdict"), /Second player to move/);
  // The piece is seen at its new place before the answer is there.
  await page.open("#/nocca-3x4/");
  const [from, to] = first.move.split("-");
  await page.evaluate(() => document.querySelector("#best").click());
  const moved = await page.evaluate(([from, to]) => [from, to].map((name) => document.querySelectorAll(`svg.board [data-name="${name}"] .piece`).length), [from, to]);
  assert.deepEqual(moved, [0, 1], "drawn at once");
  assert.ok(await page.evaluate(() => document.body.classList.contains("busy")));
  await page.context().close();
}

export async function aSwipeScrolls({ newPage }) {
  const page = await newPage({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
  await page.open("#/tic-tac-toe/");
  const client = await page.context().newCDPSession(page);
  const [x, y] = await centreOn(page)("b2");
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  for (let step = 1; step <= 10; step += 1) await touch("touchMove", [{ x, y: y - step * 20 }]);
  await touch("touchEnd", []);
  await page.waitForFunction(() => scrollY > 50);
  assert.equal(await page.locator("svg.board .piece").count(), 0, "a swipe plays nothing");
  await page.evaluate(() => scrollTo(0, 0));
  await page.touchscreen.tap(...(await centreOn(page)("b2")));
  await page.waitForFunction(() => document.querySelectorAll("svg.board .piece").length === 1);
  await page.context().close();
  const desk = await newPage();
  await desk.open("#/tic-tac-toe/");
  await desk.mouse.click(...(await centreOn(desk)("b2")), { button: "right" });
  await desk.mouse.click(...(await centreOn(desk)("b2")), { button: "middle" });
  assert.equal(await desk.locator("svg.board .piece").count(), 0, "other buttons play nothing");
  await desk.context().close();
}

export async function anUnsolvedGameSaysSoAndIsSolved({ newPage, api, accessible, shot }) {
  const page = await newPage();
  await page.open("#/nocca-5x6/");
  assert.match(await page.textContent("#not-solved"), /Not solved/);
  assert.equal(await page.isVisible("#best"), false, "there is no best move");
  assert.equal(await page.locator("#strength").count(), 0, "nothing is perfect");
  assert.doesNotMatch(await page.textContent("#side"), /best first/);
  await page.locator("#plan").waitFor({ timeout: 120_000 }); // some are tried first
  assert.match(await page.textContent("#plan"), /memory.*GiB|memory.*MiB/s);
  // What compression leaves, not sixty times as much.
  const { disk_expected, disk_at_most } = await api("games/nocca-5x6/plan");
  assert.ok(disk_expected * 20 < disk_at_most);
  assert.match(await page.textContent("#plan"), new RegExp(`disk, roughly${(disk_expected / 2 ** 30).toFixed(1)} GiB`));
  // Nobody says that a game is too large whose size is not known.
  await page.open("#/qubic-3x3x3/");
  await page.locator("#plan").waitFor({ timeout: 120_000 });
  assert.match(await page.textContent("#plan"), /positions> [\d,]+/);
  assert.match(await page.textContent("#solve-large"), /not found in a short time/);
  // Where it fits, it is solved from the page; what is stopped can go on.
  await page.open("#/dodgem-4/");
  await page.click("#solve-now");
  await page.locator("#solve-course progress").waitFor();
  await shot(page, "solving");
  await page.click("#solve-stop");
  await page.locator("#solve-stopped").waitFor({ timeout: 120_000 });
  await accessible(page, "an unsolved game");
  // A page that is open notices the database of a game when it is there.
  const watching = await newPage();
  await watching.open("#/nocca-3x3/");
  await watching.locator("#plan").waitFor();
  await page.open("#/nocca-3x3/");
  await page.click("#solve-now");
  await page.locator(".verdict[data-value]").waitFor({ timeout: 60_000 });
  await watching.locator(".verdict[data-value]").waitFor({ timeout: 60_000 });
  await watching.context().close();
  assert.equal(await page.isVisible("#best"), true, "now there is a best move");
  await page.context().close();
}

export async function aGameAgainstTheMachine({ newPage, shot }) {
  const page = await newPage();
  await page.open("#/tic-tac-toe/");
  await page.selectOption("#strength", "beginner");
  await page.check("#play-first");
  assert.equal(await page.locator(".badge").count(), 0, "no badges");
  assert.equal(await page.locator(".verdict .chip").count(), 0, "the verdict does not leak");
  const centre = centreOn(page);
  await page.mouse.click(...(await centre("b2")));
  await page.waitForFunction(() => document.querySelectorAll("svg.board .piece").length === 2);
  await ready(page);
  // Back takes two plies: it is the person's turn again.
  await page.click("#back");
  await ready(page);
  assert.equal(await page.locator("svg.board .piece").count(), 0);
  assert.ok(await page.locator(".cell.open").count() > 0, "the board is alive");
  // A reload goes on with the game.
  await page.mouse.click(...(await centre("a1")));
  await page.waitForFunction(() => document.querySelectorAll("svg.board .piece").length === 2);
  await ready(page);
  await page.reload();
  await ready(page);
  assert.ok(await page.isChecked("#play-first"), "still against the machine");
  assert.equal(await page.locator("svg.board .piece").count(), 2);
  // To the end, which is told, with another game on offer.
  for (let ply = 0; ply < 8 && !(await page.$(".verdict[data-over]")); ply += 1) {
    const before = await page.locator("svg.board .piece").count();
    await page.locator("svg.board .cell.open").first().click();
    await page.waitForFunction((before) => document.querySelector(".verdict[data-over]") || document.querySelectorAll("svg.board .piece").length === before + 2, before);
    await ready(page);
  }
  assert.match(await page.textContent("#outcome"), /You won|You lost|A draw/);
  await shot(page, "you-won");
  await page.click("#rematch");
  await page.waitForFunction(() => document.querySelectorAll("svg.board .piece").length === 1, null, { timeout: 10_000 });
  assert.ok(await page.isChecked("#play-second"), "sides are exchanged");
  // Red arrows would tell too.
  await page.open("#/dodgem-3/");
  await page.check("#play-first");
  await page.mouse.click(...(await centre("b1")));
  assert.equal(await page.locator(".arrow.win, .arrow.loss, .arrow.draw").count(), 0, "arrows tell nothing");
  await page.context().close();
}

export async function browserBackGoesBack({ newPage }) {
  const page = await newPage();
  await page.open("");
  await page.click('[data-family="quixo"] h2 a');
  await page.locator("#best:visible").waitFor();
  await ready(page);
  assert.match(await page.title(), /Quixo 4x4 · win in 21/);
  const start = page.url();
  await page.click("#best");
  await ready(page);
  const second = page.url();
  await page.click("#best");
  await ready(page);
  await page.goBack();
  await page.waitForFunction((url) => location.href === url, second);
  await ready(page);
  await page.goBack();
  await page.waitForFunction((url) => location.href === url, start);
  await ready(page);
  assert.equal(await page.locator("svg.board .piece").count(), 0);
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll("svg.board .piece").length === 1);
  await page.selectOption("#game", "dodgem");
  await page.waitForFunction(() => /Dodgem/.test(document.title));
  await ready(page);
  await page.goBack();
  await page.waitForFunction(() => /Quixo/.test(document.title));
  await page.context().close();
}

export async function oneBoardWhoeverIsToMove({ newPage }) {
  const page = await newPage();
  for (const id of ["nocca-3x4", "dodgem-3", "dobutsu-shogi"]) {
    await page.open(`#/${id}/`);
    const look = () => page.evaluate(() => [...document.querySelectorAll("svg.board .cell:not(.form-exit)")].map((cell) => ({
      name: cell.dataset.name, at: cell.getAttribute("transform"), pieces: [...cell.querySelectorAll(".piece")].map((piece) => piece.getAttribute("class")).join(),
    })).sort((a, b) => (a.name < b.name ? -1 : 1)));
    const before = await look();
    const move = await page.locator("#moves .move").first().getAttribute("data-move");
    await page.click("#moves .move >> nth=0");
    await page.waitForFunction(() => document.querySelectorAll("#made [data-node]").length === 2);
    await ready(page);
    const after = await look();
    before.forEach((cell, n) => {
      assert.equal(after[n].at, cell.at, `${id}: ${cell.name} stays where it is`);
      if (!move.includes(cell.name)) assert.equal(after[n].pieces, cell.pieces, `${id}: ${cell.name} keeps its colour`);
    });
    // What the second player may do begins on his pieces.
    const replies = await page.locator("#moves .move").evaluateAll((moves) => moves.map((one) => one.dataset.move.split("-")[0]));
    for (const from of replies) assert.match(after.find((cell) => cell.name === from).pieces, /side-1/, `${id}: ${from} is the second player's`);
  }
  await page.context().close();
}

export async function theServerIsGoneForAWhile({ newPage }) {
  const page = await newPage();
  await page.open("#/quixo-3x3/");
  await page.click("#best");
  await ready(page);
  const pieces = await page.locator("svg.board .piece").count();
  await page.route("**/api/**", (route) => route.abort());
  await page.click("#best");
  await page.locator('[data-trouble="gone"]').waitFor();
  assert.match(await page.textContent("#trouble"), /does not answer/);
  assert.doesNotMatch(await page.textContent("body"), /Not a position/);
  assert.ok(await page.locator("svg.board .piece").count() >= pieces, "the board stays");
  await page.click("#statistics summary");
  await page.waitForFunction(() => /does not answer/.test(document.querySelector("#statistics-body").textContent));
  await page.unroute("**/api/**");
  await page.click("#retry");
  await page.waitForFunction(() => !document.querySelector("#trouble"));
  await page.waitForFunction((pieces) => document.querySelectorAll("svg.board .piece").length === pieces + 1, pieces);
  await page.context().close();
}

export async function badLinksAndWaysThrough({ newPage }) {
  const page = await newPage();
  await page.open("#/quixo-4x4/%");
  assert.match(await page.textContent("#trouble"), /link is broken/);
  assert.ok(await page.locator("svg.board .cell").count() === 16);
  await page.open("#/chess/");
  assert.match(await page.textContent("#trouble"), /no such game here: chess/);
  await page.locator(".game-card").first().waitFor();
  await page.open("#/quixo-4x4/nonsense");
  assert.match(await page.textContent("#trouble"), /Not a position/);
  // Start keeps the line: Forward leads through it again.
  await page.open("#/quixo-3x3/");
  await page.click("#best");
  await ready(page);
  await page.click("#best");
  await ready(page);
  await page.click("#start");
  await ready(page);
  assert.equal(await page.isDisabled("#forward"), false);
  await page.click("#forward");
  await ready(page);
  assert.equal(await plies(page), 3);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  // Playing through stops when one goes elsewhere.
  const moving = await newPage({ reducedMotion: "no-preference" });
  await moving.open("#/quixo-4x4/");
  await moving.click("#run-line");
  await moving.waitForFunction(() => document.querySelectorAll("#made [data-node]").length >= 2);
  await moving.selectOption("#game", "dodgem");
  await moving.waitForFunction(() => /Dodgem/.test(document.title));
  await moving.waitForTimeout(900); // longer than a step of the play
  assert.equal(await moving.locator("#made [data-node]").count(), 0, "nothing is played in the other game");
  assert.match(await moving.evaluate(() => location.hash), /dodgem/);
  await moving.context().close();
}

export async function everybodyCanUseIt({ newPage, accessible }) {
  const page = await newPage();
  for (const link of ["", "#/quixo-4x4/", "#/nocca-3x4/", "#/otrio/"]) {
    await page.open(link);
    await accessible(page, link || "the first page");
    assert.equal(await page.locator("h1:visible").count(), 1, `${link}: a heading`);
  }
  await page.open("#/quixo-4x4/");
  await page.locator("#moves .move").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#made [data-node]").length === 2);
  await ready(page);
  assert.ok(await page.evaluate(() => document.activeElement.closest("#side") !== null), "the focus stays in the list of moves");
  await page.locator("svg.board [data-cell]").first().focus();
  await page.keyboard.press("b");
  await ready(page);
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-cell]")), "the focus stays on the board");
  // The cell with the focus has a frame for who uses the keys, and none for who clicks.
  await page.open("#/tic-tac-toe/");
  const frame = () => page.evaluate(() => getComputedStyle(document.activeElement.closest("[data-cell]").querySelector(".square")).strokeWidth);
  await page.mouse.click(...(await centreOn(page)("b2")));
  await page.waitForFunction(() => document.querySelectorAll("svg.board .piece").length === 1);
  await ready(page);
  assert.equal(await frame(), "3px", "only the dashes of the last move");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await frame(), "6px");
  await page.context().close();
}

export async function settingUp({ newPage, shot }) {
  const page = await newPage();
  const centre = centreOn(page);
  // The side to move can be chosen, and what is drawn stays.
  await page.open("#/nocca-3x4/");
  await page.click("#edit");
  await page.selectOption("#edit-side", "1");
  await page.locator("#edit-verdict.good").waitFor();
  await page.click("#edit-apply");
  await page.waitForFunction(() => /Second player to move/.test(document.querySelector("#status").textContent));
  assert.match(await here(page, "nocca-3x4"), /^second:O,O,O/);
  // Too many are counted, not recited.
  await page.click("#edit");
  await page.mouse.click(...(await centre("b2")));
  await page.locator("#edit-verdict.bad").waitFor();
  assert.match(await page.textContent("#edit-verdict"), /4 X, at most 3/);
  assert.doesNotMatch(await page.textContent("#edit-verdict"), /rows from the top/);
  // What is in hand is set up by clicks.
  await page.open("#/dobutsu-shogi/gle/.../.C./ELG+c");
  await page.click("#edit");
  await page.click(".choice >> nth=-1");
  await page.mouse.click(...(await centre("b2")));
  await page.mouse.click(...(await centre("first player's c")));
  assert.match(await page.inputValue("#edit-text"), /\+c$/, "the eraser takes from a hand, here from an empty one");
  await page.click(".choice >> nth=0");
  await page.mouse.click(...(await centre("first player's c")));
  await page.locator("#edit-verdict.good").waitFor();
  assert.equal(await page.inputValue("#edit-text"), "first:gle/.../.../ELG+Cc");
  await shot(page, "set-up-hands");
  await page.open("#/tic-tac-toe/X../.O./...");
  await page.click("#edit");
  assert.match(await page.textContent("#edit-told"), /To move: First player/);
  await page.click('.choice[aria-label^="cross"]');
  await page.mouse.click(...(await centre("c1")));
  await page.locator("#edit-verdict.good").waitFor();
  assert.equal(await page.inputValue("#edit-text"), "X../.O./..X");
  assert.equal(await page.locator(".choice", { hasText: "✕" }).count(), 0, "the eraser is no cross");
  // Connect-four takes a click anywhere in the column.
  await page.open("#/connect-four-4x4/");
  await page.mouse.click(...(await centre("b4")));
  await page.waitForFunction(() => document.querySelector('[data-name="b1"] .piece'));
  await page.context().close();
}

// What people read or hear on the page, but for names of cells, moves and pieces.
async function english(page, where, besides = "") {
  const text = await page.evaluate((besides) => {
    const skipped = `code, .text, .ply, .name, .label, .letter, .ring-letter, [lang=en], #language${besides}`;
    const shown = [...document.querySelectorAll("main *, header *, title")].filter((one) => (one.checkVisibility() || one.matches("option, title")) && !one.closest(skipped));
    const read = shown.flatMap((one) => [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE).map((part) => part.data));
    const heard = shown.flatMap((one) => ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""));
    return [...read, ...heard].join(" ");
  }, besides);
  const known = /Kaiketsu|NOCCA|first:|second:|`[^`]*`|[KMGT]iB|Enter|Esc|Home|\b[a-z][1-9][SML]?\b/g;
  assert.deepEqual(text.replaceAll(known, " ").match(/[A-Za-z]{3,}/g) ?? [], [], `${where}: no English beside Japanese`);
}

// A text of each family that is no position, or what makes one of the start, and what is said of it.
const WRONG = {
  "tic-tac-toe": ["XXX/.../...", /Xが3個、Oが0個/], "connect-four": ["....", /段が1個/], "dobutsu-shogi": ["gle/.../.../ELG", /二つずつ/],
  "dodgem": ["R", /段が1個/], "nine-mens-morris": ["XX", /段が1個/], "nocca": ["O", /段が1個/], "quixo": ["X?X", /段が1個/],
  "quantum-tic-tac-toe": [",2=12", /抜けなく/], "qubic": ["X", /段が1個/], "simpei": ["X", /段が1個/], "otrio": ["AAAA...../........./.........:B", /三つまで/],
};

export async function japaneseIsWhole({ newPage, api, shot, accessible }) {
  // One game for each set of words: variants that differ in numbers and letters alone share theirs.
  const words = ({ family, variant, state }) => [family.id, state, variant.replaceAll(/\d+|\b[a-z]\b/g, "")].join();
  const all = (await api("games")).games;
  const games = all.filter((game, number) => all.findIndex((other) => words(other) === words(game)) === number);
  const tour = async (some) => {
    const page = await newPage({ locale: "ja-JP" });
    for (const { game: id, family, state } of some) {
      await page.open(`#/${id}/`);
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
      await page.waitForFunction(() => document.querySelectorAll(".rule").length > 0 && [...document.querySelectorAll(".rule")].every((rule) => rule.querySelector("svg") || rule.dataset.missing));
      if (state === "solved") await page.locator("#statistics-body svg.chart").first().waitFor();
      // Some are tried first; and another test may have solved it meanwhile.
      if (state === "unsolved") await page.locator("#plan:visible, #statistics-body svg.chart:visible").first().waitFor({ timeout: 120_000 });
      await english(page, id, ", #statistics-body .link, #record");
      await page.click("#edit");
      await english(page, `${id}: set up`, ", #statistics-body .link, #edit-turn");
      const [wrong, said] = WRONG[family.id];
      await page.fill("#edit-text", wrong.startsWith(",") ? (await api(`games/${id}`)).start + wrong : wrong);
      await page.locator("#edit-verdict.bad").waitFor();
      assert.match(await page.textContent("#edit-verdict"), said, id);
      await english(page, `${id}: an error`, ", #statistics-body .link, #edit-turn");
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  };
  await Promise.all([0, 1].map((half) => tour(games.filter((_, number) => number % 2 === half))));
  const page = await newPage({ locale: "ja-JP" });
  await page.open("");
  await page.locator(".game-card .board").nth(games.length > 8 ? 8 : 0).waitFor();
  await english(page, "the first page");
  await shot(page, "gallery-japanese");
  await page.open("#/dobutsu-shogi/");
  assert.ok((await page.locator(".wedge-letter").allTextContents()).includes("ラ"), "animals have their letters");
  await page.open("#/nocca-3x4/");
  await page.click("#edit");
  await page.mouse.click(...(await centreOn(page)("b2")));
  await page.locator("#edit-verdict.bad").waitFor();
  assert.match(await page.textContent("#edit-verdict"), /Xが4個あります（3個まで）/);
  await page.open("#/nocca-3x4/");
  await page.click("#records summary");
  await page.fill("#record", "game: nocca-3x4\n\nz9");
  await page.click("#record-read");
  assert.match(await page.locator("#records .bad").textContent(), /3行目：「z9」は指せない手です/);
  await page.open("#/quixo-4x4/nonsense");
  assert.match(await page.textContent("#trouble"), /段が1個あります/);
  await english(page, "a bad link");
  await page.open("#/puzzle/daily");
  await english(page, "a puzzle");
  await accessible(page, "Japanese");
  await page.context().close();
}

export async function theFirstPage({ newPage, api, shot }, address) {
  const page = await newPage();
  const sizes = [];
  page.on("response", async (response) => { if (response.url().startsWith(address)) sizes.push((await response.body().catch(() => Buffer.alloc(0)))); });
  await page.open("");
  await page.locator(".game-card .board").nth(8).waitFor();
  const families = new Set((await api("games")).games.map((game) => game.family.id));
  assert.equal(await page.locator(".game-card").count(), families.size);
  assert.match(await page.textContent('[data-family="quixo"]'), /The first player wins in 21/);
  assert.match(await page.textContent(".lead"), /solved when/);
  await shot(page, "gallery");
  // A family of many variants makes no wall of them, and its list no second line above the board.
  const heights = await page.locator(".game-card").evaluateAll((cards) => cards.map((card) => card.firstElementChild.getBoundingClientRect().height + [...card.querySelectorAll(".others")].filter((one) => one.checkVisibility()).reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)));
  assert.ok(Math.max(...heights) < 520, `cards of ${heights.map(Math.round)} pixels`);
  const otrio = page.locator('[data-family="otrio"]');
  await otrio.locator("summary").click();
  const variants = (await api("games")).games.filter((game) => game.family.id === "otrio").length;
  assert.equal(await otrio.locator(".others a:visible").count(), variants - 1, "all are there");
  const { gzipSync } = await import("node:zlib");
  const bytes = sizes.reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`the first view: ${bytes} bytes compressed in ${sizes.length} answers`);
  assert.ok(bytes < 100_000, `the first view has ${bytes} bytes compressed`);
  await page.click('[data-play="quixo-4x4"]');
  await page.locator("#play-first:checked").waitFor();
  const header = async (id) => { await page.open(`#/${id}/`); return page.locator("header").evaluate((one) => one.getBoundingClientRect().height); };
  assert.equal(await header("otrio"), await header("tic-tac-toe"), "long names make the header no taller");
  await page.context().close();
}

export async function movesMadeAndRecords({ newPage, shot }) {
  const page = await newPage();
  await page.open("#/tic-tac-toe/X../.../...");
  await page.click('[data-move="b1"]');
  await page.waitForFunction(() => document.querySelectorAll("#made [data-node]").length === 2);
  await ready(page);
  assert.match(await page.textContent("#made .marked"), /b1\?/, "the mistake is marked");
  await page.keyboard.press("ArrowLeft");
  await ready(page);
  await page.click("#best");
  await ready(page);
  assert.equal(await page.locator("#made .branch").count(), 1, "the other move is kept as a branch");
  await page.click("#made .branch button");
  await ready(page);
  assert.match(await page.textContent("#made .present"), /b1/);
  assert.ok(await page.locator(".graph .spot").count() >= 2, "the value over time");
  await shot(page, "moves-made");
  // A record is written and played through.
  await page.open("#/nocca-3x4/");
  for (let ply = 0; ply < 3; ply += 1) { await page.click("#best"); await ready(page); }
  const last = await here(page, "nocca-3x4");
  await page.click("#records summary");
  await page.click("#record-write");
  const record = await page.inputValue("#record");
  assert.match(record, /^game: nocca-3x4\nseen-by: first\nresult: \*\n\n\S+ \S+ \S+\n$/);
  await page.open("#/nocca-3x4/");
  await page.click("#records summary");
  await page.fill("#record", record);
  await page.click("#record-read");
  await page.waitForFunction(() => document.querySelectorAll("#made [data-node]").length === 4);
  await page.locator("#made [data-node]").last().click();
  await ready(page);
  assert.equal(await here(page, "nocca-3x4"), last, "the same position in the end");
  await page.context().close();
}

export async function puzzles({ newPage, api, shot }) {
  const page = await newPage();
  const other = await newPage({ timezoneId: "Pacific/Auckland" });
  await page.open("#/puzzle/daily");
  await other.open("#/puzzle/daily");
  const board = (of) => of.locator("svg.board").evaluate((svg) => [...svg.querySelectorAll(".piece")].map((piece) => piece.parentElement.getAttribute("transform") + piece.getAttribute("class")).join());
  assert.equal(await board(page), await board(other), "the same for everybody");
  await other.context().close();
  assert.equal(await page.locator(".badge, #moves").count(), 0, "values are hidden");
  assert.equal(await page.textContent("#heading-note"), "", "nor does the game's verdict distract");
  await shot(page, "puzzle");
  // Wrong, then right to the end by the best moves.
  const id = await page.evaluate(() => document.querySelector("#variant").value || document.querySelector("#game").value);
  let position = (await api(`games/${id}/puzzle?seed=${Math.floor(Date.now() / 86_400_000)}&min_plies=3&max_plies=9`)).position;
  const click = async (move) => {
    const seen = (await api(`games/${id}`)).seen;
    for (const cell of move.seen.gesture.cells) await page.mouse.click(...(await centreOn(page)(seen.cells[cell].name)));
    await ready(page);
  };
  const view = (text) => api(`games/${id}/position?position=${encodeURIComponent(text)}`);
  const start = await view(position);
  await click(start.moves.find((move) => move.value !== "win"));
  await page.locator('[data-puzzle="failed"]').waitFor();
  await page.click("#puzzle-back");
  await page.locator('[data-puzzle="open"]').waitFor();
  await ready(page);
  position = start.seen.position;
  for (let ply = 0; ply < 9; ply += 1) {
    const best = (await view(position)).moves[0];
    await click(best);
    const reply = (await view(best.seen.position)).moves[0];
    if (!reply) break;
    position = reply.seen.position;
    await page.waitForFunction(() => document.querySelectorAll("svg.board .cell.open").length > 0 || document.querySelector('[data-puzzle="solved"]'));
    await ready(page);
    if ((await view(position)).over) break;
  }
  await page.locator('[data-puzzle="solved"]').waitFor();
  assert.match(await page.textContent("#streak"), /1 day/);
  await page.context().close();
}

export async function distancesAsOneLikes({ newPage }) {
  const page = await newPage();
  await page.open("#/quixo-3x3/");
  assert.match(await page.textContent(".verdict"), /win in 7/);
  await page.selectOption("#distances", "moves");
  assert.match(await page.textContent(".verdict"), /win in 4/);
  await page.reload();
  await ready(page);
  assert.match(await page.textContent(".verdict"), /win in 4/, "remembered");
  // Few moves: what every target is worth is seen at once.
  await page.open("#/dodgem-3/");
  assert.ok(await page.locator(".arrow.glance").count() >= 4);
  await page.context().close();
}

export async function theRulesInPictures({ newPage, api }) {
  const page = await newPage();
  for (const id of new Map((await api("games")).games.reverse().map((game) => [game.family.id, game.game])).values()) {
    await page.open(`#/${id}/`);
    await page.click("#rules summary");
    await page.waitForFunction(() => document.querySelectorAll(".rule").length > 0 && [...document.querySelectorAll(".rule")].every((rule) => rule.querySelector("svg") || rule.dataset.missing));
    const missing = await page.evaluate(() => [...document.querySelectorAll("[data-missing]")].map((rule) => rule.dataset.missing));
    assert.deepEqual(missing, [], `${id}: every rule has its picture`);
  }
  await page.context().close();
}

export async function movesAreSeen({ newPage }) {
  const page = await newPage({ reducedMotion: "no-preference" });
  await page.open("#/dodgem-3/");
  const moving = await page.evaluate(() => {
    document.querySelector("#best").click();
    return document.getAnimations().filter((one) => one.effect?.target?.closest?.("svg.board")).length;
  });
  assert.ok(moving > 0, "the piece slides");
  await page.waitForFunction(() => !document.body.classList.contains("busy"));
  assert.equal(await page.locator(".cell.last").count(), 2, "the last move is marked");
  await page.context().close();
  const still = await newPage();
  await still.open("#/dodgem-3/");
  await still.evaluate(() => document.querySelector("#best").click());
  assert.equal(await still.evaluate(() => document.getAnimations().filter((one) => one.effect?.target?.closest?.("svg.board")).length), 0, "unless one wants no motion");
  await still.context().close();
}

// One against all others: nobody is "the first player" there, in either language.
export async function partiesSayWhoIsAlone({ newPage, accessible }) {
  const english = await newPage();
  await english.open("#/otrio-3-b/");
  assert.match(await english.textContent(".verdict"), /A to move.*B alone against A and C/);
  assert.equal(await english.textContent("#heading-note"), "Who wins is not known here.");
  assert.match(await english.textContent("#search-it"), /kaiketsu prove otrio-3-b$/);
  await english.click('[data-move="a1S"]');
  await english.waitForFunction(() => /B to move/.test(document.querySelector(".verdict").textContent));
  const ring = await english.locator('svg.board [aria-label*="ring of colour A"]').first().getAttribute("aria-label");
  assert.match(ring, /ring of colour A, A and C/);
  await accessible(english, "a party");
  // A has a line of small rings: those with him win.
  await english.open("#/otrio-3-b/A.......B/A....B.../A..C..C..:B");
  assert.match(await english.textContent(".verdict"), /A and C win/);
  await english.context().close();
  const japanese = await newPage({ locale: "ja-JP" });
  await japanese.open("#/otrio-4-a/");
  assert.match(await japanese.textContent(".verdict"), /Aの番.*Aが一人でB・C・Dと戦う/);
  await japanese.open("#/otrio/");
  assert.match(await japanese.textContent(".verdict"), /先手 \(A\)の番/, "two players have two colours each");
  await japanese.context().close();
}

// What a sign means stands beside it, also where the line is short.
export async function theLegendKeepsWordsAndSignsTogether({ newPage }) {
  for (const locale of ["en-GB", "ja-JP"]) {
    const page = await newPage({ locale, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.open("#/dodgem-3/");
    const apart = await page.locator("#legend .chip").evaluateAll((chips) => chips.map((chip) => Math.abs(chip.getBoundingClientRect().top - chip.nextElementSibling.getBoundingClientRect().top)));
    assert.equal(apart.length, 4);
    assert.ok(Math.max(...apart) < 10, `${locale}: ${apart}`);
    await page.context().close();
  }
}
