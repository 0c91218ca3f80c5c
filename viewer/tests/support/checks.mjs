// What is asked of reports.
import assert from "node:assert/strict";
import { download, parseCsv, phone, picture, shownTime as time } from "./browser.mjs";
import { colourStatistics, decodePng, differingPixels } from "./png.mjs";

export async function checkScene(page) {
  // a grid alone has few colours; an empty canvas has one
  let seen;
  for (let tries = 0; tries < 5; ++tries) {
    seen = colourStatistics(await picture(page, ".stage"));
    if (seen.colours > 12 && seen.commonest < 0.99) return;
  }
  assert.fail(`the scene looks empty: ${JSON.stringify(seen)}`);
}

export async function checkHeader(page, { summary, page: { scene } }) {
  const head = await page.locator("header").innerText();
  assert.ok(head.includes(scene.name), head);
  const failed = summary.expect.filter(({ pass }) => !pass).length;
  const kind =
    summary.solver.status !== "ok" || failed > 0
      ? "fail"
      : summary.expect.length > 0
        ? "pass"
        : "plain";
  assert.equal(await page.locator(`.badge.${kind}`).count(), 1, `badge ${kind}`);
}

export async function checkPlay(page, { page: { scene } }) {
  await page.keyboard.press("Home");
  const start = await time(page);
  const still = await picture(page, ".stage canvas");
  // slow starts move little in the first frames
  let changed = 0;
  for (let tries = 0; tries < 6 && changed < 60; ++tries) {
    const from = Number(await page.locator(".slider").inputValue());
    await page.getByRole("button", { name: "Play", exact: true }).click({ force: true });
    assert.equal(await page.evaluate(() => window.cuttle.playing()), true);
    await page.waitForFunction(
      (value) => Math.abs(Number(document.querySelector(".slider").value) - value) > 0.5,
      from,
    );
    await page.waitForTimeout(150 * (tries + 1));
    await page.getByRole("button", { name: "Pause", exact: true }).click({ force: true });
    assert.equal(await page.evaluate(() => window.cuttle.playing()), false);
    changed = differingPixels(still, await picture(page, ".stage canvas"));
  }
  assert.ok(changed >= 60, `only ${changed} pixels moved`);
  if (scene.study !== "modes") assert.ok((await time(page)) > start, "the time stands still");
}

export async function checkPlots(page) {
  const plots = page.locator(".plot");
  await plots.first().locator("canvas").waitFor();
  // all that are in sight have pixels in the colours of their lines, of which one may hide another
  const drawn = await page.evaluate(() =>
    [...document.querySelectorAll(".plot canvas")].map((canvas) => {
      const colours = [...canvas.closest(".plot").querySelectorAll(".marker")].map((marker) =>
        getComputedStyle(marker).backgroundColor.match(/\d+/g).map(Number),
      );
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const near = (at) =>
        data[at + 3] > 100 &&
        colours.some((rgb) => rgb.reduce((sum, c, k) => sum + Math.abs(c - data[at + k]), 0) < 60);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (near(at)) ++count;
      return { count, width: canvas.width };
    }),
  );
  assert.ok(drawn.length >= 2, `${drawn.length} plots`);
  // a line goes over most of the width
  drawn.forEach(({ count, width }, i) =>
    assert.ok(count > 0.5 * width, `plot ${i} has ${count} pixels in ${width} columns`),
  );
}

/// `point` moves the pointer; by default that of the mouse.
export async function checkHover(
  page,
  { csv, page: { scene } },
  point = (on, x, y) => on.mouse.move(x, y),
) {
  const over = page.locator(".plot .u-over").first();
  const box = await over.boundingBox();
  for (const part of [0.3, 0.8]) {
    await point(page, box.x + part * box.width, box.y + box.height / 2);
    const axis = csv.rows.map((row) => row[0]);
    const wanted = axis[0] + part * (axis.at(-1) - axis[0]);
    const nearest = axis.reduce((best, value) =>
      Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best,
    );
    const shown = await time(page);
    // the row whose surroundings hold the pointer, which is on whole pixels
    const pixel = Math.abs(axis.at(-1) - axis[0]) / box.width;
    const row = axis.findIndex((value) => Math.abs(value - shown) < 1e-9 * (1 + Math.abs(value)));
    assert.ok(row >= 0, `${shown} is no row`);
    const begin = row > 0 ? (axis[row - 1] + axis[row]) / 2 : -Infinity;
    const end = row + 1 < axis.length ? (axis[row] + axis[row + 1]) / 2 : Infinity;
    assert.ok(
      wanted >= begin - pixel && wanted <= end + pixel,
      `${shown} instead of ${nearest}`,
    );
    const readout = await page.locator("#time-readout").innerText();
    const [, number] = /= (-?[\d.]+)/.exec(readout);
    const digits = number.split(".")[1]?.length ?? 0;
    assert.equal(number, shown.toFixed(digits), "read-out");
    // the slider counts frames
    const frame = Number(await page.locator(".slider").inputValue());
    const rows = keptRows(axis.length, scene.stride);
    const [low, high] = [rows[Math.floor(frame)], rows[Math.ceil(frame)]];
    const there = axis[low] + (frame - Math.floor(frame)) * (axis[high] - axis[low]);
    assert.ok(
      Math.abs(there - shown) < 1e-6 * (1 + Math.abs(shown)),
      `slider at ${there}, time ${shown}`,
    );
  }
}

