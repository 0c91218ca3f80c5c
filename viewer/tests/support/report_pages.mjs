// Pages in which reports are opened one after the other: a new page takes longer than a report.
import assert from "node:assert/strict";
import { launchBrowser, openPage } from "./browser.mjs";

// small, because the pictures are made without a graphics card
const viewport = { width: 920, height: 560 };

/// Two pages: while one waits for a picture, the other works.
export const pageCount = 2;

export class ReportPages {
  #browser;
  #free = [];

  async open() {
    this.#browser = await launchBrowser();
    for (let i = 0; i < pageCount; ++i)
      this.#free.push(await openPage(this.#browser, "about:blank"));
  }

  async close() {
    await this.#browser?.close();
  }

  /// Opens a report in a free page and uses it; nothing may go wrong meanwhile.
  async use(record, visit) {
    const one = this.#free.pop();
    const { page, problems } = one;
    try {
      problems.length = 0;
      // the report before this one is not drawn once more in another size
      await page.goto("about:blank");
      await page.setViewportSize(viewport);
      await page.goto(record.url);
      await page.evaluate(() => window.cuttle.ready);
      await visit(page);
      assert.deepEqual(problems, [], "nothing went wrong, nothing was asked of the network");
    } finally {
      this.#free.push(one);
    }
  }
}
