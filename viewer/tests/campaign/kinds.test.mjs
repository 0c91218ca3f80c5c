// The pages of other studies: long ones, optimizations, fits, and one without anything.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launchBrowser, openPage, phone } from "../support/browser.mjs";
import { colourStatistics, decodePng } from "../support/png.mjs";
import { changedPage } from "../support/reports.mjs";
import { runStudy, writeStudies } from "../support/studies.mjs";
import { cardOf, fitsWindow, svgParts } from "../support/study_page.mjs";

const scratch = mkdtempSync(join(tmpdir(), "cuttle-study-"));
let browser;
before(async () => {
  writeStudies(scratch);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

describe("other studies", () => {
  test("ten thousand runs open at once and scroll to the end", async (t) => {
    const rows = 10_000;
    const { file } = runStudy("sweep", scratch, "swings");
    const url = changedPage(
      file,
      (document, store) => {
        const column = (name, role, value) => ({
          name,
          unit: "m",
          role,
          values: store(Float64Array.from({ length: rows }, (_, i) => value(i))),
        });
        const reasonOf = (i) => (i % 100 === 7 ? 1 + Number(i % 200 === 7) : 0);
        // numbers that are spread evenly but form no grid
        const part = (i, step) => (i * step) % 1;
        document.table = {
          rows,
          columns: [
            column("a", "parameter", (i) => part(i, 0.7548776662)),
            column("b", "parameter", (i) => part(i, 0.5698402909)),
            column("c", "figure", (i) => (i % 100 === 7 ? NaN : i)),
          ],
          reasons: ["ok", "t = 0.1 s: <b>lost</b>", "t = 0.2 s: <b>lost</b>"],
          status: store(Uint32Array.from({ length: rows }, (_, i) => reasonOf(i))),
        };
        document.plots = [
          { type: "parallel", x: "", y: "", colour: "c", title: "" },
          { type: "heatmap", x: "a", y: "b", colour: "c", title: "" },
          { type: "scatter", x: "a", y: "c", colour: "b", title: "" },
        ];
      },
      scratch,
    );
    const { page, context, problems } = await openPage(browser, url);
    const drawn = () =>
      page.evaluate(async () => {
        for (let i = 0; i < 4; ++i) await new Promise(requestAnimationFrame);
        return performance.now();
      });
    let opened = await drawn();
    // once more: the machine may have been busy
    for (let tries = 0; tries < 2 && opened >= 2000; ++tries) {
      await page.reload();
      opened = await drawn();
    }
    t.diagnostic(`10,000 runs: drawn after ${opened.toFixed(0)} ms`);
    assert.ok(opened < 2000, `drawn after ${opened} ms`);
    // samples that form no grid are points
    const parts = await svgParts(page, cardOf(page, "c over a and b"));
    assert.equal(parts.filter(({ tag }) => tag === "circle").length, rows - 100);
    // reasons that differ in numbers are one
    const summary = page.locator("#page-Summary");
    assert.ok((await summary.innerText()).includes("t = … s: <b>lost</b>"));
    await summary.getByRole("button", { name: "Show these rows" }).click();
    assert.equal(await page.locator(".run-page [role=status]").innerText(), "100 of 10,000 rows");
    await page.getByRole("searchbox", { name: "Filter rows" }).fill("");
    await page.locator(".run-table").evaluate((box) => (box.scrollTop = box.scrollHeight));
    await page.locator(`.run-table tr[data-row="${rows - 1}"]`).waitFor();
    assert.ok((await page.locator(".run-table tr").count()) < 200, "rows in the page");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("an optimization shows its way", async () => {
    const { url, page: content } = runStudy("optimize", scratch, "search");
    const { page, context, problems } = await openPage(browser, url);
    assert.ok(content.charts.length > 0, "a chart of the way");
    for (const { title } of content.charts) {
      const parts = await svgParts(page, cardOf(page, title));
      assert.ok(parts.some(({ tag }) => tag === "path" || tag === "circle"), title);
    }
    assert.ok((await page.locator(".tiles").innerText()).includes("angle"), "the numbers");
    await page.locator(".study-pictures img[src]").first().waitFor();
    for (const image of await page.locator(".study-pictures img").all()) {
      assert.ok((await image.evaluate((node) => node.decode().then(() => node.naturalWidth))) > 0);
      assert.ok(colourStatistics(decodePng(await image.screenshot())).colours > 12, "a picture");
    }
    await page.setViewportSize(phone);
    await fitsWindow(page);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("a fit shows data, curve and correlations", async () => {
    const { url, page: content } = runStudy("fit", scratch, "line");
    const { page, context, problems } = await openPage(browser, url);
    const count = content.matrix.names.length;
    assert.equal(count, 2);
    const parts = await svgParts(page, cardOf(page, "Correlations"));
    const ones = parts.filter(({ text }) => text === "1.00").length;
    assert.equal(ones, count, "each is one with itself");
    // measured values are dots
    const { title } = content.charts[0];
    const dots = (await svgParts(page, cardOf(page, title))).filter(({ tag }) => tag === "circle");
    assert.ok(dots.length >= 12, `${dots.length} dots`);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("a study without anything still opens", async () => {
    const { file } = runStudy("sweep", scratch, "swings");
    const url = changedPage(
      file,
      (document) => {
        Object.assign(document, { figures: [], expect: [], warnings: [], plots: [], title: "" });
        document.table.rows = 0;
        document.table.columns = [];
        document.table.status.length = 0;
      },
      scratch,
    );
    const { page, context, problems } = await openPage(browser, url);
    assert.ok(await page.getByText("The study asks for no plots.").isVisible());
    assert.equal(await page.getByRole("tab", { name: "Runs" }).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
