// The bodies of the model as a table.
import type { LiveModel, SceneHeader } from "../format/shared";
import { el } from "../page/dom";
import { number } from "../page/numbers";
import { tableBox } from "../page/summary";

export function makeBodies({ bodies }: SceneHeader, { warnings }: LiveModel): HTMLElement {
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const dof = bodies.reduce((sum, body) => sum + body.dof, 0);
  const head = row("th", ["name", "family", "parent", "joint"], ["DoF", "mass [kg]"]);
  const rows = bodies.map(({ name, family, parent, joint, ...body }) =>
    row(
      "td",
      [name, family, bodies[parent]?.name ?? "world", joint],
      [String(body.dof), number(body.mass, 4)],
    ),
  );
  const sum = row("th", ["all", "", "", ""], [String(dof), number(mass, 4)]);
  const notes = warnings.map((text) => el("li", {}, text));
  return el(
    "div",
    { class: "stack" },
    warnings.length > 0 &&
      el(
        "section",
        { class: "card warnings" },
        el("h3", {}, "Warnings"),
        el("ul", {}, ...notes),
      ),
    el(
      "section",
      { class: "card" },
      el("h3", {}, "Bodies"),
      tableBox(el("thead", {}, head), el("tbody", {}, ...rows, sum)),
    ),
  );
}

function row(tag: "th" | "td", texts: string[], numbers: string[]): HTMLElement {
  return el(
    "tr",
    {},
    ...texts.map((text) => el(tag, { class: "left" }, text)),
    ...numbers.map((text) => el(tag, { class: "num" }, text)),
  );
}
