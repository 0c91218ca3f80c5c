// Makes the page: one HTML file with script and style inside.
//   node build.mjs page.html   the page itself
//   node build.mjs page.cpp    a C++ source file that holds it (see cuttle/io/viewer_page.h)
//   node build.mjs --check     only checks the types
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const home = dirname(fileURLToPath(import.meta.url));
const places = ["@@CUTTLE_DOCUMENT@@", "@@CUTTLE_DATA@@"];
const chunkSize = 16000;

async function bundle() {
  const result = await esbuild.build({
    entryPoints: [join(home, "src/main.ts")],
    bundle: true,
    minify: true,
    write: false,
    outdir: "out",
    format: "iife",
    target: ["chrome100", "firefox100", "safari15"],
    legalComments: "none",
    logLevel: "warning",
  });
  const text = (end) => result.outputFiles.find((file) => file.path.endsWith(end))?.text ?? "";
  return { script: text(".js"), style: text(".css") };
}

// What is bundled asks for its notice in every copy.
function licences() {
  return ["three", "uplot"]
    .map(
      (name) =>
        `${name}\n${readFileSync(join(home, "node_modules", name, "LICENSE"), "utf8").trim()}`,
    )
    .join("\n\n")
    .replaceAll("--", "- -");
}

function fill(page, place, text) {
  if (page.split(place).length !== 2) throw new Error(`index.html must hold ${place} once`);
  return page.replace(place, () => text);
}

async function makePage() {
  const { script, style } = await bundle();
  // An end tag inside a string of the script would end the element.
  const inert = (text) =>
    text.replaceAll(/<\/(script|style)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
  let page = readFileSync(join(home, "index.html"), "utf8");
  page = fill(page, "/*style*/", inert(style));
  page = fill(page, "/*script*/", inert(script).trim());
  page = fill(page, "<!--licences-->", `<!--\n${licences()}\n-->`);
  for (const place of places)
    if (page.split(place).length !== 2) throw new Error(`${place} must occur once in the page`);
  return page;
}

function chunks(text) {
  const result = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + chunkSize, text.length);
    // never between the two halves of a character
    if (/[\uD800-\uDBFF]/.test(text[end - 1])) end -= 1;
    result.push(text.slice(at, end));
    at = end;
  }
  return result;
}

function asCpp(page) {
  const parts = chunks(page);
  // A compiler turns \r\n of a raw string into \n, and the delimiter would end the string early.
  if (page.includes("\r") || page.includes(')page"')) throw new Error("page breaks a raw string");
  return `// Written by viewer/build.mjs from viewer/.
#include "cuttle/io/viewer_page.h"

#include <array>
#include <string>

namespace cuttle {
namespace {

using namespace std::string_view_literals;

constexpr std::array<std::string_view, ${parts.length}> kParts = {
${parts.map((part) => `R"page(${part})page"sv`).join(",\n")}};

std::string joined() {
  std::string page;
  page.reserve(${Buffer.byteLength(page)});
  for (const std::string_view part : kParts) page += part;
  return page;
}

}  // namespace

std::string_view viewer_page() {
  static const std::string kPage = joined();
  return kPage;
}

bool has_viewer() { return true; }

}  // namespace cuttle
`;
}

function check() {
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  const run = spawnSync(process.execPath, [tsc, "--noEmit", "-p", home], { stdio: "inherit" });
  return run.status ?? 1;
}

const output = process.argv[2];
if (output === "--check") {
  process.exitCode = check();
} else if (!output || !/\.(html|cpp)$/.test(output)) {
  console.error("usage: node build.mjs OUTPUT.html | OUTPUT.cpp | --check");
  process.exitCode = 2;
} else {
  const page = await makePage();
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, output.endsWith(".cpp") ? asCpp(page) : page);
}
