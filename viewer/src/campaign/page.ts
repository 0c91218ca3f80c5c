// The page of a campaign: plots at the left, numbers and the table of all runs at the right.
import "./style.css";
import { readBlob } from "../format/document";
import type { CampaignDocument } from "../format/shared";
import { el } from "../page/dom";
import { listenToActions, makeHelpDialog } from "../page/keys";
import { makeText } from "../page/model_text";
import { makeHeader } from "../page/report";
import { makeTabs, type Tab } from "../page/tabs";
import { CampaignBoard } from "./board";
import { readChart, CampaignTable } from "./data";
import { phrases } from "./filter";
import { Rows } from "./rows";
import { kindNames, makeCampaignSummary, makeTiles, campaignVerdict } from "./summary";
import { RunTable } from "./table";

function makeHelp(): HTMLDialogElement {
  return makeHelpDialog([
    ["Point", "hover: the run; click: the run in the table and in all plots"],
    ["Plot", "drag: zoom; double click: whole axis"],
    ["Parallel axes", "drag along an axis: only runs that pass there; click: all again"],
    ["Table", "click a header: sort; ↑ ↓: from run to run"],
    ["Filter", "comparisons and words of the status: length > 0.3 failed"],
  ]);
}

const counted = (count: number, word: string): string =>
  `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

/// Opens a tab that may not have been looked at yet.
function openTab(name: string): void {
  const tab = document.getElementById(`tab-${name}`);
  if (tab?.getAttribute("aria-selected") !== "true") tab?.click();
}

export function showCampaign(app: HTMLElement, campaign: CampaignDocument): void {
  const blob = readBlob();
  const table = new CampaignTable(campaign.table, blob);
  const rows = new Rows(table);
  const { name, title } = campaign;
  document.title = `${name} – cuttle`;

  let runs: RunTable | null = null;
  const showReason = (reason: string): void => {
    openTab("Runs");
    runs?.setFilter(phrases(reason));
  };
  const tabs: Tab[] = [
    { name: "Summary", make: () => makeCampaignSummary(campaign, table, showReason) },
    ...(table.rows > 0
      ? [{ name: "Runs", make: () => (runs = new RunTable(rows, name)).root }]
      : []),
    { name: "Study", make: () => makeText(`${name}.yaml`, "study file", campaign.study) },
    ...(campaign.model
      ? [{ name: "Model", make: () => makeText("model.yaml", "model file", campaign.model) }]
      : []),
  ];
  const help = makeHelp();
  const outcome = campaignVerdict(campaign, table);
  const failed = table.failed();
  const tiles = makeTiles(campaign);
  const charts = campaign.charts.map((chart) => readChart(chart, blob));
  const board = new CampaignBoard(campaign, rows, charts, blob);
  app.replaceChildren(
    makeHeader(
      title || name,
      [
        el("span", { class: "tag", title: name }, name),
        el("span", { class: "tag" }, kindNames[campaign.kind] ?? campaign.kind),
        table.rows > 0 && el("span", { class: "tag" }, counted(table.rows, "run")),
        failed > 0 && el("span", { class: "badge fail" }, `${failed.toLocaleString("en")} failed`),
        el("span", { class: `badge ${outcome.kind}` }, outcome.text),
      ],
      help,
      !title,
    ),
    ...(tiles ? [tiles] : []),
    el("main", { class: "study" }, board.root, makeTabs("Results", tabs)),
    help,
  );
  listenToActions({}, () => null, help);
  rows.onChoice.push(() => {
    if (rows.chosen !== null) openTab("Runs");
  });
}
