// The page of a report: header, scene with timeline, and the panel beside it.
import { decodeSeries, readBlob, type Series } from "../format/document";
import type { ReportDocument } from "../format/shared";
import { PlotBoard } from "../plots/board";
import { SceneData } from "../scene/data";
import { Player } from "../scene/player";
import { Stage } from "../scene/stage";
import { makeApi } from "./api";
import { button, el, type Child } from "./dom";
import { makeFigures } from "./figures";
import { makeModel } from "./model_text";
import { listenToKeys, makeHelp } from "./report_keys";
import { failureBanner, makeSummary, stillText, studyNames, verdict } from "./summary";
import { makeStateTable, ModeBoard } from "./tables";
import { makeTabs } from "./tabs";
import { currentTheme, onTheme, toggleTheme } from "./theme";
import { makeTimeline } from "./timeline";
import { Toolbar } from "./toolbar";

/// A title starts with a capital letter; a name stays as it is.
export function makeHeader(
  title: string,
  parts: Child[],
  help: HTMLDialogElement,
  isName = false,
): HTMLElement {
  // the style sheet shows the one that is not on
  const theme = button(el("span", { class: "offer-dark" }, "Dark"), "Light or dark", toggleTheme);
  theme.append(el("span", { class: "offer-light" }, "Light"));
  return el(
    "header",
    { class: "page-head" },
    el(
      "div",
      { class: "titles" },
      el("h1", { title, class: isName ? "name" : undefined }, title),
      el("div", { class: "tags" }, ...parts),
    ),
    el(
      "div",
      { class: "buttons" },
      theme,
      button("?", "Keys and mouse (?)", () => help.showModal()),
    ),
  );
}

/// The scene, or null and a message where the browser cannot draw it.
export function openStage(host: HTMLElement, scene: SceneData): Stage | null {
  try {
    const stage = new Stage(host, scene, currentTheme());
    onTheme((theme) => stage.setTheme(theme));
    // a computer that slept takes the drawing along
    const redraw = (): void => stage.show(stage.shown);
    host.querySelector("canvas")?.addEventListener("webglcontextrestored", redraw);
    let [width, height] = [host.clientWidth, host.clientHeight];
    new ResizeObserver(() => {
      if (width === host.clientWidth && height === host.clientHeight) return;
      [width, height] = [host.clientWidth, host.clientHeight];
      stage.resize();
    }).observe(host);
    return stage;
  } catch (error) {
    host.replaceChildren(
      el(
        "div",
        { class: "no-stage", role: "alert" },
        el("strong", {}, "The scene cannot be shown"),
        el(
          "p",
          {},
          "This browser does not support WebGL. Turn on hardware acceleration or use another " +
            "one. Plots and tables work without it.",
        ),
        el("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)),
      ),
    );
    return null;
  }
}

/// The record as plots, bars or a table, tied to the player.
function makeRecord(name: string, series: Series, player: Player): HTMLElement {
  const rows = series.axis.values.length;
  if (rows === 0 || series.columns.length === 0)
    return el("p", { class: "quiet pad" }, "No rows were recorded.");
  if (player.isModes) {
    const board = new ModeBoard(name, series, (index) => player.selectMode(index));
    const show = (): void => board.setMode(player.mode, series.axis.values[player.mode]);
    player.listeners.push(show);
    show();
    return board.root;
  }
  if (rows === 1) return makeStateTable(name, series);
  const board = new PlotBoard(name, series, {
    hover: (value) => {
      if (!player.playing) player.seek(value);
    },
    click: (value) => player.seek(value),
  });
  player.listeners.push(() => board.setTime(player.time()));
  board.setTime(player.time());
  return board.root;
}

/// Resolves when the browser has drawn so many frames more.
async function nextFrames(count: number): Promise<void> {
  for (let i = 0; i < count; ++i) await new Promise(requestAnimationFrame);
}

export function showReport(app: HTMLElement, report: ReportDocument): void {
  const blob = readBlob();
  const { summary, model } = report;
  const scene = new SceneData(report.scene, blob);
  const series = decodeSeries(report, blob);
  const { name, title, study } = scene.header;
  document.title = `${name} – cuttle`;

  const player = new Player(scene);
  const help = makeHelp();
  const outcome = verdict(summary, scene.header);
  const host = el("div", { class: "stage", "aria-label": "Scene", role: "region" });
  const panel = makeTabs("Results", [
    { name: "Plots", make: () => makeRecord(name, series, player) },
    { name: "Summary", make: () => makeSummary(report, series) },
    { name: "Figures", make: () => makeFigures(summary) },
    { name: "Model", make: () => makeModel(name, model) },
  ]);
  const timeline = makeTimeline(player, stillText(summary, scene.header));
  const left = el("section", { class: "view" }, host, timeline);
  app.replaceChildren(
    makeHeader(
      title || name,
      [
        el("span", { class: "tag", title: name }, name),
        el("span", { class: "tag" }, studyNames[study] ?? study),
        el("span", { class: `badge ${outcome.kind}` }, outcome.text),
      ],
      help,
      !title,
    ),
    ...[failureBanner(summary, scene.header)].filter((node) => node !== null),
    el("main", {}, left, panel),
    help,
  );

  // the stage measures its host, which must be in the page
  const stage = scene.live ? null : openStage(host, scene);
  if (scene.live) host.append(el("div", { class: "no-stage" }, "The run left no frames to show."));
  stage?.openOnRobot();
  const toolbar = stage && new Toolbar(stage, scene);
  if (toolbar) {
    left.prepend(toolbar.root);
    host.append(toolbar.legend);
  }
  if (stage)
    player.listeners.push(() => {
      if (player.playing && player.frameTimes.length > 0)
        stage.play(player.frame, player.frameTimes.at(-1)!);
      else {
        if (stage.shown !== player.frame) stage.show(player.frame);
        stage.rest();
      }
    });
  listenToKeys(player, toolbar, help);
  stage?.show(player.frame);
  const ready = nextFrames(2);
  window.cuttle = makeApi(player, stage, ready);
  // it opens in motion, unless the reader has asked his system for rest
  if (stage && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    void ready.then(() => player.play());
}
