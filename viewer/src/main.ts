// The entry of the page: a report, a campaign, or the live view.
import "uplot/dist/uPlot.min.css";
import "./page/style.css";
import { readDocument } from "./format/document";
import { el } from "./page/dom";
import { startLive } from "./live/page";
import { showReport } from "./page/report";
import { showCampaign } from "./campaign/page";
import { startTheme } from "./page/theme";

function start(): void {
  const app = document.getElementById("app")!;
  startTheme();
  try {
    const content = readDocument();
    if (content.format === "cuttle-live/1") startLive(content);
    else if (content.format === "cuttle-study/1") showCampaign(app, content);
    else showReport(app, content);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    app.replaceChildren(
      el(
        "div",
        { class: "banner", role: "alert" },
        el("strong", {}, "This page cannot be shown"),
        el("p", {}, text),
      ),
    );
    console.error(error);
  }
}

start();
