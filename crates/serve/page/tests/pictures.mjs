// The pictures of the README and the docs: node tests/pictures.mjs ADDRESS FOLDER REPORT.html
// ADDRESS is that of a running `kaiketsu serve`, REPORT.html what `kaiketsu reproduce dodgem
// --html` wrote. `scripts/pictures` runs it.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, ready } from "./harness.mjs";

const [address, folder, report] = process.argv.slice(2);
const { browser, newPage } = await launch(address, folder);

async function open(link, options = {}) {
  const page = await newPage({ viewport: { width: 1120, height: 760 }, ...options });
  await page.open(link);
  for (let tries = 0; tries < 6 && (await page.$("#again")); tries += 1) {
    await page.click("#again");
    await ready(page);
  }
  return page;
}

const gallery = await open("", { viewport: { width: 1120, height: 900 } });
await gallery.locator(".game-card .board").nth(8).waitFor();
await gallery.waitForFunction(() => ![...document.querySelectorAll(".verdict-line")].some((line) => /not known yet/.test(line.textContent)));
await gallery.screenshot({ path: join(folder, "explorer-gallery.png") });

const quixo = await open("#/quixo-4x4/.OX./X.../X.O./O.OX");
await quixo.locator('[data-name="b1"]').click();
await quixo.mouse.move(600, 20);
await quixo.screenshot({ path: join(folder, "explorer-quixo.png") });

const boards = [
  ["nocca", "#/nocca-4x4/O,.,O,./.,XO,.,O/.,X,.,X/X,.,.,.", "light"],
  ["quantum", "#/quantum-tic-tac-toe/.........,1=15,2=59,3=13,4=38", "light"],
  ["otrio", "#/otrio/A....B.../..D.C..../B...A....:C", "dark"],
  ["dodgem", "#/dodgem-3/R.../.R../..UR/.U.U", "dark"],
];
for (const [name, link, colorScheme] of boards) {
  const page = await open(link, { viewport: { width: 560, height: 760 }, colorScheme });
  await page.mouse.move(1, 1);
  await page.locator(".stage").screenshot({ path: join(folder, `explorer-${name}.png`) });
}
const page = await newPage({ viewport: { width: 1100, height: 760 } });
await page.goto(pathToFileURL(resolve(report)).href);
await page.locator("section", { has: page.locator("h3", { hasText: "figure 2" }) }).first().evaluate((section) => section.scrollIntoView());
await page.screenshot({ path: join(folder, "report.png") });
await browser.close();
