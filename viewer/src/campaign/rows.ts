// Which runs are meant: the one that was chosen, and those that brushes and the filter leave; in
// words and as CSV.
import { exact32, exact64, number, quantity } from "../page/numbers";
import type { CampaignColumn, CampaignTable } from "./data";

export class Rows {
  chosen: number | null = null;
  /// 1 for rows that all brushes and the filter let through.
  readonly kept: Uint8Array;
  readonly brushes = new Map<CampaignColumn, [number, number]>();
  readonly onChoice: (() => void)[] = [];
  readonly onKept: (() => void)[] = [];
  private passes: ((row: number) => boolean) | null = null;

  constructor(readonly table: CampaignTable) {
    this.kept = new Uint8Array(table.rows).fill(1);
  }

  choose(row: number | null): void {
    this.chosen = row;
    for (const listener of this.onChoice) listener();
  }

  brush(column: CampaignColumn, range: [number, number] | null): void {
    if (range) this.brushes.set(column, range);
    else this.brushes.delete(column);
    this.sift();
  }

  clearBrushes(): void {
    this.brushes.clear();
    this.sift();
  }

  filter(passes: ((row: number) => boolean) | null): void {
    this.passes = passes;
    this.sift();
  }

  isSifted(): boolean {
    return this.brushes.size > 0 || this.passes !== null;
  }

  private sift(): void {
    for (let row = 0; row < this.kept.length; ++row) {
      let isKept = this.passes?.(row) ?? true;
      for (const [{ values }, [low, high]] of this.brushes)
        isKept = isKept && values[row]! >= low && values[row]! <= high;
      this.kept[row] = isKept ? 1 : 0;
    }
    for (const listener of this.onKept) listener();
  }
}

const mostWords = 14;

/// A run in words, one line per column.
export function rowWords(table: CampaignTable, row: number): string[] {
  const shown = table.columns.filter(({ role }) => role !== "index");
  const lines = shown
    .slice(0, mostWords)
    .map(({ name, unit, values }) => `${name} = ${quantity(values[row], unit)}`);
  const more = shown.length - mostWords;
  return [
    table.label(row),
    ...lines,
    ...(more > 0 ? [`and ${number(more)} more`] : []),
    ...(table.isGood(row) ? [] : [`failed: ${table.reasons[table.status[row]!] ?? ""}`]),
    ...(table.warned[row] ? [`warning: ${table.warnings[table.warned[row]!] ?? ""}`] : []),
  ];
}

/// A cell that may hold anything.
export const quoted = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/// The columns and the status of all rows, or of those that brushes and the filter leave; as
/// table.csv has them.
export function rowsCsv(rows: Rows, columns: CampaignColumn[], order?: ArrayLike<number>): string {
  const { table, kept } = rows;
  const head = columns.map(({ name, unit }) => quoted(`${name} [${unit}]`));
  const lines = [[...head, "status", "warnings"].join(",")];
  const at = order ?? Array.from(kept.keys()).filter((row) => kept[row] === 1);
  for (let i = 0; i < at.length; ++i) {
    const row = at[i]!;
    const cells = columns.map(({ values, single }) => (single ? exact32 : exact64)(values[row]!));
    const status = table.reasons[table.status[row]!] ?? "";
    const warning = table.warnings[table.warned[row]!] ?? "";
    lines.push([...cells, quoted(status), quoted(warning)].join(","));
  }
  return `${lines.join("\n")}\n`;
}
