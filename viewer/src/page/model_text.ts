// The model file and others, as they were.
import { button, el } from "./dom";
import { save } from "./downloads";

/// A line of YAML with its key and its comment told apart.
function yamlLine(line: string): Node[] {
  const [, code, comment] = /^((?:[^#"']|"[^"]*"|'[^']*'|(?<=\S)#)*)(#.*)?$/.exec(line) ?? [
    line,
    line,
    "",
  ];
  const [, indent, key, rest] = /^(\s*(?:- )?)([\w.]+)(:(?:\s.*|))$/.exec(code ?? "") ?? [
    "",
    code ?? "",
    "",
    "",
  ];
  return [
    document.createTextNode(indent),
    key ? el("span", { class: "yaml-key" }, key) : "",
    rest,
    comment ? el("span", { class: "yaml-comment" }, comment) : "",
    "\n",
  ]
    .filter((part) => part !== "")
    .map((part) => (typeof part === "string" ? document.createTextNode(part) : part));
}

export function makeModel(name: string, text: string): HTMLElement {
  return makeText(`${name}.yaml`, "model file", text);
}

/// A file that the page holds, or not.
export function makeText(file: string, what: string, text: string): HTMLElement {
  if (!text) return el("p", { class: "quiet pad" }, `The report does not contain the ${what}.`);
  return el(
    "section",
    { class: "card" },
    el(
      "div",
      { class: "plot-head" },
      el("h3", {}, file),
      button("Save", `Save the ${what}`, () => save(file, text), "button small"),
    ),
    el("pre", { tabindex: 0 }, ...text.split("\n").flatMap(yamlLine)),
  );
}
