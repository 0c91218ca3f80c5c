// Opens the report of every model from disk, with the network off, and uses it as a reader would.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { launchBrowser, openPage } from "./browser.mjs";
import * as checks from "./checks.mjs";
import { fileOf, models, recordOf, urlOf } from "./reports.mjs";

// small, because the pictures are made without a graphics card
const viewport = { width: 920, height: 560 };
// the keys of the scene work alike for all
const samples = ["hybrid_arm", "roll_up", "rod_modes", "free_body"];

// one page for all: a new one takes longer than a report
let browser, page, problems;
before(async () => {
  browser = await launchBrowser();
  ({ page, problems } = await openPage(browser, "about:blank"));
});
after(() => browser?.close());

for (const model of models) {
  test(`report of ${model}`, async (t) => {
    assert.ok(existsSync(fileOf(model)), `${fileOf(model)} is missing: run the model tests first`);
    const record = recordOf(model);
    problems.length = 0;
    await page.setViewportSize(viewport);
    await page.goto(urlOf(model));
    await page.evaluate(() => window.cuttle.ready);
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
    if (samples.includes(model))
      await t.test("keys of the scene", () => checks.checkSceneKeys(page, record));
    await t.test("tabs", () => checks.checkTabs(page, record));
    await t.test("a phone sees all of it", () => checks.checkPhone(page));
    await t.test("nothing went wrong, nothing was asked of the network", () =>
      assert.deepEqual(problems, []),
    );
  });
}
