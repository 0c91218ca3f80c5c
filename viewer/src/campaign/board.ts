// All plots, charts and pictures of a campaign, one card each.
import type { PlotType, CampaignDocument, CampaignPlot } from "../format/shared";
import { button, el, menu } from "../page/dom";
import { onTheme } from "../page/theme";
import { canLog } from "./axis";
import { PlotCard } from "./card";
import type { Chart } from "./data";
import { chartDrawing } from "./lines";
import { matrixDrawing, matrixHeight } from "./matrix";
import { makePictures } from "./pictures";
import { makePlotCard, plotNames } from "./plots";
import type { Rows } from "./rows";

const chartHeight = 270;

export class CampaignBoard {
  readonly root: HTMLElement;
  private readonly cards = new Map<Element, PlotCard>();
  private readonly grid = el("div", { class: "study-grid" });
  private readonly seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        this.cards.get(target)?.setSeen(isIntersecting);
    },
    { rootMargin: "200px" },
  );
  private readonly sized = new ResizeObserver((entries) => {
    for (const { target } of entries) this.cards.get(target)?.resize();
  });

  constructor(
    private readonly campaign: CampaignDocument,
    private readonly rows: Rows,
    charts: Chart[],
    blob: ArrayBuffer,
  ) {
    this.root = el(
      "section",
      { class: "study-board", "aria-label": "Plots" },
      this.makeHead(),
      this.grid,
    );
    for (const chart of charts) this.add(this.chartCard(chart));
    if (campaign.pictures.length > 0) this.grid.append(makePictures(campaign, blob));
    if (campaign.matrix.names.length > 0) this.add(this.matrixCard());
    if (rows.table.columns.length > 0 && rows.table.rows > 0)
      for (const plot of campaign.plots) this.add(this.plotCard(plot));
    if (!this.grid.firstChild)
      this.grid.append(el("p", { class: "quiet pad" }, "The study asks for no plots."));
    rows.onChoice.push(() => this.cards.forEach((card) => card.drawChoice()));
    rows.onKept.push(() => this.cards.forEach((card) => card.redraw()));
    onTheme(() => this.cards.forEach((card) => card.redraw()));
  }

  private add(card: PlotCard): void {
    this.cards.set(card.root, card);
    this.grid.append(card.root);
    this.seen.observe(card.root);
    this.sized.observe(card.root);
  }

  private plotCard(plot: CampaignPlot): PlotCard {
    return makePlotCard(this.rows, this.campaign.name, plot, (card) => {
      this.seen.unobserve(card.root);
      this.sized.unobserve(card.root);
      this.cards.delete(card.root);
      card.root.remove();
    });
  }

  private chartCard(chart: Chart): PlotCard {
    const values = (axis: "x" | "y") => chart.curves.flatMap((curve) => Array.from(curve[axis]));
    const logs = (["x", "y"] as const).filter((axis) => canLog(values(axis)));
    const look = { title: chart.title, height: chartHeight, logs, logY: chart.log_y };
    return new PlotCard(chartDrawing(chart), look, this.rows, this.campaign.name);
  }

  private matrixCard(): PlotCard {
    const { matrix, name } = this.campaign;
    const look = { title: "Correlations", height: matrixHeight(matrix), small: true };
    return new PlotCard(matrixDrawing(matrix), look, this.rows, name);
  }

  private makeHead(): HTMLElement | null {
    if (this.rows.table.columns.length === 0 || this.rows.table.rows === 0) return null;
    const adder = menu("Add plot", "Add a plot of the table");
    const items = (Object.keys(plotNames) as PlotType[]).map((type) =>
      button(plotNames[type], `Add a plot: ${plotNames[type].toLowerCase()}`, () => {
        adder.open = false;
        const card = this.plotCard({ type, x: "", y: "", colour: "", title: "" });
        this.add(card);
        card.root.scrollIntoView({ block: "nearest" });
      }),
    );
    adder.querySelector(".menu-panel")?.append(...items);
    const clear = button("Clear brushes", "Show all runs again", () => this.rows.clearBrushes());
    clear.hidden = true;
    this.rows.onKept.push(() => (clear.hidden = this.rows.brushes.size === 0));
    return el("div", { class: "study-tools" }, clear, adder);
  }
}
