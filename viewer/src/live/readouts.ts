// Numbers of the moment: places of the probes, energies, and whatever else is recorded.
import type { LiveFrame, Readout } from "../format/shared";
import { el } from "../page/dom";
import { number, unitText } from "../page/numbers";
import { tableBox } from "../page/summary";

const digits = 5;
const axes = ["x", "y", "z"];

interface Cell {
  index: number;
  node: HTMLElement;
  isPlace: boolean;
}

interface Place {
  name: string;
  columns: number[];
}

export class LiveReadouts {
  readonly root: HTMLElement;
  private readonly cells: Cell[] = [];

  constructor(readouts: Readout[]) {
    const places = placesOf(readouts);
    const placed = new Set(places.flatMap(({ columns }) => columns));
    const all = readouts.map((_, i) => i);
    const energies = all.filter((i) => readouts[i].group === "energy");
    const others = all.filter((i) => !placed.has(i) && readouts[i].group !== "energy");
    const energyRows = energies.map((i) => this.row(readouts[i].name.split(".")[1], i, ""));
    const otherRows = others.map((i) => this.row(readouts[i].name, i, readouts[i].unit));
    const placeRows = places.map((place) => this.placeRow(place));
    const head = el("thead", {}, headRow("probe", ...axes));
    this.root = el(
      "div",
      { class: "stack" },
      places.length > 0 && section("Places", "m", head, el("tbody", {}, ...placeRows)),
      energies.length > 0 && section("Energy", "J", el("tbody", {}, ...energyRows)),
      others.length > 0 && section("Probes and controllers", "", el("tbody", {}, ...otherRows)),
    );
  }

  show({ readouts }: LiveFrame): void {
    const places = this.cells.filter(({ isPlace }) => isPlace);
    const largest = Math.max(...places.map(({ index }) => Math.abs(readouts[index] ?? 0)), 1e-9);
    // all places with the same decimals, so that digits do not jump about
    const decimals = Math.min(9, Math.max(0, digits - Math.ceil(Math.log10(largest))));
    for (const { index, node, isPlace } of this.cells) {
      const value = readouts[index];
      const text = isPlace && value !== null ? value.toFixed(decimals) : number(value, digits);
      node.textContent = text;
    }
  }

  private cell(index: number, isPlace = false): HTMLElement {
    const node = el("td", { class: "num" });
    this.cells.push({ index, node, isPlace });
    return node;
  }

  private row(name: string, index: number, unit: string): HTMLElement {
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      this.cell(index),
      unit && el("td", { class: "unit" }, unitText(unit)),
    );
  }

  private placeRow({ name, columns }: Place): HTMLElement {
    const cells = columns.map((i) => this.cell(i, true));
    return el("tr", { "data-probe": name }, el("th", { scope: "row" }, name), ...cells);
  }
}

/// Probes that give x, y and z.
function placesOf(readouts: Readout[]): Place[] {
  const groups = [...new Set(readouts.map(({ group }) => group))];
  const find = (name: string): number => readouts.findIndex((one) => one.name === name);
  return groups
    .map((name) => ({ name, columns: axes.map((axis) => find(`${name}.${axis}`)) }))
    .filter(({ columns }) => columns.every((index) => index >= 0));
}

function headRow(first: string, ...rest: string[]): HTMLElement {
  const heads = rest.map((name) => el("th", { scope: "col", class: "num" }, name));
  return el("tr", {}, el("th", { scope: "col" }, first), ...heads);
}

function section(title: string, unit: string, ...rows: HTMLElement[]): HTMLElement {
  const head = el("h3", {}, title, unit && el("span", { class: "unit" }, ` [${unit}]`));
  return el("section", { class: "card" }, head, tableBox(...rows));
}
