// The table and the charts of a campaign in memory.
import { readDoubles, readIndices } from "../format/arrays";
import type { Column } from "../format/document";
import type { ChartHeader, CampaignTableHeader } from "../format/shared";

export interface CampaignColumn extends Column {
  role: string;
}

/// A chart in memory.
export interface Chart extends Omit<ChartHeader, "curves"> {
  curves: {
    name: string;
    points: boolean;
    x: Float64Array;
    y: Float64Array;
    error: Float64Array | null;
  }[];
}

/// One row per run.
export class CampaignTable {
  readonly rows: number;
  readonly columns: CampaignColumn[];
  readonly reasons: string[];
  readonly status: Uint32Array; // places in `reasons`, of which the first means a good run
  readonly warnings: string[];
  readonly warned: Uint32Array; // places in `warnings`, of which the first means none
  private readonly index: CampaignColumn | undefined;

  constructor(
    { rows, columns, reasons, status, warnings, warned }: CampaignTableHeader,
    blob: ArrayBuffer,
  ) {
    this.rows = rows;
    this.columns = columns.map(({ name, unit, role, values }) => ({
      name,
      unit,
      role,
      doc: "",
      group: "",
      values: readDoubles(blob, values),
      single: values.type === "f32",
    }));
    this.reasons = reasons;
    this.status = readIndices(blob, status);
    this.warnings = warnings;
    this.warned = readIndices(blob, warned);
    this.index = this.columns.find(({ role }) => role === "index");
  }

  isGood(row: number): boolean {
    return this.status[row] === 0;
  }

  /// What a row is called.
  label(row: number): string {
    return this.index ? `${this.index.name} ${this.index.values[row]}` : `row ${row + 1}`;
  }

  hasIndex(): boolean {
    return this.index !== undefined;
  }

  /// A column by its name, or by its name as formulas write it.
  find(name: string): CampaignColumn | undefined {
    return (
      this.columns.find((column) => column.name === name) ??
      this.columns.find((column) => column.name.replaceAll(/\W/g, "_") === name)
    );
  }

  parameters(): CampaignColumn[] {
    return this.columns.filter(({ role }) => role === "parameter");
  }

  /// What came out; what is optimised first.
  results(): CampaignColumn[] {
    const isResult = ({ role }: CampaignColumn) => role !== "parameter" && role !== "index";
    const results = this.columns.filter(isResult);
    const isGoal = ({ role }: CampaignColumn) => role === "objective";
    return [...results.filter(isGoal), ...results.filter((column) => !isGoal(column))];
  }

  failed(): number {
    return this.status.reduce((sum, place) => sum + Number(place > 0), 0);
  }

  /// Why runs failed, the commonest first. Reasons that differ in their numbers are one, in which
  /// dots stand for these.
  failures(): { reason: string; count: number }[] {
    const groups = new Map<string, { reasons: Set<string>; count: number }>();
    for (const place of this.status) {
      if (place === 0) continue;
      const reason = this.reasons[place] ?? "";
      const key = reason.replaceAll(/[-+]?\d+(\.\d*)?(e[-+]?\d+)?/gi, "…");
      const group = groups.get(key) ?? { reasons: new Set(), count: 0 };
      group.reasons.add(reason);
      group.count += 1;
      groups.set(key, group);
    }
    return [...groups]
      .map(([key, { reasons: [first, ...others], count }]) => ({
        reason: others.length > 0 ? key : (first ?? ""),
        count,
      }))
      .sort((a, b) => b.count - a.count);
  }
}

export function readChart(header: ChartHeader, blob: ArrayBuffer): Chart {
  const curves = header.curves.map(({ name, points, x, y, error }) => ({
    name,
    points,
    x: readDoubles(blob, x),
    y: readDoubles(blob, y),
    error: error ? readDoubles(blob, error) : null,
  }));
  return { ...header, curves };
}

/// Smallest and largest finite number; NaN where there is none.
export function extent(values: Iterable<number>): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? [min, max] : [NaN, NaN];
}

/// All different finite numbers, from small to large.
export function distinct(values: Iterable<number>): number[] {
  return [...new Set(values)].filter(Number.isFinite).sort((a, b) => a - b);
}
