// What the browser tests share: one browser, pages of their own in it, and the
// ways in which they wait. Nothing sleeps for a fixed time.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run", "--disable-quic"];

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

// How long a page may take for what it is asked, in milliseconds: other tests run beside.
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

export async function launch(address, folder) {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });
  const api = async (path, options) => (await fetch(`${address}api/v1/${path}`, options)).json();

  async function newPage(options = {}) {
    const context = await browser.newContext({
      viewport: { width: 1180, height: 860 }, locale: "en-GB", reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.troubles = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !/status of 4|ERR_INTERNET|ERR_FAILED|status of 50[34]/.test(message.text())) page.troubles.push(message.text());
    });
    page.on("pageerror", (error) => page.troubles.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith("blob:")) page.troubles.push(`asks ${request.url()}`);
    });
    // While the page is worked on: its files as they were just built, not as they were embedded.
    const built = process.env.PAGE_ASSETS;
    if (built && existsSync(built)) {
      const kinds = { "": "text/html", "explorer.js": "text/javascript", "explorer.css": "text/css" };
      for (const [name, contentType] of Object.entries(kinds)) {
        await page.route(new RegExp(`^${address.replaceAll(".", "\\.")}${name.replace(".", "\\.")}(\\?.*)?(#.*)?$`), (route) => route.fulfill({ contentType, body: readFileSync(join(built, name || "index.html")) }));
      }
    }
    page.open = async (link) => {
      await page.goto("about:blank");
      await page.goto(`${address}${link}`);
      await ready(page);
    };
    return page;
  }

  // No serious finding of axe-core.
  async function accessible(page, name) {
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const run = (where, rules) => globalThis.axe.run(where, { resultTypes: ["violations"], rules });
      // Letters on pieces are pictures: the label says "elephant" where an E is drawn.
      const board = document.querySelector("#board svg.board:not([aria-hidden])") ? await run("#board", { "label-content-name-mismatch": { enabled: false } }) : { violations: [] };
      return [...(await run({ exclude: ["#board"] }, {})).violations, ...board.violations];
    });
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const told = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
    if (told.length > 0) throw new Error(`${name}: axe finds ${told.join("\n")}`);
  }

  const shot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });
  return { browser, newPage, api, accessible, shot };
}

export const ready = (page) => page.waitForFunction(() => !document.body.classList.contains("busy"), null, { timeout: PATIENCE });

export const here = (page, id) => page.evaluate((id) => decodeURI(location.hash.slice(`#/${id}/`.length)).split("?")[0], id);

// The middle of a cell on the screen.
export const centreOn = (page) => async (name) => {
  let box = null; // null while the board is being drawn anew
  while (!box) box = await page.locator(`svg.board [data-name="${name}"]`).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// Runs some tests side by side, and all of them whatever happens to one.
export async function together(tests, most = 3) {
  const failed = [];
  const queue = [...tests];
  const worker = async () => {
    for (let test = queue.shift(); test; test = queue.shift()) {
      const began = Date.now();
      try {
        await test();
        console.log(`ok ${test.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed.push(test.name);
        console.log(`FAILED ${test.name}: ${error.stack ?? error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  if (failed.length > 0) throw new Error(`failed: ${failed.join(", ")}`);
}
