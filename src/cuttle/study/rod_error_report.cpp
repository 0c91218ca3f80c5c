#include <fmt/format.h>

#include <algorithm>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/rod_error.h"
#include "cuttle/base/interrupt.h"

namespace cuttle {

namespace {

constexpr double kLargeError = 1e-3;  // part of the length
constexpr double kLargeShear = 1e-2;  // likewise

// the state of the last row, as far as it was recorded
State last_state(const Scenario& scenario, const Trajectory& record) {
  State x = scenario.initial;
  const std::size_t row = record.rows() - 1;
  x.q = Eigen::Map<const VectorX>(record.q(row).data(), scenario.model.nq);
  x.v = Eigen::Map<const VectorX>(record.v(row).data(), scenario.model.nv);
  x.t = scenario.spec.study.by_arc_length() ? record.column("load").back() : record.axis().back();
  for (std::size_t i = 0; i < x.connections.size(); ++i)
    x.connections[i].closed = record.closed(row)[i] != 0;
  return x;
}

// what controllers commanded last
void copy_commands(const Scenario& scenario, const Trajectory& record, Input& u) {
  for (std::size_t i = 0; i < scenario.controllers.size(); ++i)
    for (const int input : scenario.controllers[i].inputs) {
      const std::string& name = scenario.model.inputs[std::size_t(input)].name;
      const std::string column =
          scenario.controllers[i].name + "." + name.substr(name.find('.') + 1);
      if (record.find(column)) u.u[input] = record.column(column).back();
    }
}

// One kind of error: what it is called, when it is too large, and what to do.
struct ErrorKind {
  double RodError::*error;
  double limit;  // part of the length
  const char* cause;
  const char* remedy;
};
constexpr ErrorKind kErrorKinds[] = {
    {&RodError::quadrature, kLargeError, "due to its Gauss points", "give it a larger quadrature"},
    {&RodError::basis, kLargeError, "due to its strain basis",
     "give its strain modes a higher order, or divide the rod further"},
    {&RodError::shear, kLargeShear, "for lack of shear",
     "it is thick: add shear_y and shear_z to its strain"},
};

}  // namespace

RodErrors rod_errors(const Scenario& scenario, const RunResult& result) {
  const StudyType type = scenario.spec.study.type;
  if (result.trajectory.rows() == 0 || scenario.model.bodies.empty()) return {};
  const bool modes = type == StudyType::modes, moving = type == StudyType::dynamics;
  const State x = modes ? scenario.initial : last_state(scenario, result.trajectory);
  InputSource inputs = scenario.inputs;
  Input u;
  const Status status = moving ? inputs.evaluate(x.t, u) : evaluate_at_rest(inputs, x.t, u);
  if (!status.ok()) return {{}, "the inputs are not finite"};
  if (moving) copy_commands(scenario, result.trajectory, u);
  return rod_errors(scenario, x, u, moving || modes);
}

std::vector<std::string> rod_error_warnings(const Scenario& scenario,
                                            const std::vector<RodError>& errors) {
  std::vector<std::string> warnings;
  for (const ErrorKind& kind : kErrorKinds) {
    // the worst of them, and how many more
    const RodError* worst = nullptr;
    int many = 0;
    for (const RodError& rod : errors) {
      const double part = rod.*kind.error / rod.length;
      if (!(part > kind.limit)) continue;
      ++many;
      if (!worst || part > worst->*kind.error / worst->length) worst = &rod;
    }
    if (!worst) continue;
    const std::string others = many == 1   ? ""
                               : many == 2 ? " and another rod"
                                           : fmt::format(" and {} more rods", many - 1);
    const Mark& mark = find_body(scenario.spec, worst->body)->origin.mark;
    const double error = worst->*kind.error, length = worst->length;
    // the estimate is linear: beyond the size of the rod it only says that it is large
    const std::string size = error > length
                                 ? "more than its length"
                                 : fmt::format("about {:.2g} mm ({:.2g} % of its length)",
                                               1e3 * error, 100 * error / length);
    warnings.push_back(fmt::format(
        "{}{}{}{} {} {} off {}: {}", to_string(mark), mark.file.empty() ? "" : ": ", worst->body,
        others, many == 1 ? "is" : "are, the first", size, kind.cause, kind.remedy));
  }
  return warnings;
}

std::string not_estimated(const RodErrors& errors) {
  return fmt::format("rod_error: not estimated ({})", errors.why);
}

void add_rod_errors(const Scenario& scenario, RunResult& result) {
  const RodErrors known = rod_errors(scenario, result);
  if (!known.why.empty()) result.warnings.push_back(not_estimated(known));
  const std::vector<RodError>& errors = known.rods;
  if (errors.empty()) return;
  std::vector<Figure> figures;
  for (const auto& [name, error] : {std::pair("rod_error.quadrature", &RodError::quadrature),
                                    std::pair("rod_error.basis", &RodError::basis)}) {
    double worst = 0;
    for (const RodError& rod : errors) worst = std::max(worst, rod.*error / rod.length);
    figures.push_back({name, worst, "-"});
  }
  const auto place = result.figures.begin() + std::ptrdiff_t(result.named_figures);
  result.figures.insert(place, figures.begin(), figures.end());
  result.named_figures += figures.size();
  for (std::string& warning : rod_error_warnings(scenario, errors))
    result.warnings.push_back(std::move(warning));
}

RunResult run_with_rod_errors(const Scenario& scenario, const RunOptions& options) {
  RunResult result = run(scenario, options);
  const InterruptScope heard(options.interrupted);
  add_rod_errors(scenario, result);
  return result;
}

}  // namespace cuttle
