// The reports that the tests open, and changed copies of them.
//   CUTTLE_RUNS: folder with a folder per model, each with report.html, series.csv and summary.json
//   CUTTLE_BINARY: the program
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseCsv } from "./browser.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const runs = process.env.CUTTLE_RUNS ?? join(project, "build/release/runs");

export const models = readdirSync(join(project, "models"))
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => name.slice(0, -5));
export const folderOf = (model) => join(runs, model);
export const fileOf = (model) => join(folderOf(model), "report.html");
export const urlOf = (model) => pathToFileURL(fileOf(model)).href;

/// What the files of a run say.
export function recordIn(folder) {
  const text = (name) => readFileSync(join(folder, name), "utf8");
  return {
    url: pathToFileURL(join(folder, "report.html")).href,
    csv: parseCsv(text("series.csv")),
    summary: JSON.parse(text("summary.json")),
    page: documentOf(text("report.html")),
  };
}

export const program = process.env.CUTTLE_BINARY ?? join(project, "build/release/bin/cuttle");

/// Runs a model with other settings.
export function runModel(model, folder, ...settings) {
  const options = settings.flatMap((setting) => ["--set", setting]);
  const file = join(project, "models", `${model}.yaml`);
  execFileSync(program, ["run", file, "-o", folder, "--quiet", ...options]);
}

export function documentOf(text) {
  return JSON.parse(/<script id="cuttle-document"[^>]*>([^]*?)<\/script>/.exec(text)[1]);
}

const elementOf = (id) => new RegExp(`(<script id="${id}"[^>]*>)([^]*?)(</script>)`);

/// The address of a report of a model with another document inside, see changedPage.
export function changedReport(model, change, folder) {
  return changedPage(fileOf(model), change, folder);
}

/// The same of any page. `change` gets the document, and a function that stores numbers (an array of
/// numbers in 32 bits, others as they are) and gives the reference to them.
export function changedPage(source, change, folder) {
  const text = readFileSync(source, "utf8");
  const content = documentOf(text);
  const blob = [Buffer.from(elementOf("cuttle-data").exec(text)[2], "base64")];
  let end = blob[0].length;
  change(content, (values) => {
    const offset = Math.ceil(end / 8) * 8;
    const array = ArrayBuffer.isView(values) ? values : Float32Array.from(values);
    const numbers = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    blob.push(Buffer.alloc(offset - end), numbers);
    end = offset + numbers.length;
    return { type: typeOf(array), offset, length: values.length };
  });
  const name = `${basename(source, ".html")}_${Math.random().toString(36).slice(2)}.html`;
  const file = join(folder, name);
  const document = JSON.stringify(content).replaceAll("<", "\\u003c");
  const fill = (page, id, inside) =>
    page.replace(elementOf(id), (_, start, __, end) => start + inside + end);
  const data = Buffer.concat(blob).toString("base64");
  writeFileSync(file, fill(fill(text, "cuttle-document", document), "cuttle-data", data));
  return pathToFileURL(file).href;
}

function typeOf(array) {
  if (array instanceof Float64Array) return "f64";
  return array instanceof Uint32Array ? "u32" : "f32";
}
