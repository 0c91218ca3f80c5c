// Which columns share a plot: same probe, same unit, same size.
import type { Column } from "../format/document";

export interface PlotSpec {
  title: string;
  unit: string;
  columns: Column[];
}

/// The last part of a column's name: "x" of "tip.x".
export function shortName(column: Column): string {
  return column.group && column.name.startsWith(`${column.group}.`)
    ? column.name.slice(column.group.length + 1)
    : column.name;
}

const kinds: [RegExp, string][] = [
  [/^[xyz]$/, "position"],
  [/^q[wxyz]$/, "orientation"],
  [/^v[xyz]$/, "velocity"],
  [/^w[xyz]$/, "angular velocity"],
  [/^L[xyz]$/, "angular momentum"],
  [/^P[xyz]$/, "linear momentum"],
];

function kindOf(column: Column): string {
  const name = shortName(column);
  const suffix = name.slice(name.lastIndexOf(".") + 1);
  // these would flatten their neighbours, or be flattened by them
  if (column.name === "energy.residual" || suffix === "stretch") return name;
  // a node of a net, or its centre of mass
  const node = column.unit === "m" ? /^(.+)_[xy]$/.exec(name) : null;
  if (node) return `${node[1]} position`;
  const prefix = name.slice(0, name.length - suffix.length);
  return prefix + (kinds.find(([pattern]) => pattern.test(suffix))?.[1] ?? "");
}

function titleOf(columns: Column[], kind: string): string {
  const group = columns[0].group;
  if (columns.length === 1) return columns[0].name;
  if (group === "energy") return "energy";
  if (kind) return group ? `${group}: ${kind}` : kind;
  const names = columns.map(shortName).join(", ");
  return group ? `${group}: ${names}` : names;
}

export function groupColumns(columns: Column[]): PlotSpec[] {
  const plots = new Map<string, { kind: string; columns: Column[] }>();
  for (const column of columns) {
    const kind = kindOf(column);
    const key = [column.group || column.name, column.unit, kind].join("\n");
    const plot = plots.get(key);
    if (plot) plot.columns.push(column);
    else plots.set(key, { kind, columns: [column] });
  }
  return [...plots.values()].map((plot) => ({
    title: titleOf(plot.columns, plot.kind),
    unit: plot.columns[0].unit,
    columns: plot.columns,
  }));
}
