// Reports are used as a reader would, with mouse, keys and files: a motion, a load path, modes, an
// equilibrium, a net, a swimmer, and a run that is too long for a page.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import * as checks from "../support/checks.mjs";
import { pageCount, ReportPages } from "../support/report_pages.mjs";
import { documentOf, fileOf, folderOf, models, recordIn, runModel } from "../support/reports.mjs";

// every kind of study and of body once; the keys of the scene work alike for all
const withKeys = ["hybrid_arm", "roll_up", "rod_modes", "free_body"];
const samples = [...withKeys, "snap_through", "cable_design", "net_thrown", "quadropus"];

const pages = new ReportPages();
before(() => pages.open());
after(() => pages.close());

async function useReport(t, record, page, hasKeys) {
  const { frames, study } = record.page.scene;
  const moves = frames > 1;
  await t.test("the scene is drawn", () => checks.checkScene(page));
  if (moves) await t.test("play moves the scene", () => checks.checkPlay(page, record));
  if (moves && study !== "modes") {
    await t.test("hover goes to a time", () => checks.checkHover(page, record));
    await t.test("plots are saved as CSV and SVG", () => checks.checkPlotFiles(page, record));
    await t.test("plots are saved as PNG", () => checks.checkPlotPng(page));
  }
  await t.test("the record is saved as CSV", () => checks.checkAllCsv(page, record));
  if (moves) await t.test("keys of the time", () => checks.checkTimeKeys(page, record));
  if (hasKeys) await t.test("keys of the scene", () => checks.checkSceneKeys(page, record));
  await t.test("tabs open at a click", () => checks.checkTabClicks(page));
}

describe("reports are used", { concurrency: pageCount }, () => {
  for (const model of samples)
    test(`report of ${model}`, async (t) => {
      const record = recordIn(folderOf(model));
      await pages.use(record, (page) => useReport(t, record, page, withKeys.includes(model)));
    });

  test("the samples have every kind of study", () => {
    const kinds = (names) =>
      [...new Set(names.map((name) => documentOf(readFileSync(fileOf(name), "utf8")).scene.study))];
    assert.deepEqual(kinds(samples).sort(), kinds(models).sort());
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
      await pages.use(record, async (page) => {
        await checks.checkScene(page);
        await checks.checkHover(page, record);
        await checks.checkPlotFiles(page, record);
        await checks.checkPlotPng(page);
        await checks.checkAllCsv(page, record);
        await checks.checkTimeKeys(page, record);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
