// Numbers of the moment: places of the probes, energies, and whatever else is recorded.
import { el } from "./dom";
import { number, unitText } from "./format";
import type { LiveFrame, Readout } from "./live_messages";
import { tableBox } from "./summary";

const digits = 5;
const axes = ["x", "y", "z"];

interface Cell { index: number; node: HTMLElement; isPlace: boolean }

export class LiveReadouts {
  readonly root: HTMLElement;
  private readonly cells: Cell[] = [];

  constructor(readouts: Readout[]) {
    const places = placesOf(readouts);
    const placed = new Set(places.flatMap(({ columns }) => columns));
    const energies = readouts.map((_, i) => i).filter((i) => readouts[i].group === "energy");
    const others = readouts.map((_, i) => i).filter((i) => !placed.has(i) && readouts[i].group !== "energy");
    this.root = el("div", { class: "stack" },
      places.length > 0 && section("Places", "m", el("thead", {}, headRow("probe", ...axes)),
        el("tbody", {}, ...places.map(({ name, columns }) => el("tr", { "data-probe": name },
          el("th", { scope: "row" }, name), ...columns.map((i) => this.cell(i, true)))))),
      section("Energy", "J", el("tbody", {}, ...energies.map((i) => this.row(readouts[i].name.split(".")[1], i, "")))),
      others.length > 0 && section("Other probes", "", el("tbody", {},
        ...others.map((i) => this.row(readouts[i].name, i, readouts[i].unit)))));
  }

  show({ readouts }: LiveFrame): void {
    const places = this.cells.filter(({ isPlace }) => isPlace).map(({ index }) => Math.abs(readouts[index] ?? 0));
    // all places with the same decimals, so that digits do not jump about
    const decimals = Math.min(9, Math.max(0, digits - Math.ceil(Math.log10(Math.max(...places, 1e-9)))));
    for (const { index, node, isPlace } of this.cells) {
      const value = readouts[index];
      node.textContent = isPlace && value !== null ? value.toFixed(decimals) : number(value, digits);
    }
  }

  private cell(index: number, isPlace = false): HTMLElement {
    const node = el("td", { class: "num" });
    this.cells.push({ index, node, isPlace });
    return node;
  }

  private row(name: string, index: number, unit: string): HTMLElement {
    return el("tr", {}, el("th", { scope: "row" }, name), this.cell(index),
              unit && el("td", { class: "unit" }, unitText(unit)));
  }
}

/** Probes that give x, y and z. */
function placesOf(readouts: Readout[]): { name: string; columns: number[] }[] {
  const groups = [...new Set(readouts.map(({ group }) => group))];
  return groups.map((name) => ({
    name, columns: axes.map((axis) => readouts.findIndex((one) => one.name === `${name}.${axis}`)) }))
    .filter(({ columns }) => columns.every((index) => index >= 0));
}

function headRow(first: string, ...rest: string[]): HTMLElement {
  return el("tr", {}, el("th", { scope: "col" }, first),
            ...rest.map((name) => el("th", { scope: "col", class: "num" }, name)));
}

function section(title: string, unit: string, ...rows: HTMLElement[]): HTMLElement {
  return el("section", { class: "card" },
    el("h3", {}, title, unit && el("span", { class: "unit" }, ` [${unit}]`)), tableBox(...rows));
}
