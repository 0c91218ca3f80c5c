// Opens the report of every model from disk, with the network off, and uses it as a reader would.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launchBrowser, openPage } from "./browser.mjs";
import * as checks from "./checks.mjs";
import { fileOf, folderOf, models, recordIn, runModel } from "./reports.mjs";

// small, because the pictures are made without a graphics card
const viewport = { width: 920, height: 560 };
// the keys of the scene work alike for all
const samples = ["hybrid_arm", "roll_up", "rod_modes", "free_body"];

// two pages for all, each in turn: while one waits for a picture, the other works. A new page takes
// longer than a report
const pages = 2;
const free = [];
let browser;
before(async () => {
  browser = await launchBrowser();
  for (let i = 0; i < pages; ++i) free.push(await openPage(browser, "about:blank"));
});
after(() => browser?.close());

/// Opens a report in a free page and uses it.
async function withReport(record, use) {
  const one = free.pop();
  const { page, problems } = one;
  try {
    problems.length = 0;
    await page.setViewportSize(viewport);
    await page.goto(record.url);
    await page.evaluate(() => window.cuttle.ready);
    await use(page);
    assert.deepEqual(problems, [], "nothing went wrong, nothing was asked of the network");
  } finally {
    free.push(one);
  }
}

async function useReport(t, record, page, isSample) {
  const moves = record.page.scene.frames > 1;
  const curves = moves && record.page.scene.study !== "modes";

  await t.test("the scene is drawn", () => checks.checkScene(page));
  await t.test("the header tells the outcome", () => checks.checkHeader(page, record));
  if (moves) await t.test("play moves the scene", () => checks.checkPlay(page, record));
  if (curves) {
    await t.test("plots have their data", () => checks.checkPlots(page));
    await t.test("hover goes to a time", () => checks.checkHover(page, record));
    await t.test("plots are saved as PNG, SVG and CSV", () =>
      checks.checkDownloads(page, record),
    );
  }
  await t.test("the record is saved as CSV", () => checks.checkAllCsv(page, record));
  if (moves) await t.test("keys of the time", () => checks.checkTimeKeys(page, record));
  if (isSample)
    await t.test("keys of the scene", () => checks.checkSceneKeys(page, record));
  await t.test("tabs", () => checks.checkTabs(page, record));
  await t.test("a phone sees all of it", () => checks.checkPhone(page));
}

describe("reports", { concurrency: pages }, () => {
  for (const model of models)
    test(`report of ${model}`, async (t) => {
      assert.ok(existsSync(fileOf(model)), `${fileOf(model)} is missing: run the models first`);
      const record = recordIn(folderOf(model));
      await withReport(record, (page) => useReport(t, record, page, samples.includes(model)));
    });

  test("a run that is too long for a page: every so many rows, and the last", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cuttle-long-"));
    try {
      runModel("pendulum", folder, "study.output_step=1e-4", "study.duration=19.9999");
      const record = recordIn(folder);
      const { scene, series } = record.page;
      // neither stride meets the last row
      const steps = record.csv.rows.length - 1;
      for (const { stride } of [scene, series])
        assert.ok(stride > 1 && steps % stride !== 0, `${steps} steps, stride ${stride}`);
      await withReport(record, async (page) => {
        await checks.checkScene(page);
        await checks.checkHover(page, record);
        await checks.checkDownloads(page, record);
        await checks.checkAllCsv(page, record);
        await checks.checkTimeKeys(page, record);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
