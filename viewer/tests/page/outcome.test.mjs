// What the page says of runs that did not come to their end.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launchBrowser, openPage } from "../support/browser.mjs";
import { changedReport, urlOf } from "../support/reports.mjs";

let browser;
const open = (url) => openPage(browser, url, { viewport: { width: 920, height: 560 } });
const scratch = mkdtempSync(join(tmpdir(), "cuttle-report-"));
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

describe("runs that went wrong", () => {
  test("a failed run says so first", async () => {
    const url = changedReport(
      "pendulum",
      ({ summary }) => {
        Object.assign(summary.solver, {
          status: "no_convergence",
          message: "the step <b>fell</b> below 1e-12",
          t: 0.25,
        });
        summary.expect = [
          { figure: "x", value: null, reference: 1, tolerance: 0.1, pass: false, source: "" },
        ];
        for (const figure of Object.values(summary.figures)) figure.value = null;
        Object.assign(summary, {
          energy_residual: null,
          wall_seconds: null,
          warnings: ["the rod is stiff"],
        });
      },
      scratch,
    );
    const { page, context, problems } = await open(url);
    const banner = page.getByRole("alert");
    assert.ok(await banner.isVisible());
    const text = await banner.innerText();
    assert.ok(text.includes("failed at t = 0.25\u202fs: no convergence"), text);
    // text of the program is text, never markup
    assert.ok(text.includes("<b>fell</b>"), text);
    assert.equal(await page.locator(".badge.fail").count(), 1);
    for (const tab of ["Figures", "Model", "Summary"])
      await page.getByRole("tab", { name: tab }).click();
    assert.ok((await page.locator("#page-Summary").innerText()).includes("the rod is stiff"));
    assert.deepEqual(problems, []);
    await context.close();
  });

  const ended = async (model, solver) => {
    const change = ({ summary }) => Object.assign(summary.solver, solver);
    return open(changedReport(model, change, scratch));
  };

  test("statics without an equilibrium do not claim one", async () => {
    const failed = await ended("heavy_elastica", { status: "diverged", t: 1.9073486e-6 });
    const text = await failed.page.locator("#app").innerText();
    assert.ok(text.includes("failed at load factor 1.91e\u22126"), text);
    assert.ok(text.includes("No equilibrium found; the initial state is shown"), text);
    assert.ok(!text.includes("Static equilibrium"), text);
    await failed.context.close();
    const good = await open(urlOf("heavy_elastica"));
    assert.ok(await good.page.getByText("Static equilibrium: one state").isVisible());
    await good.context.close();
  });

  test("a load path ends at a load", async () => {
    const { page, context } = await ended("roll_up", { status: "stalled", t: 0.3 });
    const text = await page.getByRole("alert").innerText();
    assert.ok(text.includes("failed at load = 0.3: stalled"), text);
    await context.close();
  });

  test("an interrupted run did not fail", async () => {
    const { page, context } = await ended("pendulum", { status: "interrupted", t: 4526 });
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.equal(await page.locator(".badge.fail").count(), 0);
    assert.equal(await page.locator(".badge").innerText(), "interrupted at t = 4526\u202fs");
    await context.close();
  });

  test("a run without rows", async () => {
    const url = changedReport(
      "pendulum",
      ({ scene, series, summary }) => {
        summary.solver.status = "failed";
        for (const { values } of [
          series.axis,
          ...series.columns,
          scene.axis,
          ...Object.values(scene.channels),
        ])
          values.length = 0;
        scene.frames = 0;
      },
      scratch,
    );
    const { page, context, problems } = await open(url);
    assert.ok(await page.getByText("No rows were recorded.").isVisible());
    assert.ok(await page.getByText("The run left no frames to show.").isVisible());
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(problems, []);
    await context.close();
  });
});
