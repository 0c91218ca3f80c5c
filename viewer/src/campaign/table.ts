// The table of all runs: sorted by any column; only rows in sight are in the page.
import { button, el } from "../page/dom";
import { fileName, save } from "../page/downloads";
import { labelled, number, unitText } from "../page/numbers";
import type { CampaignColumn } from "./data";
import { readFilter } from "./filter";
import { type Rows, rowsCsv } from "./rows";

const rowHeight = 28;
const spare = 12; // rows above and below what is seen

export class RunTable {
  readonly root: HTMLElement;
  private order = new Uint32Array(0);
  private sorted: { column: CampaignColumn | null; isDown: boolean } | null = null; // null: status
  private readonly body = el("tbody");
  private readonly heads: HTMLElement[];
  private readonly box: HTMLElement;
  private readonly count = el("span", { class: "quiet", role: "status" });
  private readonly filterInput: HTMLInputElement;
  private readonly brushNote = el("div", { class: "chips" });
  private shown = "";

  constructor(
    private readonly rows: Rows,
    private readonly campaign: string,
  ) {
    this.filterInput = el("input", {
      type: "search",
      placeholder: this.example(),
      "aria-label": "Filter rows: comparisons of columns, words of the status",
      oninput: () => this.filter(this.filterInput.value),
    });
    this.heads = this.makeHeads();
    this.box = el(
      "div",
      {
        class: "run-table",
        tabindex: 0,
        role: "region",
        "aria-label": "Runs",
        onscroll: () => this.fill(),
      },
      el("table", {}, el("thead", {}, el("tr", {}, ...this.heads)), this.body),
    );
    this.box.addEventListener("keydown", (event) => this.walk(event));
    this.root = el(
      "div",
      { class: "stack run-page" },
      el(
        "div",
        { class: "board-head" },
        this.filterInput,
        this.count,
        button("CSV", "Save the rows of the table as CSV", () =>
          save(`${fileName(this.campaign)}.csv`, rowsCsv(rows, rows.table.columns, this.order)),
        ),
      ),
      this.brushNote,
      this.box,
    );
    rows.onKept.push(() => this.sort());
    rows.onChoice.push(() => this.reveal());
    new ResizeObserver(() => this.fill(true)).observe(this.box);
    this.sort();
    requestAnimationFrame(() => this.reveal());
  }

  /// Leaves the rows that a text of the filter asks for.
  setFilter(text: string): void {
    this.filterInput.value = text;
    this.filter(text);
  }

  private example(): string {
    const column = this.rows.table.parameters()[0] ?? this.rows.table.columns[0];
    return column ? `Filter: ${column.name} > ${number(column.values[0], 3)}, failed` : "Filter";
  }

  private makeHeads(): HTMLElement[] {
    const { table } = this.rows;
    const head = (text: string, label: string, column: CampaignColumn | null) =>
      el(
        "th",
        { scope: "col", class: column ? "num" : undefined, "aria-sort": "none" },
        button(text, `Sort by ${label}`, () => this.sortBy(column), "sorter"),
      );
    const first = table.hasIndex() ? [] : [el("th", { scope: "col", class: "num" }, "#")];
    return [
      ...first,
      ...table.columns.map((column) =>
        head(labelled(column.name, column.unit), column.name, column),
      ),
      head("status", "status", null),
    ];
  }

  private filter(text: string): void {
    const passes = readFilter(this.rows.table, text);
    this.filterInput.setAttribute("aria-invalid", String(typeof passes === "string"));
    if (typeof passes === "string") this.count.textContent = passes;
    else this.rows.filter(passes);
  }

  private sortBy(column: CampaignColumn | null): void {
    const isSame = this.sorted !== null && this.sorted.column === column;
    // up, down, as they were
    if (isSame && this.sorted?.isDown) this.sorted = null;
    else this.sorted = { column, isDown: isSame };
    const start = this.rows.table.hasIndex() ? 0 : 1;
    const columns: (CampaignColumn | null)[] = [...this.rows.table.columns, null];
    columns.forEach((one, i) => {
      const way = this.sorted?.isDown ? "descending" : "ascending";
      const isIt = this.sorted !== null && this.sorted.column === one;
      this.heads[start + i]?.setAttribute("aria-sort", isIt ? way : "none");
    });
    this.sort();
  }

