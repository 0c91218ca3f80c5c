// What came out of a campaign, in numbers and words.
import type { CampaignDocument } from "../format/shared";
import { button, el, type Child } from "../page/dom";
import { plural, quantity } from "../page/numbers";
import { expectationRow, tableBox, tableHead, warningList } from "../page/summary";
import type { CampaignColumn, CampaignTable } from "./data";

export const kindNames: Record<string, string> = {
  sweep: "sweep",
  optimize: "optimization",
  fit: "fit",
};

/// The outcome in a few words.
export function campaignVerdict({ expect }: CampaignDocument, table: CampaignTable) {
  const missed = expect.filter(({ pass }) => !pass).length;
  if (missed > 0)
    return { kind: "fail", text: `${missed} of ${plural(expect.length, "expectation")} failed` };
  if (table.rows > 0 && table.failed() === table.rows)
    return { kind: "fail", text: "all runs failed" };
  if (expect.length > 0)
    return {
      kind: "pass",
      text: expect.length === 1 ? "expectation met" : `all ${expect.length} expectations met`,
    };
  return { kind: "plain", text: "completed" };
}

const mostTiles = 8;

/// The first numbers, large.
export function makeTiles({ figures }: CampaignDocument): HTMLElement | null {
  if (figures.length === 0) return null;
  const tile = (name: string, text: string) =>
    el(
      "div",
      { class: "tile", title: name },
      el("span", { class: "quiet" }, name),
      el("strong", {}, text),
    );
  return el(
    "div",
    { class: "tiles", "aria-label": "Outcome", role: "group" },
    ...figures
      .slice(0, mostTiles)
      .map(({ name, value, unit }) => tile(name, quantity(value, unit, 5))),
    figures.length > mostTiles &&
      el("div", { class: "tile quiet" }, `and ${figures.length - mostTiles} more in the summary`),
  );
}

function facts(campaign: CampaignDocument, table: CampaignTable): [string, string][] {
  const failed = table.failed();
  const met = campaign.expect.filter(({ pass }) => pass).length;
  const names = (columns: CampaignColumn[]) => columns.map(({ name }) => name).join(", ") || "–";
  const runs: [string, string][] = [
    ["Runs", `${table.rows.toLocaleString("en")}, ${failed.toLocaleString("en")} failed`],
    ["Parameters", names(table.parameters())],
    ["Results", names(table.results())],
  ];
  return [
    ["Study", kindNames[campaign.kind] ?? campaign.kind],
    ...(table.rows > 0 ? runs : []),
    [
      "Expectations",
      campaign.expect.length === 0 ? "none" : `${met} met, ${campaign.expect.length - met} failed`,
    ],
    ["Warnings", String(campaign.warnings.length)],
    ["Program", campaign.program],
  ];
}

function section(title: string, ...content: Child[]): HTMLElement {
  return el("section", { class: "card" }, el("h3", {}, title), ...content);
}

function pairs(rows: [string, Child][], isNumber: boolean): HTMLElement {
  const cell = isNumber ? "num" : undefined;
  return tableBox(
    el(
      "tbody",
      {},
      ...rows.map(([name, value]) =>
        el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: cell }, value)),
      ),
    ),
  );
}

/// Why runs failed: how many for which reason.
function failureList(table: CampaignTable, show: (reason: string) => void): HTMLElement | null {
  const failures = table.failures();
  if (failures.length === 0) return null;
  return section(
    "Failed runs",
    tableBox(
      tableHead("Runs#", "Reason", ""),
      el(
        "tbody",
        {},
        ...failures.slice(0, 50).map(({ count, reason }) =>
          el(
            "tr",
            {},
            el("td", { class: "num" }, count.toLocaleString("en")),
            el("td", { class: "reason" }, reason),
            el("td", {}, button("Show", "Show these rows", () => show(reason), "button small")),
          ),
        ),
      ),
    ),
    failures.length > 50 && el("p", { class: "quiet" }, `and ${failures.length - 50} more reasons`),
  );
}

export function makeCampaignSummary(
  campaign: CampaignDocument,
  table: CampaignTable,
  showReason: (reason: string) => void,
): HTMLElement {
  const { expect, figures } = campaign;
  return el(
    "div",
    { class: "stack" },
    warningList(campaign.warnings),
    figures.length > 0 &&
      section(
        "Numbers",
        pairs(
          figures.map(({ name, value, unit }): [string, Child] => [name, quantity(value, unit, 8)]),
          true,
        ),
      ),
    expect.length > 0 &&
      section(
        "Expectations",
        tableBox(
          tableHead("", "Figure", "Value#", "Reference#", "Tolerance#"),
          el("tbody", {}, ...expect.map(expectationRow)),
        ),
      ),
    failureList(table, showReason),
    section("Study", pairs(facts(campaign, table), false)),
  );
}
