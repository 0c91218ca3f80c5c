// The page of a sweep, made by the program and used as a reader would.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { download, launchBrowser, openPage, phone } from "../support/browser.mjs";
import { colourStatistics, decodePng } from "../support/png.mjs";
import { runStudy, writeStudies } from "../support/studies.mjs";
import { cardOf, fitsWindow, saved, svgParts } from "../support/study_page.mjs";

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

/// {heads, rows} of a table; status and warnings, which may hold commas in quotes, stand last.
function parseTable(text) {
  const [head, ...lines] = text.trim().split("\n");
  const heads = head.split(",");
  const status = heads.indexOf("status");
  const rows = lines.map((line) => {
    const cells = line.split(",");
    const numbers = cells.slice(0, status).map(Number);
    return { numbers, isGood: cells[status] === "ok" };
  });
  return { heads, rows };
}

/// Values of a column by its name.
function columnOf({ heads, rows }, name) {
  const at = heads.findIndex((head) => head.startsWith(`${name} [`));
  assert.ok(at >= 0, `no column ${name} in ${heads}`);
  return rows.map(({ numbers }) => numbers[at]);
}

/// Moves the pointer to a place of a plot where its words hold all of these.
async function pointAt(page, card, ...words) {
  const over = card.locator(".study-over");
  await over.scrollIntoViewIfNeeded();
  // where that is, is tried out inside the page: it takes many steps
  const place = await over.evaluate((canvas, wanted) => {
    const tip = canvas.closest(".study-plot").querySelector(".study-tip");
    const { left, top, width, height } = canvas.getBoundingClientRect();
    for (let y = 4; y < height; y += 7)
      for (let x = 4; x < width; x += 7) {
        const at = { clientX: left + x, clientY: top + y, bubbles: true };
        canvas.dispatchEvent(new PointerEvent("pointermove", at));
        if (!tip.hidden && wanted.every((word) => tip.innerText.includes(word)))
          return [left + x, top + y];
      }
    return null;
  }, words);
  assert.ok(place, `nothing in the plot says ${words.join(", ")}`);
  await page.mouse.move(...place);
  return card.locator(".study-tip").innerText();
}

