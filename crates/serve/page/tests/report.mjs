// The page of `kaiketsu reproduce` in a real browser. Usage: node tests/report.mjs REPORT.html REPORT.json FOLDER
// REPORT.json is what the same run printed; screenshots go to FOLDER.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [html, json, folder] = process.argv.slice(2);
const report = JSON.parse(readFileSync(json, "utf8"));
const address = pathToFileURL(resolve(html)).href;
mkdirSync(folder, { recursive: true });
assert.ok(report.sections.length > 10, "the report has sections");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--disable-quic"],
});

async function open(name, options) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 860 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => request.url() !== address && troubles.push(`asks ${request.url()}`));
  await page.goto(address);
  await page.screenshot({ path: join(folder, `report-${name}.png`) });
  // Nothing but wide tables, which scroll by themselves, is wider than the window.
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${name}: the page is ${wide} wide in a window of ${window}`);
  assert.deepEqual(troubles, [], `${name}: no errors, nothing fetched`);
  return page;
}

const page = await open("wide", {});
const shown = await page.evaluate(() => {
  const seen = (element) => element.getBoundingClientRect().height > 20 && element.getBoundingClientRect().width > 20;
  return [...document.querySelectorAll("section")].map((section) => ({
    title: section.querySelector("h3").textContent,
    rows: [...section.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
    charts: [...section.querySelectorAll("svg.chart")].filter(seen).map((chart) => chart.querySelectorAll("rect[class]").length),
    boards: [...section.querySelectorAll("svg.board")].filter(seen).length,
  }));
});
assert.equal(shown.length, report.sections.length, "every section is on the page");
let [charts, boards] = [0, 0];
report.sections.forEach((section, number) => {
  const found = shown[number];
  assert.equal(found.title, `${section.place}: ${section.title}`);
  const rows = section.rows.map((row) => [row.what, row.published, row.computed, row.verdict, row.note ?? ""]);
  assert.deepEqual(found.rows, rows, `${section.paper} ${section.place}: its table`);
  const bars = (section.charts ?? []).map((chart) => chart.series.reduce((sum, one) => sum + one.points.length + 1, 0));
  assert.deepEqual(found.charts, bars, `${section.paper} ${section.place}: a bar for every number, a key for every series`);
  assert.equal(found.boards, (section.boards ?? []).length, `${section.paper} ${section.place}: its boards`);
  charts += found.charts.length;
  boards += found.boards;
});
assert.ok(charts >= 5 && boards >= 5, `${charts} charts, ${boards} boards`);
const sources = await page.$$eval("#sources + div tbody tr", (rows) => rows.map((row) => row.cells[3].textContent));
assert.deepEqual(sources, report.provenance.map((source) => source.signature_values), "the signatures");
await page.locator("svg.chart").first().scrollIntoViewIfNeeded();
await page.screenshot({ path: join(folder, "report-chart.png") });

const narrow = await open("narrow", { viewport: { width: 360, height: 740 } });
await narrow.close();
const dark = await open("dark", { colorScheme: "dark" });
const ground = await dark.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
assert.ok(ground.every((part) => part < 80), `dark: the ground is ${ground}`);
await browser.close();
console.log(`report: ${shown.length} tables, ${charts} charts, ${boards} boards`);
