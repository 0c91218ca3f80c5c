// Rows of a study as CSV.
import { exact32, exact64 } from "./format";
import type { StudyColumn } from "./study_format";
import type { Rows } from "./study_rows";

/// A cell that may hold anything.
export const quoted = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/// The columns and the status of all rows, or of those that brushes and the filter leave; as
/// table.csv has them.
export function rowsCsv(rows: Rows, columns: StudyColumn[], order?: ArrayLike<number>): string {
  const { table, kept } = rows;
  const head = columns.map(({ name, unit }) => quoted(`${name} [${unit}]`));
  const lines = [[...head, "status"].join(",")];
  const at = order ?? Array.from(kept.keys()).filter((row) => kept[row] === 1);
  for (let i = 0; i < at.length; ++i) {
    const row = at[i]!;
    const cells = columns.map(({ values, single }) => (single ? exact32 : exact64)(values[row]!));
    lines.push([...cells, quoted(table.reasons[table.status[row]!] ?? "")].join(","));
  }
  return `${lines.join("\n")}\n`;
}
