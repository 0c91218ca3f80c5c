// What the page can do beyond what every report is asked: zoom, theme, failed runs.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { download, launchBrowser, openPage, shownTime as time } from "../support/browser.mjs";
import { checkScene } from "../support/checks.mjs";
import { decodePng, differingPixels } from "../support/png.mjs";
import { changedReport, folderOf, recordIn, urlOf } from "../support/reports.mjs";

let browser;
// small, because the pictures are made without a graphics card
const viewport = { width: 920, height: 560 };
const open = (url, options) => openPage(browser, url, { viewport, ...options });
const scratch = mkdtempSync(join(tmpdir(), "cuttle-report-"));
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

describe("on a laptop", () => {
  // opened once: that takes longer than a test
  let page;
  before(async () => {
    ({ page } = await openPage(browser, urlOf("hybrid_arm")));
  });

  test("zoom by drag, back by double click; one zoom for all plots", async () => {
    const plots = page.locator(".plot");
    const box = await plots.first().locator(".u-over").boundingBox();
    const across = async (plot) => {
      const { content } = await download(page, plot.getByRole("button", { name: /as SVG$/ }));
      const xs = [
        .../[ML]([\d.-]+) /g[Symbol.matchAll](/ d="([^"]*)"/.exec(content.toString())[1]),
      ].map(([, x]) => Number(x));
      return Math.max(...xs) - Math.min(...xs);
    };
    const whole = await across(plots.nth(1));
    await page.mouse.move(box.x + 0.25 * box.width, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 40, { steps: 4 });
    await page.mouse.up();
    // a quarter of the axis fills the width: lines are four times as wide
    const zoomed = await across(plots.nth(1));
    assert.ok(Math.abs(zoomed / whole - 4) < 0.05, `${zoomed / whole} times`);
    await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + 40);
    assert.ok(Math.abs((await across(plots.nth(1))) - whole) < 0.1, "back");
  });
});