  private sort(): void {
    const { kept, table } = this.rows;
    const left = Uint32Array.from(kept.keys()).filter((row) => kept[row] === 1);
    if (this.sorted) {
      const { column, isDown } = this.sorted;
      const values = column ? column.values : table.status;
      const way = isDown ? -1 : 1;
      left.sort((a, b) => {
        const [x, y] = [values[a]!, values[b]!];
        // what has no value comes last in any case
        const gaps = Number(Number.isNaN(x)) - Number(Number.isNaN(y));
        return gaps || way * (x - y) || a - b;
      });
    }
    this.order = left;
    const all = `${table.rows.toLocaleString("en")} rows`;
    const some = left.length.toLocaleString("en");
    this.count.textContent = left.length === table.rows ? all : `${some} of ${all}`;
    this.showBrushes();
    this.fill(true);
  }

  private showBrushes(): void {
    const chips = [...this.rows.brushes].map(([column, [low, high]]) =>
      button(
        `${number(low, 3)} ≤ ${column.name} ≤ ${number(high, 3)} ${unitText(column.unit)} ×`,
        `Remove the brush on ${column.name}`,
        () => this.rows.brush(column, null),
        "chip",
      ),
    );
    this.brushNote.hidden = chips.length === 0;
    this.brushNote.replaceChildren(...chips);
  }

  /// Puts the rows in sight into the page.
  private fill(isNew = false): void {
    const { scrollTop, clientHeight } = this.box;
    const count = this.order.length;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
    const end = Math.ceil((scrollTop + (clientHeight || 600)) / rowHeight) + spare;
    const last = Math.min(count, end);
    const key = `${first} ${last}`;
    if (!isNew && key === this.shown) return;
    this.shown = key;
    const gap = (rows: number) =>
      el(
        "tr",
        { class: "gap", "aria-hidden": "true" },
        el("td", { style: `height:${rows * rowHeight}px` }),
      );
    const lines = Array.from({ length: Math.max(0, last - first) }, (_, i) => this.line(first + i));
    this.body.replaceChildren(
      ...(first > 0 ? [gap(first)] : []),
      ...lines,
      ...(last < count ? [gap(count - last)] : []),
    );
    if (count === 0) {
      const note = el("td", { class: "quiet", colspan: this.heads.length }, "no rows");
      this.body.append(el("tr", {}, note));
    }
  }

  private line(place: number): HTMLElement {
    const row = this.order[place]!;
    const { table, chosen } = this.rows;
    const isGood = table.isGood(row);
    const reason = table.reasons[table.status[row]!] ?? "";
    const cells = table.columns.map(({ values, role }) =>
      el("td", { class: "num" }, role === "index" ? String(values[row]) : number(values[row], 6)),
    );
    const kind = [isGood ? "" : "bad", "choice", row === chosen ? "chosen" : ""].join(" ").trim();
    return el(
      "tr",
      {
        class: kind,
        "data-row": row,
        "aria-selected": String(row === chosen),
        onclick: () => this.rows.choose(row === this.rows.chosen ? null : row),
      },
      table.hasIndex() ? null : el("td", { class: "num quiet" }, String(row + 1)),
      ...cells,
      el("td", { class: "status", title: reason }, reason),
    );
  }

  /// The chosen row comes into sight.
  private reveal(): void {
    const { chosen } = this.rows;
    const place = chosen === null ? -1 : this.order.indexOf(chosen);
    const { clientHeight, scrollTop } = this.box;
    const head = this.heads[0]?.clientHeight ?? 0;
    const top = place * rowHeight;
    if (place >= 0 && (top < scrollTop || top + rowHeight + head > scrollTop + clientHeight))
      this.box.scrollTop = top - clientHeight / 2;
    this.fill(true);
  }

  /// Arrows go from row to row.
  private walk(event: KeyboardEvent): void {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way || this.order.length === 0) return;
    event.preventDefault();
    const { chosen } = this.rows;
    const place = chosen === null ? -1 : this.order.indexOf(chosen);
    const next = Math.min(Math.max(place + way, 0), this.order.length - 1);
    this.rows.choose(this.order[next]!);
  }
}
