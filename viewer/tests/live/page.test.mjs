// Uses the page of `cuttle view` as a person would. Nothing depends on how fast the machine is.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe } from "node:test";
import { fileURLToPath } from "node:url";
import { launchBrowser, openPage } from "../support/browser.mjs";
import { limit, models, patience, post, sleep, status, test, view } from "../support/view_program.mjs";

const arm = join(dirname(fileURLToPath(import.meta.url)), "arm.yaml");

const open = async (browser, url, options = {}) => {
  const allowed = new RegExp(`^(${url.origin.replaceAll(".", "\\.")}/|data:|blob:)`);
  const tab = await openPage(browser, url.href, { offline: false, allowed, ...options });
  tab.page.setDefaultTimeout(patience);
  return tab;
};
const until = (page, check, argument) =>
  page.waitForFunction(check, argument, { timeout: patience });
const untilNumber = (page, key, value) =>
  until(
    page,
    ([name, text]) =>
      document.querySelector(`[data-key="${name}"] input[type=number]`).value === text,
    [key, value],
  );
const tip = (page, body) => page.evaluate((name) => window.cuttle.tip(name), body);
const untilMoved = (page, from, way) =>
  until(
    page,
    ([old, far]) => Math.hypot(...window.cuttle.tip("arm").map((v, i) => v - old[i])) > far,
    [from, way],
  );
const untilHeld = (page, held) =>
  until(
    page,
    (on) => document.querySelector('[data-key="hold.shoulder"] input[type=range]').disabled !== on,
    held,
  );
const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