describe("a sweep of a grid", () => {
  let study, table, page, problems;
  before(async () => {
    study = runStudy("sweep", scratch, "swings");
    table = parseTable(study.csv);
    ({ page, problems } = await openPage(browser, study.url));
  });

  test("the head tells the outcome, texts are texts", async () => {
    const head = await page.locator("header").innerText();
    for (const words of ["<i>pendulum</i>", "swings", "sweep", "20 runs", "5 failed"])
      assert.ok(head.toLowerCase().includes(words), `${words} in ${head}`);
    const summary = await page.locator("#page-Summary").innerText();
    assert.match(summary, /Failed runs[^]*5[^]*mass/, "how many, and why");
  });

  test("heat map: a cell per run with its number, failed ones hatched", async () => {
    const parts = await svgParts(page, cardOf(page, "last over start and mass"));
    const numbers = parts
      .filter(({ text }) => /^\u2212?[\d.]+(e.*)?$/.test(text))
      .map(({ text, transform, "text-anchor": anchor }) => {
        const [, x, y] = /translate\(([\d.]+) ([\d.]+)\)/.exec(transform).map(Number);
        return { value: Number(text.replace("\u2212", "-")), x, y, anchor };
      });
    // labels of rows end at the left of the map, those of columns are below it
    const beside = numbers.filter(({ anchor }) => anchor === "end");
    const yOf = new Map(beside.map(({ value, y }) => [value, y]));
    const lowest = Math.max(...numbers.map(({ y }) => y));
    const below = numbers.filter(({ y }) => y === lowest);
    const xOf = new Map(below.map(({ value, x }) => [value, x]));
    assert.deepEqual([...yOf.keys()].sort((a, b) => a - b), [-1, 1, 2, 4]);
    assert.equal(xOf.size, 5);
    assert.ok(yOf.get(4) < yOf.get(1) && xOf.get(0.2) < xOf.get(2.2), "up and right");
    const [starts, masses] = [columnOf(table, "start"), columnOf(table, "mass")];
    for (const [row, value] of columnOf(table, "last").entries()) {
      const [x, y] = [xOf.get(Number(starts[row].toPrecision(4))), yOf.get(masses[row])];
      const near = (one) => Math.abs(one.x - x) < 0.1 && Math.abs(one.y - y) < 0.1;
      const cell = numbers.find((one) => one.anchor === "middle" && near(one));
      assert.equal(cell !== undefined, masses[row] > 0, "good runs have a number");
      if (cell) assert.ok(Math.abs(cell.value - value) < 6e-3, `${cell.value} for ${value}`);
    }
    const hatched = parts.filter(({ tag }) => tag === "clipPath").length;
    assert.equal(hatched, 5, "cells without a number");
  });

  test("lines: one per value of the colour, through the rows", async () => {
    const parts = await svgParts(page, cardOf(page, "period over start"));
    const legend = parts.filter(({ text }) => /\u202fkg$/.test(text)).map(({ text }) => text);
    assert.deepEqual(legend, ["mass = 1\u202fkg", "2\u202fkg", "4\u202fkg"]);
    assert.ok(parts.some(({ text }) => text === "failed"), "what the crosses are");
    const colours = parts.filter((part) => part.tag === "circle").map(({ fill }) => fill);
    assert.equal(new Set(colours).size, 3, "colours of good runs");
    const [periods, starts] = [columnOf(table, "period"), columnOf(table, "start")];
    const dots = parts.filter(({ tag }) => tag === "circle");
    assert.equal(dots.length, 15);
    // places are the numbers, stretched: larger ones right and above
    const rows = periods.map((period, i) => [starts[i], period]).filter(([, y]) => y > 0);
    const ends = (values) => [Math.min(...values), Math.max(...values)];
    const straight = (key, values, isUp) => {
      const places = dots.map((dot) => Number(dot[key]));
      const [low, high] = ends(values);
      const [left, right] = ends(places);
      const expected = values
        .map((v) => (v - low) / (high - low))
        .map((t) => (isUp ? right - t * (right - left) : left + t * (right - left)));
      const sorted = (list) => [...list].sort((a, b) => a - b);
      sorted(expected).forEach((place, i) =>
        assert.ok(Math.abs(place - sorted(places)[i]) < 0.05, `${key} of dot ${i}`),
      );
    };
    straight("cx", rows.map(([x]) => x), false);
    straight("cy", rows.map(([, y]) => y), true);
    // a wide swing takes longer: its dot is right of and above the first one
    const first = dots.reduce((a, b) => (Number(a.cx) <= Number(b.cx) ? a : b));
    const far = dots.reduce((a, b) => (Number(a.cx) >= Number(b.cx) ? a : b));
    assert.ok(Number(far.cy) < Number(first.cy), "the period grows with the swing");
    assert.ok(parts.some(({ text }) => text === "period [s]"), "label of the axis");
  });

  test("scatter plots have a colour bar and the title of the file", async () => {
    const parts = await svgParts(page, cardOf(page, "How much slower"));
    assert.equal(parts.filter(({ tag }) => tag === "circle").length, 15);
    assert.ok(parts.some(({ text }) => text === "last [rad]"), "name of the bar");
  });

  test("a point tells its run; a click finds it in the table", async () => {
    const card = cardOf(page, "last over start and mass");
    const text = await pointAt(page, card, "mass = 2\u202fkg", "start = 1.2\u202frad");
    assert.match(text, /last = .*rad/);
    await page.mouse.down();
    await page.mouse.up();
    const chosen = page.locator(".run-table tr.chosen");
    await chosen.waitFor();
    const row = Number(await chosen.getAttribute("data-row"));
    assert.equal(columnOf(table, "mass")[row], 2);
    assert.ok(Math.abs(columnOf(table, "start")[row] - 1.2) < 1e-12);
    await pointAt(page, card, "mass = \u22121\u202fkg", "failed:");
  });

  test("the table is sorted, filtered and saved", async () => {
    await page.getByRole("tab", { name: "Runs" }).click();
    const cell = (column) =>
      page.locator(`.run-table tbody tr`).first().locator("td").nth(column).innerText();
    const periods = columnOf(table, "period").filter(Number.isFinite);
    const at = table.heads.findIndex((head) => head.startsWith("period"));
    const has = await page.locator(".run-table thead th").first().innerText();
    const shift = has === "#" ? 1 : 0;
    const near = (text, value) => Math.abs(Number(text) - value) < 1e-5 * value;
    await page.getByRole("button", { name: "Sort by period" }).click();
    assert.ok(near(await cell(at + shift), Math.min(...periods)), "the smallest first");
    await page.getByRole("button", { name: "Sort by period" }).click();
    assert.ok(near(await cell(at + shift), Math.max(...periods)), "the largest first");
    const lastRow = await page.locator(".run-table tbody tr").last().getAttribute("class");
    assert.match(lastRow, /bad/, "failed ones last");
    await page.getByRole("button", { name: "Sort by period" }).click();

    const filter = page.getByRole("searchbox", { name: "Filter rows" });
    const count = page.locator(".run-page [role=status]");
    await filter.fill("mass > 1.5 start <= 1.2");
    assert.equal(await count.innerText(), "6 of 20 rows");
    const some = await download(page, page.getByRole("button", { name: "Save the rows" }));
    assert.equal(parseTable(some.content.toString()).rows.length, 6);
    await filter.fill("mass > 100");
    assert.ok(await page.getByText("no rows", { exact: true }).isVisible());
    await filter.fill("failed");
    assert.equal(await count.innerText(), "5 of 20 rows");
    await filter.fill("nobody > 1");
    assert.equal(await count.innerText(), "no column nobody");
    await filter.fill("");
    assert.equal(await count.innerText(), "20 rows");
    const all = await download(page, page.getByRole("button", { name: "Save the rows" }));
    assert.deepEqual(parseTable(all.content.toString()), table, "as table.csv");
  });

  test("a brush on an axis leaves the runs that pass there", async () => {
    const card = cardOf(page, "All runs");
    const over = card.locator(".study-over");
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    let x = 0;
    for (; x < 200; x += 3) {
      await page.mouse.move(box.x + x, box.y + 150);
      if ((await over.evaluate((node) => node.style.cursor)) === "ns-resize") break;
    }
    x += 8;
    // the first axis is start: its upper half
    await page.mouse.move(box.x + x, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + x, box.y + 100, { steps: 4 });
    await page.mouse.move(box.x + x, box.y + 0.56 * box.height, { steps: 4 });
    await page.mouse.up();
    const starts = columnOf(table, "start");
    const kept = starts.filter((start) => start > 1.25).length;
    assert.equal(await page.locator(".run-page [role=status]").innerText(), `${kept} of 20 rows`);
    assert.match(await page.locator(".run-page .chip").innerText(), /≤ start ≤/);
    const faint = await svgParts(page, cardOf(page, "How much slower"));
    const pale = faint.filter(({ tag, opacity }) => tag === "circle" && Number(opacity) < 0.5);
    assert.equal(pale.length, 9, "points of other runs are pale");
    await page.getByRole("button", { name: "Show all runs again" }).click();
    assert.equal(await page.locator(".run-page [role=status]").innerText(), "20 rows");
  });

  test("zoom by drag, back by double click", async () => {
    const card = cardOf(page, "How much slower");
    const over = card.locator(".study-over");
    await over.scrollIntoViewIfNeeded();
    const inside = async () => {
      const parts = await svgParts(page, card);
      const frame = parts.find(({ tag, stroke }) => tag === "rect" && stroke);
      const [left, width] = [Number(frame.x), Number(frame.width)];
      const isIn = ({ cx }) => Number(cx) >= left && Number(cx) <= left + width;
      return parts.filter((part) => part.tag === "circle" && isIn(part)).length;
    };
    assert.equal(await inside(), 15);
    const box = await over.boundingBox();
    await page.mouse.move(box.x + 0.55 * box.width, box.y + 90);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + 90, { steps: 4 });
    await page.mouse.up();
    assert.ok((await inside()) < 9, "fewer points");
    await over.dblclick({ position: { x: 0.5 * box.width, y: 90 } });
    assert.equal(await inside(), 15);
  });

  test("plots are added, changed and removed", async () => {
    const cards = page.locator(".study-plot");
    const before = await cards.count();
    for (const name of ["Line", "Scatter", "Heat map", "Parallel coordinates"]) {
      await page.locator(".study-tools summary").click();
      await page.locator(".study-tools").getByText(name, { exact: true }).click();
    }
    assert.equal(await cards.count(), before + 4);
    const added = cards.nth(before + 1);
    await added.getByLabel("y", { exact: true }).selectOption("slower");
    await added.getByLabel("x", { exact: true }).selectOption("period");
    assert.equal(await added.getAttribute("aria-label"), "slower over period");
    // both are periods: the points lie on a straight line through their ends
    const dots = (await svgParts(page, added)).filter(({ tag }) => tag === "circle");
    const places = dots.map(({ cx, cy }) => [Number(cx), Number(cy)]).sort((a, b) => a[0] - b[0]);
    const [[x0, y0], [x1, y1]] = [places[0], places.at(-1)];
    for (const [x, y] of places)
      assert.ok(Math.abs(y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) - y) < 0.05, "on the line");
    for (let i = 0; i < 4; ++i)
      await cards.nth(before).getByRole("button", { name: "Remove this plot" }).click();
    assert.equal(await cards.count(), before);
  });

  test("plots are saved as PNG and CSV", async () => {
    const card = cardOf(page, "period over start");
    const image = decodePng((await saved(page, card, "PNG")).content);
    assert.ok(image.width >= 1200 && image.height >= 600, `${image.width} x ${image.height}`);
    assert.ok(colourStatistics(image).colours > 6);
    const { heads, rows } = parseTable((await saved(page, card, "CSV")).content.toString());
    assert.deepEqual(heads, ["start [rad]", "period [s]", "mass [kg]", "status", "warnings"]);
    assert.deepEqual(rows.map(({ numbers }) => numbers[1]), columnOf(table, "period"));
  });

  test("the study and the model are there", async () => {
    await page.getByRole("tab", { name: "Study" }).click();
    assert.equal(await page.locator("#page-Study pre").textContent(), `${study.page.study}\n`);
    await page.getByRole("tab", { name: "Model" }).click();
    assert.match(await page.locator("#page-Model pre").textContent(), /name: swing/);
  });

  test("dark, and on a phone", async () => {
    const canvas = page.locator(".study-plot canvas").first();
    await canvas.scrollIntoViewIfNeeded();
    const light = colourStatistics(decodePng(await canvas.screenshot()));
    await page.getByRole("button", { name: "Light or dark" }).click();
    await page.waitForTimeout(200);
    const dark = colourStatistics(decodePng(await canvas.screenshot()));
    assert.ok(light.colours > 12 && dark.colours > 12, "drawn in both");
    await page.setViewportSize(phone);
    for (const tab of ["Summary", "Runs", "Study", "Model"]) {
      await page.getByRole("tab", { name: tab }).click();
      await fitsWindow(page);
    }
    assert.deepEqual(problems, [], "nothing went wrong, nothing was asked of the network");
  });
});
