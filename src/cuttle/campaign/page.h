#pragma once
// The report page of a campaign: one HTML file with the table, plots and pictures.

#include <string>
#include <vector>

#include "cuttle/campaign/spec.h"
#include "cuttle/campaign/table.h"
#include "cuttle/math/types.h"
#include "cuttle/record/figure.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

class TypeScript;

/// Curves over one axis, drawn together.
struct PageChart {
  struct Curve {
    std::string name;
    std::vector<double> x, y;
    std::vector<double> error;  // error bars (one standard deviation); empty: none
    bool points = false;        // dots instead of a line
  };
  std::string title;
  std::string x_name, x_unit, y_name, y_unit;
  bool log_y = false;
  std::vector<Curve> curves;
};

/// The robot as it was before and after, or any other still picture.
struct PagePicture {
  std::string title, text;
  Scene scene;  // its last frame is shown
};

/// Everything the page shows. All lists may be empty.
struct CampaignPage {
  std::string kind;  // sweep, optimize, fit
  std::string name, title;
  std::vector<Figure> figures;  // the outcome in numbers
  std::vector<ExpectResult> expect;
  std::vector<std::string> warnings;
  CampaignTable table;
  std::vector<PlotSpec> plots;    // over columns of the table
  std::vector<PageChart> charts;  // convergence; measured and fitted; residuals
  std::vector<std::string> matrix_names;
  MatrixX matrix;  // correlations of fitted parameters
  std::vector<PagePicture> pictures;
  std::string campaign_text, model_text;
};

std::string page_text(const CampaignPage& page);

/// Tells the viewer what such a page holds.
void tell_study_types(TypeScript& types);

/// Plots for a table whose campaign asks for none: what the number of parameters suggests.
std::vector<PlotSpec> default_plots(const CampaignTable& table);

}  // namespace cuttle