describe("pictures", () => {
  let page;
  before(async () => {
    ({ page } = await open(urlOf("hybrid_arm")));
  });
  const shot = (options) => page.evaluate((given) => window.cuttle.shot(given), options);

  test("pictures for cuttle shot", async () => {
    const png = async (options) =>
      decodePng(
        Buffer.from(
          (await shot({ width: 400, height: 250, format: "png", ...options })).split(",")[1],
          "base64",
        ),
      );
    const first = await png({ time: 1, view: "front" });
    assert.deepEqual([first.width, first.height], [400, 250]);
    assert.ok(Math.abs((await time(page)) - 1) < 1e-9);
    assert.ok(differingPixels(first, await png({ time: 3 })) > 60, "another time, another picture");
    const svg = await shot({ width: 400, height: 250, format: "svg" });
    assert.match(svg, /^\s*(<\?xml[^>]*>\s*)?<svg/);
    // moments of playback and frames
    assert.equal(await page.evaluate(() => window.cuttle.duration()), 10);
    const range = await page.evaluate(() => window.cuttle.axis());
    assert.deepEqual(range, { name: "t", unit: "s", from: 0, to: 10 });
    for (const [moment, at] of [
      [{ seconds: 2.5 }, 2.5],
      [{ frame: 0 }, 0],
      [{ frame: "last" }, 10],
    ]) {
      await shot({ width: 64, height: 64, format: "svg", ...moment });
      assert.ok(Math.abs((await time(page)) - at) < 1e-9, JSON.stringify(moment));
    }
    await assert.rejects(
      shot({ width: 64, height: 64, format: "png", view: "below" }),
      /no view "below"/,
    );
  });

  test("coloured pictures tell what the colours mean", async () => {
    const picture = async (colour) => {
      const url = await shot({ width: 400, height: 250, format: "png", colour });
      return decodePng(Buffer.from(url.split(",")[1], "base64"));
    };
    const bright = async (colour) => {
      const { width, height, pixels } = await picture(colour);
      // the bar goes from violet to yellow in the lower right corner
      const at = (x, y) => [...pixels.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
      return [at(width - 165, height - 36), at(width - 25, height - 36)];
    };
    const [low, high] = await bright("speed");
    assert.ok(low[2] > low[1] && high[0] > 200 && high[1] > 200 && high[2] < 80, `${low} ${high}`);
    const svg = await shot({ width: 400, height: 250, format: "svg" });
    const legend = await page.evaluate(() => window.cuttle.stage.legend());
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    for (const text of ["speed [m/s]", "0", String(Number(legend.max.toPrecision(3)))])
      assert.ok(texts.includes(text), `${text} in ${texts}`);
    // no legend for the colours of bodies
    const plain = await bright("body");
    assert.ok(plain.every((rgb) => Math.max(...rgb) - Math.min(...rgb) < 20), `${plain}`);
    assert.ok(!(await shot({ width: 400, height: 250, format: "svg" })).includes("speed"));
  });

  test("views along an axis are nearly parallel", async () => {
    const angle = (view) =>
      page.evaluate((name) => {
        window.cuttle.stage.setView(name);
        return window.cuttle.stage.rig.camera.fov;
      }, view);
    for (const view of ["front", "side", "top"]) assert.ok((await angle(view)) <= 10, view);
    assert.ok((await angle("iso")) > 20);
  });

  test("modes play in turn, each there and back", async () => {
    const { page, context } = await open(urlOf("rod_modes"));
    const seen = await page.evaluate(async () => {
      const duration = window.cuttle.duration();
      const frames = [];
      for (const seconds of [0, 0.5, 1, 2, 3, 3.5, duration]) {
        await window.cuttle.shot({ seconds, width: 64, height: 64, format: "svg" });
        frames.push(window.cuttle.stage.shown);
      }
      return { duration, frames };
    });
    const { modes, frames } = recordIn(folderOf("rod_modes")).page.scene;
    const each = frames / modes.length;
    assert.equal(seen.duration, 2 * modes.length);
    const last = frames - each;
    assert.deepEqual(seen.frames, [
      0, (each - 1) / 2, each - 1, each, 2 * each - 1, each + (each - 1) / 2, last,
    ]);
    await context.close();
  });
});

/// Opens a menu and waits until it has found its place.
async function openMenu(page, name) {
  const summary = page.locator("summary", { hasText: name });
  await summary.evaluate((node) => node.nextElementSibling.style.removeProperty("translate"));
  await summary.click();
  await page.waitForFunction(
    () => document.querySelector("details[open] .menu-panel")?.style.translate,
  );
}

describe("the page", () => {
  test("dark as the system says, light by the button", async () => {
    const { page, context } = await open(urlOf("pendulum"), { colorScheme: "dark" });
    const brightness = () =>
      page.evaluate(() => {
        const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
        return (r + g + b) / 3;
      });
    assert.ok((await brightness()) < 60);
    await page.getByRole("button", { name: "Light or dark" }).click();
    assert.ok((await brightness()) > 200);
    await page.reload();
    assert.ok((await brightness()) > 200, "remembered");
    await context.close();
  });

  test("menus listen to the page while they are open", async () => {
    const { page, context } = await open(urlOf("pendulum"), {
      init: () => {
        window.listening = 0;
        const { addEventListener, removeEventListener } = document;
        document.addEventListener = function (...given) {
          ++window.listening;
          addEventListener.apply(this, given);
        };
        document.removeEventListener = function (...given) {
          --window.listening;
          removeEventListener.apply(this, given);
        };
      },
    });
    const before = await page.evaluate(() => window.listening);
    const menu = page.locator("details.menu").first();
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(300, 400),
    ]) {
      await menu.locator("summary").click();
      await page.waitForFunction((count) => window.listening === count + 2, before);
      await close();
      await page.waitForFunction((count) => window.listening === count, before);
      assert.equal(await menu.getAttribute("open"), null);
    }
    // one that is taken away while it is open lets go at the next event
    await menu.locator("summary").click();
    await page.waitForFunction((count) => window.listening === count + 2, before);
    await menu.evaluate((node) => node.remove());
    await page.mouse.click(300, 400);
    await page.waitForFunction((count) => window.listening === count, before);
    await context.close();
  });

  test("long names stay inside a narrow window", async () => {
    const long = "a_name_that_goes_on_and_on_without_any_place_to_break_it_at_all";
    const url = changedReport(
      "hybrid_arm",
      ({ scene, series }) => {
        Object.assign(scene, { name: long, title: "" });
        for (const one of [...scene.bodies, ...scene.points]) one.name = `${long}_${one.name}`;
        for (const column of series.columns) {
          column.group = `${long}_${column.group}`;
          column.name = `${long}_${column.name}`;
        }
      },
      scratch,
    );
    const { page, context } = await open(url, { viewport: { width: 320, height: 640 } });
    for (const tab of ["Plots", "Summary", "Figures"]) {
      await page.getByRole("tab", { name: tab }).click();
      await openMenu(page, "Traces");
      const out = await page.evaluate(() =>
        [...document.querySelectorAll("header *, .toolbar *, .timeline *, .card, .card h3, .chip")]
          .filter((node) => node.checkVisibility({ contentVisibilityAuto: true }))
          .filter((node) => {
            const { left, right } = node.getBoundingClientRect();
            return left < -1 || right > innerWidth + 1;
          })
          .map((node) => node.outerHTML.slice(0, 80)),
      );
      assert.deepEqual(out, [], tab);
      await page.keyboard.press("Escape");
      const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
      assert.equal(width, 320, tab);
    }
    // a name is no title
    const heading = page.locator("h1");
    assert.equal(await heading.innerText(), long);
    const letter = await heading.evaluate(
      (node) => getComputedStyle(node, "::first-letter").textTransform,
    );
    assert.equal(letter, "none");
    const slider = await page.locator(".slider").boundingBox();
    assert.ok(slider.width >= 140, `slider of ${slider.width} px`);
    await context.close();
  });

  test("a filter that nothing passes says so", async () => {
    const { page, context } = await open(urlOf("hybrid_arm"));
    const filter = page.getByLabel("Filter plots by name");
    const nothing = page.getByText("nothing found");
    await filter.fill("energy");
    assert.ok(!(await nothing.isVisible()));
    await filter.fill("no such plot");
    assert.ok(await nothing.isVisible());
    await context.close();
  });

  test("the legend of a rod that does not stretch has one in its middle", async () => {
    const { page, context } = await open(urlOf("flying_rod"));
    await page.getByLabel("Colour").selectOption("stretch");
    const ends = await page.locator(".legend-ends span").allInnerTexts();
    assert.deepEqual(ends, ["0.999", "1.001"]);
    // no menu covers it
    const legend = await page.locator(".legend").boundingBox();
    for (const name of ["Layers", "Traces", "Picture"]) {
      await openMenu(page, name);
      const menu = await page.locator("details[open] .menu-panel").boundingBox();
      const apart =
        menu.x + menu.width <= legend.x ||
        legend.x + legend.width <= menu.x ||
        menu.y + menu.height <= legend.y;
      assert.ok(apart, name);
      await page.keyboard.press("Escape");
    }
    await context.close();
  });

  test("the scene comes back after the graphics were lost", async () => {
    const { page, context } = await open(urlOf("pendulum"));
    await page.evaluate(async () => {
      const gl = document.querySelector(".stage canvas").getContext("webgl2");
      const extension = gl.getExtension("WEBGL_lose_context");
      extension.loseContext();
      await new Promise((resolve) => setTimeout(resolve, 50));
      extension.restoreContext();
    });
    await checkScene(page);
    await context.close();
  });

  test("without WebGL: a message, and the plots work", async () => {
    const { page, context } = await open(urlOf("hybrid_arm"), {
      init: () => {
        const original = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return String(kind).startsWith("webgl") ? null : original.call(this, kind, ...rest);
        };
      },
    });
    assert.ok(await page.getByText("This browser does not support WebGL").isVisible());
    await page.locator(".plot canvas").first().waitFor();
    await page.keyboard.press("End");
    assert.ok(Math.abs((await time(page)) - 10) < 1e-9);
    await context.close();
  });
});
