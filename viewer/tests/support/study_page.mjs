// Plots of a page of a study, as a reader finds them.
import assert from "node:assert/strict";
import { download } from "./browser.mjs";

export const cardOf = (page, title) => page.locator(`.study-plot[aria-label="${title}"]`);
export const saved = (page, card, kind) =>
  download(page, card.getByRole("button", { name: `Save this plot as ${kind}` }));

/// Elements of a saved SVG: tag, attributes and text.
export async function svgParts(page, card) {
  const { content } = await saved(page, card, "SVG");
  return page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml");
    if (root.querySelector("parsererror")) return null;
    return [...root.querySelectorAll("svg > g *")].map((node) => ({
      tag: node.tagName,
      text: node.tagName === "text" ? node.textContent : "",
      ...Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
    }));
  }, content.toString());
}

export async function fitsWindow(page) {
  const [content, window] = await page.evaluate(() => [
    document.scrollingElement.scrollWidth,
    innerWidth,
  ]);
  assert.ok(content <= window, `${content} px in a window of ${window}`);
}
