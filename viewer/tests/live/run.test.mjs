// The motion in the page of `cuttle view` is that of `cuttle run`: with controllers, docking and nets.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { launchBrowser, openPage, parseCsv, picture } from "../support/browser.mjs";
import { differingPixels } from "../support/png.mjs";
import { runModel } from "../support/reports.mjs";
import { limit, models, patience, post, test, view } from "../support/view_program.mjs";

let browser;
const scratch = mkdtempSync(join(tmpdir(), "cuttle-view-run-"));
before(async () => {
  browser = await launchBrowser();
}, limit);
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
}, limit);

/// The series of a run: numbers of some columns at any time, on straight lines between the rows.
function series(model, ...settings) {
  const folder = join(scratch, model);
  runModel(model, folder, ...settings);
  const { names, rows } = parseCsv(readFileSync(join(folder, "series.csv"), "utf8"));
  return (time, columns) => {
    const next = Math.max(1, rows.findIndex((row) => row[0] >= time));
    const [before, behind] = [rows[next - 1], rows[next]];
    const part = (time - before[0]) / (behind[0] - before[0]);
    assert.ok(part >= 0 && part <= 1, `${time} s is in the run`);
    return columns.map((name) => {
      const column = names.indexOf(name);
      assert.ok(column >= 0, `${name} is a column`);
      return before[column] + part * (behind[column] - before[column]);
    });
  };
}

/// A page on a model of the program, with what a person does.
async function open(t, model, speed) {
  const live = await view(join(models, `${model}.yaml`));
  t.after(() => live.stop());
  const allowed = new RegExp(`^(${live.url.origin.replaceAll(".", "\\.")}/|data:|blob:)`);
  const { page, context, problems } = await openPage(browser, live.url.href, {
    offline: false,
    allowed,
    viewport: { width: 920, height: 560 }, // small: the pictures are made without a graphics card
  });
  t.after(() => context.close());
  page.setDefaultTimeout(patience);
  await post(live, `{"command": "set_speed", "value": ${speed}}`);
  const until = (check, argument) => page.waitForFunction(check, argument, { timeout: patience });
  const press = (name) => page.getByRole("button", { name, exact: true }).click();
  return {
    page,
    problems,
    until,
    /// Runs until a time, pauses, and reads time and places of the ends of bodies.
    async runTo(time, ...bodies) {
      await press("Run");
      await until((end) => window.cuttle.time() >= end, time);
      await press("Pause");
      await until(() => !window.cuttle.playing());
      assert.equal(await page.evaluate(() => window.cuttle.status() || ""), "");
      return page.evaluate(
        (names) => [window.cuttle.time(), ...names.map((name) => window.cuttle.tip(name))],
        bodies,
      );
    },
  };
}

const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

function near(seen, told, tolerance, time) {
  const far = distance(seen, told);
  assert.ok(far < tolerance, `${time} s: shown at ${seen}, told ${told}`);
}

describe("a live motion", () => {
  test("is led by the controller of the file", async (t) => {
    // a browser that is busy may pause long after it should
    const told = series("arm_lqr", "study.duration=20");
    const { page, problems, runTo, until } = await open(t, "arm_lqr", 0.5);
    const row = page.locator('[data-key="cables.north.tension"]');
    const shown = [];
    for (const end of [0.2, 0.5, 1.2]) {
      const [time, tip] = await runTo(end, "arm");
      near(tip, told(time, ["tip.x", "tip.y", "tip.z"]), 2e-3, time);
      shown.push(await row.locator("input[type=number]").inputValue());
    }
    // the sliders show what the controller does, which swings about the 10 N of the file (at one of
    // these times it may pass through them); and a hand is stronger
    assert.ok(shown.some((value) => value !== "10"), shown.join(", "));
    await row.locator("input[type=number]").fill("40");
    await row.locator("input[type=number]").press("Enter");
    await until(() =>
      document.querySelector('[data-key="cables.north.tension"]').classList.contains("turned"),
    );
    const before = await page.evaluate(() => window.cuttle.time());
    const [time, tip] = await runTo(before + 0.4, "arm");
    assert.ok(distance(tip, told(time, ["tip.x", "tip.y", "tip.z"])) > 5e-3, "it is pulled away");
    await row.locator("button").click();
    await until(() =>
      !document.querySelector('[data-key="cables.north.tension"]').classList.contains("turned"),
    );
    assert.deepEqual(problems, []);
  });

  test("docks and parts", async (t) => {
    const told = series("docking");
    const { problems, runTo } = await open(t, "docking", 2);
    // far apart, docked since 3.83 s, and parted at 8 s
    for (const end of [2, 5, 8.5]) {
      const [time, base, visitor] = await runTo(end, "base", "visitor");
      near(base, told(time, ["base.x", "base.y", "base.z"]), 1e-4, time);
      near(visitor, told(time, ["visitor.x", "visitor.y", "visitor.z"]), 1e-4, time);
    }
    assert.deepEqual(problems, []);
  });

  test("throws a net", async (t) => {
    const told = series("net_thrown");
    const { page, problems, runTo } = await open(t, "net_thrown", 0.1);
    const still = await picture(page, ".stage canvas");
    for (const end of [0.1, 0.2, 0.3]) {
      const [time, tip] = await runTo(end, "strip");
      // its plane is that of x and z
      const [x, z] = told(time, ["p.strip_last_x", "p.strip_last_y"]);
      near(tip, [x, 0, z], 1e-4, time);
    }
    await page.mouse.move(1, 1);
    assert.ok(differingPixels(still, await picture(page, ".stage canvas")) > 500, "it is drawn");
    assert.deepEqual(problems, []);
  });

  test("lets nets stick and slide on their ground", async (t) => {
    const { page, problems, runTo } = await open(t, "net_slope", 0.1);
    await runTo(0.05, "rough.strip");
    const [sheets, shown] = await page.evaluate(() => {
      const { cast } = window.cuttle.stage;
      return [cast.obstacles.sheets.length, cast.contacts.shown()];
    });
    assert.equal(sheets, 1, "both strips are on the same ground");
    assert.deepEqual(shown, [0, 5, 5]);
    assert.deepEqual(problems, []);
  });
});
