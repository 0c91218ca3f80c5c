// The bodies of the model as a table.
import { el } from "./dom";
import { number } from "./format";
import type { LiveModel } from "./live_messages";
import type { SceneHeader } from "./scene_format";
import { tableBox } from "./summary";

export function makeBodies({ bodies }: SceneHeader, { warnings }: LiveModel): HTMLElement {
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const dof = bodies.reduce((sum, body) => sum + body.dof, 0);
  return el("div", { class: "stack" },
    warnings.length > 0 && el("section", { class: "card warnings" }, el("h3", {}, "Warnings"),
      el("ul", {}, ...warnings.map((text) => el("li", {}, text)))),
    el("section", { class: "card" }, el("h3", {}, "Bodies"),
      tableBox(
        el("thead", {}, row("th", ["name", "family", "parent", "joint"], ["DoF", "mass [kg]"])),
        el("tbody", {}, ...bodies.map((body) => row("td",
          [body.name, body.family, bodies[body.parent]?.name ?? "world", body.joint],
          [String(body.dof), number(body.mass, 4)])),
          row("th", ["all", "", "", ""], [String(dof), number(mass, 4)])))));
}

function row(tag: "th" | "td", texts: string[], numbers: string[]): HTMLElement {
  return el("tr", {}, ...texts.map((text) => el(tag, { class: "left" }, text)),
            ...numbers.map((text) => el(tag, { class: "num" }, text)));
}
