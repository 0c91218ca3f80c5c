// The report of every model opens from disk, with the network off, and shows what the run left: the
// robot, its motion, the record, the summary. All of that depends on the model; how a reader gets at
// it does not, and is in use.test.mjs. Pictures and files do not leave the page, which takes time.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import * as checks from "../support/checks.mjs";
import { checkDrawn, pointTo, saved } from "../support/look.mjs";
import { pageCount, ReportPages } from "../support/report_pages.mjs";
import { fileOf, folderOf, models, recordIn } from "../support/reports.mjs";

const pages = new ReportPages();
before(() => pages.open());
after(() => pages.close());

describe("every report opens", { concurrency: pageCount }, () => {
  for (const model of models)
    test(`report of ${model}`, async (t) => {
      assert.ok(existsSync(fileOf(model)), `${fileOf(model)} is missing: run the models first`);
      const record = recordIn(folderOf(model));
      const { frames, study } = record.page.scene;
      const curves = frames > 1 && study !== "modes";
      await pages.use(record, async (page) => {
        await t.test("the robot is drawn, and moves", () => checkDrawn(page, record));
        await t.test("the header tells the outcome", () => checks.checkHeader(page, record));
        if (curves) {
          await t.test("plots have their data", () => checks.checkPlots(page));
          await t.test("hover goes to a time", () => checks.checkHover(page, record, pointTo));
          await t.test("plots give their numbers and lines", () =>
            checks.checkPlotFiles(page, record, saved));
        }
        await t.test("the record is the table", () => checks.checkAllCsv(page, record, saved));
        await t.test("tabs", () => checks.checkTabs(page, record));
        await t.test("a phone sees all of it", () => checks.checkPhone(page));
      });
    });
});
