// What came out of the run: facts, expectations, figures, model text.
import type { Series } from "../format/document";
import type { Expectation, ReportDocument, SceneHeader, Summary } from "../format/shared";
import { el, type Child } from "./dom";
import { number, ordinal, plural, quantity } from "./numbers";

export const studyNames: Record<string, string> = {
  dynamics: "dynamics",
  statics: "statics",
  load_path: "load path",
  modes: "modes",
};

/// Where a run ended before its end: " at t = 0.5 s"; nothing where nobody knows.
function placeText({ solver }: Summary, { study, axis }: SceneHeader): string {
  if (solver.t === undefined || solver.t === null) return "";
  const isLoad = study !== "dynamics" && study !== "load_path";
  if (isLoad) return ` at load factor ${number(solver.t, 3)}`;
  return ` at ${axis.name} = ${quantity(solver.t, axis.unit, 6)}`;
}

/// The outcome in a few words.
export function verdict(
  summary: Summary,
  scene: SceneHeader,
): { kind: "pass" | "fail" | "plain"; text: string } {
  const { solver, expect } = summary;
  if (solver.status === "interrupted")
    return { kind: "plain", text: `interrupted${placeText(summary, scene)}` };
  if (solver.status !== "ok") return { kind: "fail", text: "run failed" };
  const failed = expect.filter(({ pass }) => !pass).length;
  if (failed > 0)
    return { kind: "fail", text: `${failed} of ${plural(expect.length, "expectation")} failed` };
  if (expect.length > 0)
    return {
      kind: "pass",
      text: expect.length === 1 ? "expectation met" : `all ${expect.length} expectations met`,
    };
  return { kind: "plain", text: "completed" };
}

/// What went wrong, for the top of the page; nothing after a good run.
export function failureBanner(summary: Summary, scene: SceneHeader): HTMLElement | null {
  const { solver } = summary;
  // who stopped a run knows it
  if (solver.status === "ok" || solver.status === "interrupted") return null;
  const place = placeText(summary, scene);
  return el(
    "div",
    { class: "banner", role: "alert" },
    el("strong", {}, `The run failed${place}: ${solver.status.replaceAll("_", " ")}`),
    solver.message && el("p", {}, solver.message),
    scene.study !== "statics" &&
      el("p", { class: "quiet" }, "The page shows what was recorded until then."),
  );
}

/// What is seen where nothing can be played.
export function stillText({ solver }: Summary, { study, frames }: SceneHeader): string {
  if (frames === 0) return "Nothing to play.";
  if (study !== "statics") return "One state only.";
  return solver.status === "ok"
    ? "Static equilibrium: one state, nothing moves."
    : "No equilibrium found; the initial state is shown.";
}

export function warningList(warnings: string[]): HTMLElement | null {
  if (warnings.length === 0) return null;
  return el(
    "div",
    { class: "card warnings" },
    el("h3", {}, "Warnings"),
    el("ul", {}, ...warnings.map((text) => el("li", {}, text))),
  );
}

function thinned(stride: number, word: string): string {
  return stride > 1 ? ` (every ${ordinal(stride)} ${word})` : "";
}

function facts({ summary, scene, program }: ReportDocument, series: Series): [string, Child][] {
  const { solver, wall_seconds: wall, expect } = summary;
  const { axis } = series;
  const families = (...names: string[]) =>
    scene.bodies.filter(({ family }) => names.includes(family)).length;
  const [rigid, soft, strips] = [families("rigid"), families("rod", "shell"), families("net")];
  const kinds = [
    (rigid + soft > 0 || strips === 0) && `${rigid} rigid, ${soft} soft`,
    strips > 0 && `${strips} strips of nets`,
  ].filter(Boolean).join(", ");
  const simulated =
    scene.study === "dynamics" && axis.values.length > 1
      ? axis.values[axis.values.length - 1] - axis.values[0]
      : null;
  const count = (value: number | undefined): string =>
    value === undefined ? "–" : value.toLocaleString("en");
  const met = expect.filter(({ pass }) => pass).length;
  const rows: [string, Child | false][] = [
    ["Study", studyNames[scene.study] ?? scene.study],
    ["Bodies", `${scene.bodies.length} (${kinds})`],
    ["Degrees of freedom", String(scene.bodies.reduce((sum, { dof }) => sum + dof, 0))],
    ["Solver", solver.method || "–"],
    [
      "Steps",
      `${count(solver.steps)}${solver.rejected ? `, ${count(solver.rejected)} rejected` : ""}`,
    ],
    ["Evaluations", count(solver.evaluations)],
    ["Iterations", solver.iterations ? count(solver.iterations) : false],
    ["Status", solver.status.replaceAll("_", " ")],
    ["Simulated time", simulated !== null && quantity(simulated, axis.unit)],
    ["Wall time", quantity(wall, "s", 4)],
    ["Real-time factor", simulated !== null && !!wall && `${number(simulated / wall, 3)}×`],
    ["Energy residual", number(summary.energy_residual, 3)],
    ["Expectations", expect.length === 0 ? "none" : `${met} met, ${expect.length - met} failed`],
    ["Warnings", String(summary.warnings?.length ?? 0)],
    ["Rows", `${axis.values.length}${thinned(series.stride, "recorded")}`],
    ["Frames", `${scene.frames}${thinned(scene.stride, "row")}`],
    ["Program", program],
  ];
  return rows.filter((row): row is [string, Child] => row[1] !== false);
}

export function expectationRow({
  figure,
  value,
  reference,
  tolerance,
  pass,
  source,
}: Expectation): HTMLElement {
  return el(
    "tr",
    { class: pass ? "" : "bad" },
    el(
      "td",
      {},
      el("span", { class: `verdict ${pass ? "pass" : "fail"}` }, pass ? "met" : "failed"),
    ),
    el("td", {}, figure, source ? el("div", { class: "quiet" }, source) : null),
    el("td", { class: "num" }, number(value, 8)),
    el("td", { class: "num" }, number(reference, 8)),
    el("td", { class: "num" }, `±\u202f${number(tolerance, 3)}`),
  );
}

/// Names of columns; those that end in "#" hold numbers.
export function tableHead(...names: string[]): HTMLElement {
  const cells = names.map((name) =>
    el(
      "th",
      { scope: "col", class: name.endsWith("#") ? "num" : undefined },
      name.replace("#", ""),
    ),
  );
  return el("thead", {}, el("tr", {}, ...cells));
}

export function tableBox(...rows: Child[]): HTMLElement {
  return el("div", { class: "table-box" }, el("table", {}, ...rows));
}

export function makeSummary(report: ReportDocument, series: Series): HTMLElement {
  const { expect, warnings } = report.summary;
  return el(
    "div",
    { class: "stack" },
    warningList(warnings ?? []),
    el(
      "section",
      { class: "card" },
      el("h3", {}, "Run"),
      tableBox(
        el(
          "tbody",
          {},
          ...facts(report, series).map(([name, value]) =>
            el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value)),
          ),
        ),
      ),
    ),
    el(
      "section",
      { class: "card" },
      el("h3", {}, "Expectations"),
      expect.length === 0
        ? el("p", { class: "quiet" }, "The model file states none.")
        : tableBox(
            tableHead("", "Figure", "Value#", "Reference#", "Tolerance#"),
            el("tbody", {}, ...expect.map(expectationRow)),
          ),
    ),
  );
}