describe("the page", () => {
  let browser, folder, live, tab;
  const file = () => join(folder, "arm.yaml");
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "cuttle-view-"));
    cpSync(arm, file());
    browser = await launchBrowser();
    live = await view(file());
    tab = await open(browser, live.url);
  }, limit);
  after(async () => {
    await browser?.close();
    await live?.stop();
    rmSync(folder, { recursive: true });
  }, limit);

  test("shows the model before any run", async () => {
    const { page } = tab;
    assert.equal(await page.evaluate(() => window.cuttle.mode()), "initial");
    // the arm hangs straight down: 0.6 m - 0.04 - 0.03 - 0.4
    const [x, y, z] = await tip(page, "arm");
    assert.ok(Math.hypot(x, y) < 1e-6 && Math.abs(z - 0.13) < 1e-4, `${x} ${y} ${z}`);
    await page.click("#tab-Bodies");
    const rows = await page.locator("#page-Bodies tbody tr").allInnerTexts();
    assert.equal(rows.length, 4);
    assert.match(rows[2], /arm\s+rod\s+shoulder\s+fixed\s+11\s+0\.529/);
    await page.click("#tab-Controls");
  });

  test("a slider moves the tip while it is dragged", async () => {
    const { page } = tab;
    const slider = page.locator('[data-key="cables.pull.tension"] input[type=range]');
    const before = await tip(page, "arm");
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await page.mouse.down();
    const seen = [];
    for (const part of [0.6, 0.8, 0.97]) {
      await page.mouse.move(box.x + part * box.width, box.y + box.height / 2, { steps: 4 });
      await untilMoved(page, seen.at(-1) ?? before, 0.001);
      seen.push(await tip(page, "arm"));
    }
    await page.mouse.up();
    await untilMoved(page, before, 0.02);
    assert.equal(await page.evaluate(() => window.cuttle.mode()), "statics");
    // the program agrees with the slider, and gives it back
    const row = page.locator('[data-key="cables.pull.tension"]');
    assert.ok(await row.evaluate((node) => node.classList.contains("turned")));
    await row.locator("button").click();
    await untilNumber(page, "cables.pull.tension", "2");
  });

  test("gravity pulls where its sliders say", async () => {
    const { page } = tab;
    const read = () => page.locator('[data-key="gravity.size"] input[type=number]').inputValue();
    assert.equal(await read(), "9.81");
    const before = await tip(page, "arm");
    const tilt = page.locator('[data-key="gravity.tilt"] input[type=number]');
    await tilt.fill("90");
    await tilt.press("Enter");
    await until(page, (old) => window.cuttle.tip("arm")[0] > old + 0.02, before[0]);
    assert.match(await page.locator(".gravity-vector").innerText(), /^\(9\.81, 0, /);
    await page.getByText("Reset all").click();
    const vector = page.locator(".gravity-vector").filter({ hasText: "9.81)" });
    await vector.waitFor();
  });

  test("a held joint stays and follows its slider", async () => {
    const { page } = tab;
    await page.locator('[data-key="hold.shoulder"] input[type=checkbox]').click();
    await untilHeld(page, true);
    const field = page.locator('[data-key="hold.shoulder"] input[type=number]');
    await field.fill("0.5");
    await field.press("Enter");
    // the flange is 30 mm from the joint
    await until(page, () => {
      const [x, y] = window.cuttle.stage.bodyPosition("arm");
      return Math.abs(Math.hypot(x, y) - 0.03 * Math.sin(0.5)) < 1e-4;
    });
    await page.locator('[data-key="hold.shoulder"] input[type=checkbox]').click();
    await untilHeld(page, false);
  });

  test("a model that changes while it is fetched is fetched again", async () => {
    const { page } = tab;
    let asked = 0;
    await page.route("**/scene?*", async (route) => {
      const response = await route.fetch();
      // the answer to the first question is old when it arrives
      if (++asked === 1) {
        const wish = '{"command": "free_joint", "body": "shoulder"}';
        assert.equal(status(await post(live, wish)), 200);
        await sleep(500);
      }
      await route.fulfill({ response });
    });
    await post(live, '{"command": "hold_joint", "body": "shoulder", "value": 0.1}');
    for (const start = Date.now(); asked < 2 && Date.now() - start < patience; ) await sleep(50);
    await untilHeld(page, false);
    await page.unroute("**/scene?*");
    assert.equal(asked, 2);
  });

  test("a scene that does not come is fetched again", async () => {
    const init = () => {
      const real = window.fetch;
      let broken = true;
      window.fetch = (...request) => {
        if (!broken) return real(...request);
        broken = false;
        return Promise.reject(new TypeError("the line is broken"));
      };
    };
    const { page, context, problems } = await open(browser, live.url, { init });
    await until(page, () => window.cuttle.tip("arm") !== null);
    await page.getByText("The program does not answer").waitFor({ state: "hidden" });
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("the motion runs, pauses and goes back", async () => {
    const { page } = tab;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await until(page, () => window.cuttle.time() > 0.5);
    const early = await tip(page, "arm");
    await until(page, () => window.cuttle.time() > 1.2);
    assert.ok(distance(await tip(page, "arm"), early) > 0.005);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await until(page, () => !window.cuttle.playing());
    const [t, place] = [await page.evaluate(() => window.cuttle.time()), await tip(page, "arm")];
    await sleep(300);
    assert.equal(await page.evaluate(() => window.cuttle.time()), t);
    assert.deepEqual(await tip(page, "arm"), place);
    await page.keyboard.press("r");
    await until(page, () => window.cuttle.time() === 0 && window.cuttle.mode() === "initial");
  });

  test("the page follows the file, and shows what is wrong with it", async () => {
    const { page } = tab;
    const good = readFileSync(file(), "utf8");
    writeFileSync(file(), good.replace("length: 0.4\n", "length: 0.5\n"));
    await until(page, () => Math.abs(window.cuttle.tip("arm")[2] - 0.03) < 1e-4);

    const line = good.split("\n").findIndex((text) => text.includes("material: silicone")) + 1;
    writeFileSync(file(), good.replace("material: silicone", "material: silicon"));
    await until(page, () => window.cuttle.error());
    const text = await page.evaluate(() => window.cuttle.error());
    assert.match(text, new RegExp(`arm\\.yaml:${line}:\\d+: error: `));
    assert.match(text, /hint: did you mean 'silicone'/);
    assert.ok(await page.getByText("did you mean").isVisible());
    // the last good scene is still there
    assert.ok(Math.abs((await tip(page, "arm"))[2] - 0.03) < 1e-4);

    writeFileSync(file(), good);
    await until(page, () => !window.cuttle.error());
    await until(page, () => Math.abs(window.cuttle.tip("arm")[2] - 0.13) < 1e-4);
    assert.ok(!(await page.getByText("did you mean").isVisible()));
  });

  test("a data file that is missing is noticed when it comes", async () => {
    const { page } = tab;
    const good = readFileSync(file(), "utf8");
    writeFileSync(file(), good.replace("tension: 1,", "tension: {csv: pull.csv, column: pull},"));
    await until(page, () => window.cuttle.error()?.includes("pull.csv"));
    writeFileSync(join(folder, "pull.csv"), "t,pull\n0,3\n10,3\n");
    await until(page, () => !window.cuttle.error());
    await untilNumber(page, "cables.side.tension", "3");
    writeFileSync(join(folder, "pull.csv"), "t,pull\n0,4.5\n10,4.5\n");
    await untilNumber(page, "cables.side.tension", "4.5");
    writeFileSync(file(), good);
    await untilNumber(page, "cables.side.tension", "1");
  });

  test("several pages see the same", async () => {
    const other = await open(browser, live.url);
    await tab.page.evaluate(() => window.cuttle.setInput("cables.side.tension", 7));
    for (const { page } of [other, tab]) await untilNumber(page, "cables.side.tension", "7");
    assert.ok(distance(await tip(other.page, "arm"), await tip(tab.page, "arm")) < 1e-6);
    assert.deepEqual(other.problems, []);
    await other.context.close();
  });

  test("nothing went wrong in the console, nothing was asked of other hosts", () => {
    assert.deepEqual(tab.problems, []);
  });

  test("a body that nothing holds has no equilibrium, and the page says so", async (t) => {
    const free = await view(join(models, "free_body.yaml"));
    t.after(() => free.stop());
    const { page, context } = await open(browser, free.url);
    const size = page.locator('[data-key="gravity.size"] input[type=number]');
    await size.fill("9.81");
    await size.press("Enter");
    await until(page, () => window.cuttle.status()?.includes("no equilibrium"));
    assert.ok(await page.getByText("The initial state is shown").isVisible());
    const place = await page.evaluate(() => window.cuttle.stage.bodyPosition("body"));
    assert.ok(distance(place, [0, 0, 0]) < 1e-9);
    await context.close();
  });

  test("the page says when the program has ended", async () => {
    const short = await view(join(models, "pendulum.yaml"));
    const { page, context } = await open(browser, short.url);
    assert.equal(await short.stop(), 0);
    await page.getByText("The program does not answer").waitFor({ state: "visible" });
    await context.close();
  });
});
