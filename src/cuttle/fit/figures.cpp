#include <cmath>

#include "cuttle/fit/fit.h"

namespace cuttle {

std::vector<Figure> fit_figures(const FitResult& result) {
  std::vector<Figure> figures;
  for (const FittedParameter& p : result.parameters) {
    figures.push_back({p.given.name, p.value, p.given.unit});
    figures.push_back({p.given.name + ".error", p.error, p.given.unit});
  }
  // what cannot be said is left out
  if (std::isfinite(result.r_squared)) figures.push_back({"r_squared", result.r_squared, "-"});
  if (std::isfinite(result.chi2_dof)) figures.push_back({"chi2_dof", result.chi2_dof, "-"});
  // of a single series these are the same as those of all
  const bool single = result.groups.size() == 1;
  for (const FittedGroup& g : result.groups) {
    if (g.observed.x_name.empty()) {
      figures.push_back({g.observed.name, g.fitted.front(), g.observed.unit});
      continue;
    }
    if (!single) figures.push_back({g.observed.name + ".r_squared", g.r_squared, "-"});
    figures.push_back({single ? "rms" : g.observed.name + ".rms", g.rms, g.observed.unit});
  }
  return figures;
}

}  // namespace cuttle
