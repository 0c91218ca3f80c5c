// The filter of the table: comparisons such as `length > 0.3`, and words or "phrases" of the
// status.
import type { CampaignColumn, CampaignTable } from "./data";

type Passes = (row: number) => boolean;

const comparison = /([^\s<>=]+)\s*(<=|>=|<|>|=)\s*([^\s<>=]+)/g;
const compare: Record<string, (a: number, b: number) => boolean> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)),
};

/// A column by its name, or the only one whose name starts so.
function columnOf(table: CampaignTable, name: string): CampaignColumn | undefined {
  const exact = table.find(name);
  if (exact) return exact;
  const starts = (one: CampaignColumn) => one.name.toLowerCase().startsWith(name.toLowerCase());
  const alike = table.columns.filter(starts);
  return alike.length === 1 ? alike[0] : undefined;
}

const phrase = /"([^"]*)"/g;

/// The filter that finds a reason in which dots stand for numbers.
export function phrases(reason: string): string {
  const parts = reason.replaceAll('"', " ").split("…").map((part) => part.trim());
  return parts.filter(Boolean).map((part) => `"${part}"`).join(" ");
}

/// What a text lets through; null: everything. A string says what is wrong with it.
export function readFilter(table: CampaignTable, text: string): Passes | null | string {
  const tests: Passes[] = [];
  const texts = table.reasons.map((reason) => reason.replaceAll('"', " ").toLowerCase());
  const says = (row: number, words: string) => (texts[table.status[row]!] ?? "").includes(words);
  for (const [, words] of text.matchAll(phrase))
    tests.push((row) => says(row, words!.toLowerCase()));
  const bare = text.replaceAll(phrase, " ");
  for (const [, name, sign, value] of bare.matchAll(comparison)) {
    const column = columnOf(table, name!);
    if (!column) return `no column ${name}`;
    const limit = Number(value!.replace("\u2212", "-"));
    if (Number.isNaN(limit)) return `${value} is not a number`;
    tests.push((row) => compare[sign!]!(column.values[row]!, limit));
  }
  const words = bare.replaceAll(comparison, " ").toLowerCase().split(/\s+/).filter(Boolean);
  for (const word of words) {
    if (/[<>=]/.test(word)) return "a comparison is incomplete";
    tests.push((row) => (word === "failed" ? !table.isGood(row) : says(row, word)));
  }
  return tests.length > 0 ? (row) => tests.every((test) => test(row)) : null;
}
