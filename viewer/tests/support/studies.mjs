// Studies that the tests run, and what their folders hold.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { documentOf, program } from "./reports.mjs";

const swing = `name: swing
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 90 deg}
    rigid: {mass: 1 kg, center: [0, 0, -1], inertia: [1e-3, 1e-3, 1e-3]}
probes:
  - {name: angle, joint: bob}
study: {type: dynamics, duration: 8, output_step: 0.02, method: dopri5, rtol: 1e-9, atol: 1e-11}
figures:
  - {name: period, column: angle.angle, measure: period}
  - {name: last, column: angle.angle, measure: final}
`;

// a pendulum of negative mass is refused: these runs fail
const swings = `title: swings of a <i>pendulum</i>
model: swing.yaml
parameters:
  - {name: start, path: bodies.bob.joint.initial, range: [0.2, 2.2], count: 5, unit: rad}
  - {name: mass, path: bodies.bob.rigid.mass, values: [1, 2, -1, 4], unit: kg}
derived:
  - {name: slower, formula: period / (2 * pi * sqrt(1.001 / 9.81))}
sweep: {method: grid}
plots:
  - {type: heatmap, x: start, y: mass, colour: last}
  - {type: line, x: start, y: period, colour: mass}
  - {type: scatter, x: start, y: slower, colour: last, title: How much slower}
  - {type: parallel, colour: period}
`;

const search = `model: swing.yaml
parameters:
  - {name: angle, path: bodies.bob.joint.initial, range: [0.3, 2], start: 0.5, unit: rad}
optimize: {objective: (period - 2.2)^2, method: cobyla, evaluations: 40}
`;

const line = `name: line
fit:
  curve: {type: polynomial, file: points.csv, x: u, y: f, degree: 1}
`;

export function writeStudies(folder) {
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write("swing.yaml", swing);
  write("swings.yaml", swings);
  write("search.yaml", search);
  write("line.yaml", line);
  // f = 1 + 2 u and a little more
  const points = Array.from({ length: 12 }, (_, i) => [i, 1 + 2 * i + 0.1 * Math.sin(7 * i)]);
  write("points.csv", `u [m],f [N]\n${points.map((row) => row.join(",")).join("\n")}\n`);
}

/// Runs a study of the folder; gives what it left.
export function runStudy(verb, folder, name) {
  const results = join(folder, `${name}_results`);
  const study = join(folder, `${name}.yaml`);
  const run = spawnSync(program, [verb, study, "-o", results, "--quiet"], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`cuttle ${verb}: ${run.stdout}${run.stderr}`);
  const file = join(results, "report.html");
  return {
    file,
    url: pathToFileURL(file).href,
    page: documentOf(readFileSync(file, "utf8")),
    csv: readFileSync(join(results, "table.csv"), "utf8"),
  };
}