/// Rows of the record that a report has: every stride-th, and the last.
function keptRows(count, stride) {
  return Array.from({ length: count }, (_, row) => row).filter(
    (row) => row % stride === 0 || row === count - 1,
  );
}

function close(a, b) {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b);
  // the report keeps 32 bits
  return Math.abs(a - b) <= 1.2e-7 * Math.abs(b) + 1e-37;
}

/// A saved CSV says what series.csv says.
function sameRecord(text, record, stride) {
  const saved = parseCsv(text);
  const kept = keptRows(record.rows.length, stride);
  assert.equal(saved.rows.length, kept.length, "rows");
  for (const [column, head] of saved.heads.entries()) {
    const source = record.heads.indexOf(head);
    assert.ok(source >= 0, `series.csv has no ${head}`);
    const same = column === 0 ? Object.is : close;
    // a message for each of a million numbers would take longer than to compare them
    const wrong = saved.rows.findIndex(
      (values, row) => !same(values[column], record.rows[kept[row]][source]),
    );
    assert.ok(
      wrong < 0,
      `${head}, row ${wrong}: ${saved.rows[wrong]?.[column]} instead of ${record.rows[kept[wrong]]?.[source]}`,
    );
  }
  // numbers of 32 bits need nine digits at most
  for (const line of text.trim().split("\n").slice(1))
    for (const number of line.split(",").slice(1)) {
      if (number.length <= 9) continue;
      const digits = number.replace(/e.*/, "").replace(/[-.]/g, "").replace(/^0+/, "");
      assert.ok(digits.length <= 9 || /^\d+0+$/.test(digits), `${number} has too many digits`);
    }
  return saved;
}

/// `take` gives what a button saves; by default as a file that the browser has downloaded.
export async function checkAllCsv(page, { csv, page: { series } }, take = download) {
  const { content, name } = await take(
    page,
    page.getByRole("button", { name: /Save (all columns|the record) as CSV/ }),
  );
  assert.match(name, /\.csv$/);
  assert.equal(/_every_\d+(st|nd|rd|th)_row\.csv$/.test(name), series.stride > 1, name);
  const saved = sameRecord(content.toString(), csv, series.stride);
  assert.deepEqual([...saved.heads].sort(), [...csv.heads].sort(), "columns");
}

const saver = (page, kind) =>
  page.locator(".plot").first().getByRole("button", { name: new RegExp(`as ${kind}(:|$)`) });

/// The picture of the first plot, as a file.
export async function checkPlotPng(page) {
  const image = decodePng((await download(page, saver(page, "PNG"))).content);
  assert.ok(image.width >= 1200 && image.height >= 600, `${image.width} x ${image.height}`);
  const seen = colourStatistics(image);
  assert.ok(seen.colours > 6 && seen.commonest < 0.99, JSON.stringify(seen));
}

/// Its numbers, and its lines on paper.
export async function checkPlotFiles(page, { csv, page: { series } }, take = download) {
  const file = (kind) => take(page, saver(page, kind));
  const saved = sameRecord((await file("CSV")).content.toString(), csv, series.stride);
  const svg = (await file("SVG")).content.toString();
  const paths = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml");
    if (root.querySelector("parsererror")) return null;
    return [...root.querySelectorAll("path")].map((path) => path.getAttribute("d"));
  }, svg);
  assert.equal(paths?.length, saved.heads.length - 1, "lines");
  paths.forEach((path, i) =>
    checkLine(
      path,
      saved.rows.map((row) => row[0]),
      saved.rows.map((row) => row[i + 1]),
    ),
  );
  assert.ok(svg.includes(`${saved.names[0]}`), "label of the axis");
}

/// The points of a line are the values, stretched and moved.
function checkLine(path, axis, values) {
  const points = path
    .slice(1)
    .split(/[ML]/)
    .map((point) => point.split(" ").map(Number));
  assert.equal(points.length, values.length, "points of a line");
  const fits = (x, y, what) => {
    const [low, high] = [x.indexOf(Math.min(...x)), x.indexOf(Math.max(...x))];
    if (x[low] === x[high]) return;
    const slope = (y[high] - y[low]) / (x[high] - x[low]);
    x.forEach((value, i) =>
      assert.ok(Math.abs(y[low] + slope * (value - x[low]) - y[i]) < 0.05, `${what} of point ${i}`),
    );
    return slope;
  };
  assert.ok(
    fits(
      axis,
      points.map(([x]) => x),
      "x",
    ) > 0,
    "time goes to the right",
  );
  const slope = fits(
    values,
    points.map(([, y]) => y),
    "y",
  );
  assert.ok(slope === undefined || slope <= 0, "large values are above");
}

