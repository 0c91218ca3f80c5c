#include <fmt/format.h>

#include <algorithm>

#include "cuttle/compile/check_scenario.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/signal/expression.h"

namespace cuttle {

namespace {

constexpr double kRounding = 1e-9;  // of the largest entry of a matrix

// The times that a study looks at: [s], or loads.
struct Times {
  double from = 0, to = 0;
};

Times times_of(const StudySpec& study) {
  if (study.type == StudyType::dynamics) return {0, study.duration};
  if (study.type == StudyType::load_path)
    return {std::min(study.from, study.to), std::max(study.from, study.to)};
  return {};
}

void check_current(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const CurrentSpec& current = scenario.water->current;
  const Times times = times_of(scenario.study);
  for (size_t i = 0; current.uniform && i < 3; ++i) {
    const SignalSpec& signal = (*current.uniform)[i];
    if (signal.kind != SignalSpec::Kind::table || signal.times.empty()) continue;
    const double first = signal.times.front(), last = signal.times.back();
    const double slack = kRounding * (times.to - times.from);
    if (first > times.from + slack || last < times.to - slack)
      diagnostics.add(signal.origin.error(
          "",
          fmt::format("the {} from {:.6g} s to {:.6g} s does not cover the run from {:.6g} s to "
                      "{:.6g} s",
                      signal.csv.empty() ? "table" : "file " + signal.csv, first, last, times.from,
                      times.to),
          "a current is not extrapolated: add rows, or shorten the study"));
  }
  if (current.profile && current.interpolation == Interpolation::step)
    diagnostics.add(current.origin.error("interpolation", "a current cannot jump with the height",
                                         "use linear or cubic"));
  for (size_t i = 0; current.field && i < 3; ++i) {
    const std::string& text = (*current.field)[i];
    if (text.empty()) continue;
    const Expression formula(text, {"x", "y", "z", "t"}, {}, current.origin);
    if (formula.uses("k") || formula.uses("n"))
      diagnostics.add(
          current.origin.error("field", "k and n are defined only in copies made by repeat"));
  }
}

// "row 2, column 5 is 1, but row 5, column 2 is 3"; empty: symmetric
std::string asymmetry(const Matrix6& M) {
  Eigen::Index i = 0, j = 0;
  const double most = (M - M.transpose()).cwiseAbs().maxCoeff(&i, &j);
  if (most <= kRounding * M.cwiseAbs().maxCoeff()) return "";
  if (i > j) std::swap(i, j);
  return fmt::format("row {}, column {} is {:.6g}, but row {}, column {} is {:.6g}", i + 1, j + 1,
                     M(i, j), j + 1, i + 1, M(j, i));
}

// smallest eigenvalue of the symmetric part; 0 if it is negative by rounding only
double least_eigenvalue(const Matrix6& M) {
  const Matrix6 symmetric = 0.5 * (M + M.transpose());
  const double least = symmetric_eigenvalues(symmetric)[0];
  return least < -kRounding * M.cwiseAbs().maxCoeff() ? least : 0;
}

void check_rigid_water(const BodySpec& body, const RigidWaterSpec& water,
                       Diagnostics& diagnostics) {
  if (water.added_mass) {
    const Matrix6& M = water.added_mass->matrix;
    const double least = least_eigenvalue(M);
    if (const std::string text = asymmetry(M); !text.empty())
      diagnostics.add(water.origin.error("added_mass", "is not symmetric: " + text));
    else if (least < 0)
      diagnostics.add(water.origin.error(
          "added_mass", fmt::format("has the negative eigenvalue {:.4g}", least),
          "the kinetic energy of the water is never negative: all eigenvalues must be >= 0"));
  }
  for (const auto& [field, matrix] :
       {std::pair("linear", &water.linear), std::pair("quadratic", &water.quadratic)}) {
    const double least = *matrix ? least_eigenvalue((*matrix)->matrix) : 0;
    if (least < 0)
      diagnostics.add(water.origin.error(
          field,
          fmt::format("gives energy to the body: its symmetric part has the eigenvalue {:.4g}",
                      least),
          "write damping as positive numbers: the force is minus damping times velocity"));
  }
  const std::string& frame = water.at.frame;
  if (frame.empty() || frame == "base" || body.rigid->frames.count(frame) > 0) return;
  std::vector<std::string> frames;
  for (const auto& [name, pose] : body.rigid->frames) frames.push_back(name);
  diagnostics.add(water.origin.error("at", "unknown frame '" + frame + "' of body " + body.name,
                                     suggest(frame, frames, "frames")));
}

// how much water a custom section displaces is not known unless its radius is given
void check_wet_sections(const RodSpec& rod, Diagnostics& diagnostics) {
  for (const DivisionSpec& division : rod.divisions) {
    const SectionSpec& section = division.section;
    if (section.shape == SectionShape::custom && !section.radius && !section.origin.given("radius"))
      diagnostics.add(section.origin.error(
          "radius", "missing: the rod is in water",
          "how thick it is [m], for buoyancy and drag; or give the rod `water: none`"));
  }
}

// coefficients of a body have a meaning only in water
void check_bodies(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const bool wet = scenario.water.has_value() || scenario.origin.given("water");
  const auto report = [&](const Origin& origin) {
    diagnostics.add(origin.error("", "has no effect: there is no water in this model",
                                 "give the model water: {density: 1000}"));
  };
  for (const BodySpec& body : scenario.bodies) {
    if (body.rigid && body.rigid->water) {
      const RigidWaterSpec& water = *body.rigid->water;
      if (!wet && !water.dry()) report(water.origin);
      check_rigid_water(body, water, diagnostics);
    }
    if (!body.rod) continue;
    const bool dry = body.rod->water && body.rod->water->dry();
    if (!wet && body.rod->water && !dry) report(body.rod->water->origin);
    if (wet && !dry) check_wet_sections(*body.rod, diagnostics);
  }
}

void check_swim_figures(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  std::vector<std::string> swimmers;
  for (const ProbeSpec& probe : scenario.probes)
    if (probe.is("swimmer")) swimmers.push_back(probe.name);
  for (const FigureSpec& figure : scenario.figures) {
    if (figure.from && figure.to && !(*figure.from < *figure.to))
      diagnostics.add(
          figure.origin.error("to", fmt::format("must be later than from = {:.6g} s, got {:.6g} s",
                                                *figure.from, *figure.to)));
    const bool known =
        std::find(swimmers.begin(), swimmers.end(), figure.swimmer) != swimmers.end();
    if (!is_of_swimmer(figure.measure) || figure.swimmer.empty() || known) continue;
    diagnostics.add(figure.origin.error("swimmer",
                                        "there is no swimmer probe '" + figure.swimmer + "'",
                                        suggest(figure.swimmer, swimmers, "swimmer probes")));
  }
}

}  // namespace

void check_water(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  if (scenario.water) check_current(scenario, diagnostics);
  check_bodies(scenario, diagnostics);
  check_swim_figures(scenario, diagnostics);
}

}  // namespace cuttle
