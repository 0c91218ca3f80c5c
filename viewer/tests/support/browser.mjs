// What all browser tests share: one Chromium, pages that notice what must not happen, CSV files.
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { decodePng } from "./png.mjs";

export const laptop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/// `smooth`: edges as a reader sees them, which take a third of the time of a picture.
export function launchBrowser({ smooth = false } = {}) {
  const executablePath = process.env.CUTTLE_CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath))
    throw new Error(`no browser at ${executablePath} (tools/setup.sh test installs it)`);
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--use-gl=swiftshader",
      "--enable-unsafe-swiftshader",
      ...(smooth ? [] : ["--webgl-antialiasing-mode=none"]),
      "--disable-background-networking",
      "--disable-quic",
      "--no-first-run",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/// A page that keeps a list of its problems: errors in the console, and requests that are not
/// `allowed`.
export async function openPage(
  browser,
  url,
  { allowed = /^(file|data|blob):/, offline = true, init, ...options } = {},
) {
  const context = await browser.newContext({
    viewport: laptop,
    offline,
    colorScheme: "light",
    reducedMotion: "reduce", // pages stand still until they are told to move
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    if (!allowed.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  if (init) await page.addInitScript(init);
  await page.goto(url);
  await page.evaluate(() => window.cuttle?.ready);
  return { page, context, problems };
}

/// The axis value that the page shows.
export function shownTime(page) {
  return page.evaluate(() => window.cuttle.time());
}

/// The picture of an element, decoded.
export async function picture(page, selector) {
  return decodePng(await page.locator(selector).first().screenshot());
}

/// What the page lets the user save after a click.
/// A page whose scene is drawn; the first one of a busy browser may lose its drawing: then another.
export async function drawnPage(browser, url) {
  for (let tries = 0; ; ++tries) {
    const tab = await openPage(browser, url, { viewport: { width: 920, height: 560 } });
    await picture(tab.page, ".stage canvas");
    const isLost = () => window.cuttle.stage.renderer.getContext().isContextLost();
    if (tries === 4 || !(await tab.page.evaluate(isLost))) {
      tab.seek = (time) => tab.page.evaluate((value) => window.cuttle.seek(value), time);
      tab.stage = (ask) => tab.page.evaluate(`(${ask})(window.cuttle.stage)`);
      return tab;
    }
    await tab.context.close();
  }
}

export async function download(page, locator) {
  const [file] = await Promise.all([page.waitForEvent("download"), locator.click()]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

/// {names, rows} of a CSV text; a name is the head without the unit.
export function parseCsv(text) {
  const [head, ...lines] = text.trim().split("\n");
  const heads = head.split(",");
  return {
    heads,
    names: heads.map((name) => name.replace(/ \[.*\]$/, "")),
    rows: lines.map((line) => line.split(",").map(Number)),
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