export async function checkTimeKeys(page, { page: { scene } }) {
  const press = async (key) => {
    await page.keyboard.press(key);
    return Number(await page.locator(".slider").inputValue());
  };
  const last = scene.modes?.length ? scene.frames / scene.modes.length - 1 : scene.frames - 1;
  assert.equal(await press("End"), last);
  assert.equal(await press("Home"), 0);
  assert.equal(await press("ArrowRight"), 1);
  assert.equal(await press("Shift+ArrowRight"), Math.min(11, last));
  assert.equal(await press("ArrowLeft"), Math.min(10, last - 1));
  await page.keyboard.press("Space");
  assert.equal(await page.evaluate(() => window.cuttle.playing()), true, "space plays");
  await page.keyboard.press("Space");
  assert.equal(await page.evaluate(() => window.cuttle.playing()), false, "space pauses");
}

export async function checkSceneKeys(page, { page: { scene } }) {
  const still = await picture(page, ".stage canvas");
  const changes = async (what) => {
    await page.waitForTimeout(60);
    assert.ok(differingPixels(still, await picture(page, ".stage canvas")) > 60, what);
  };
  await page.keyboard.press("g");
  assert.equal(await page.locator(".ghost-count").innerText(), "6");
  await changes("ghosts are drawn");
  await page.keyboard.press("g");
  assert.equal(await page.locator(".ghost-count").innerText(), "0");
  if (scene.rods.length > 0) {
    await page.keyboard.press("c");
    assert.equal(await page.getByLabel("Colour").inputValue(), "curvature");
    assert.ok(await page.locator(".legend").isVisible(), "legend");
  }
  await page.keyboard.press("4");
  await changes("another view");
  await page.keyboard.press("?");
  assert.ok(await page.locator("dialog").isVisible(), "help");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("dialog").isVisible()), "help closes");
}

/// What stands behind each tab.
function readTabs(page) {
  return page.evaluate(async () => {
    const open = (name) => {
      document.getElementById(`tab-${name}`).click();
      return document.getElementById(`page-${name}`);
    };
    const summary = open("Summary");
    const content = {
      facts: summary.innerText,
      verdicts: summary.querySelectorAll(".verdict").length,
      passed: summary.querySelectorAll(".verdict.pass").length,
      figures: open("Figures").innerText,
      model: open("Model").querySelector("pre").textContent,
    };
    open("Plots");
    return content;
  });
}

export async function checkTabs(page, { summary, page: { summary: shown, model } }) {
  const content = await readTabs(page);
  assert.equal(content.verdicts, summary.expect.length, "expectations");
  const passed = summary.expect.filter(({ pass }) => pass).length;
  assert.equal(content.passed, passed, "expectations that are met");
  for (const word of [
    "Bodies",
    "Degrees of freedom",
    "Solver",
    "Steps",
    "Wall time",
    "Energy residual",
  ])
    assert.ok(content.facts.includes(word), word);
  for (const name of Object.keys(shown.figures).slice(0, shown.named_figures))
    assert.ok(content.figures.includes(name), name);
  assert.equal(content.model.trim(), model.trim());
}

const tabs = ["Plots", "Summary", "Figures", "Model"];

/// A click on a tab opens its page, and closes the others.
export async function checkTabClicks(page) {
  for (const name of [...tabs.slice(1), tabs[0]]) {
    await page.getByRole("tab", { name }).click();
    for (const other of tabs)
      assert.equal(await page.locator(`#page-${other}`).isVisible(), other === name, other);
  }
}

export async function checkPhone(page) {
  await page.setViewportSize(phone);
  const { widths, heights } = await page.evaluate(async (names) => {
    const drawn = async () => {
      for (let i = 0; i < 2; ++i) await new Promise(requestAnimationFrame);
    };
    const widths = [];
    for (const name of names) {
      document.getElementById(`tab-${name}`).click();
      await drawn(); // plots take their size from the page
      widths.push([name, document.scrollingElement.scrollWidth, innerWidth]);
    }
    const buttons = document.querySelectorAll(".toolbar .button, .timeline .button");
    const heights = [...buttons]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .map((node) => node.getBoundingClientRect().height)
      .filter((height) => height > 0);
    return { widths, heights };
  }, tabs);
  for (const [tab, content, window] of widths)
    assert.ok(content <= window, `${tab}: ${content} px in a window of ${window}`);
  assert.ok(
    heights.length > 0 && Math.min(...heights) >= 40,
    `controls of ${Math.min(...heights)} px`,
  );
}
