#include <fmt/format.h>

#include <algorithm>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/rod_error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/study/run.h"

namespace cuttle {

namespace {

constexpr double kLargeError = 1e-3;  // part of the length
constexpr double kLargeShear = 1e-2;  // likewise

// the state of a row, as far as it was recorded
State state_of(const Scenario& scenario, const Trajectory& record, std::size_t row) {
  State x = scenario.initial;
  x.q = Eigen::Map<const VectorX>(record.q(row).data(), scenario.model.nq);
  x.v = Eigen::Map<const VectorX>(record.v(row).data(), scenario.model.nv);
  x.t = scenario.spec.study.by_arc_length() ? record.column("load")[row] : record.axis()[row];
  for (std::size_t i = 0; i < x.connections.size(); ++i)
    x.connections[i].closed = record.closed(row)[i] != 0;
  return x;
}

// what controllers commanded there
void copy_commands(const Scenario& scenario, const Trajectory& record, std::size_t row, Input& u) {
  for (std::size_t i = 0; i < scenario.controllers.size(); ++i)
    for (const int input : scenario.controllers[i].inputs) {
      const std::string& name = scenario.model.inputs[std::size_t(input)].name;
      const std::string column =
          scenario.controllers[i].name + "." + name.substr(name.find('.') + 1);
      if (record.find(column)) u.u[input] = record.column(column)[row];
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

RodErrors errors_at_row(const Scenario& scenario, const Trajectory& record, std::size_t row,
                        double fastest = 0) {
  const bool moving = scenario.spec.study.type == StudyType::dynamics;
  const State x = state_of(scenario, record, row);
  InputSource inputs = scenario.inputs;
  Input u;
  const Status status = moving ? inputs.evaluate(x.t, u) : evaluate_at_rest(inputs, x.t, u);
  if (!status.ok()) return {{}, "the inputs are not finite"};
  if (moving) copy_commands(scenario, record, row, u);
  return rod_errors(scenario, x, u, moving, fastest);
}

// Modes are drawn in shapes that no force holds: the estimate is that of the state between them.
// One that is given and need not be in balance has no error.
RodErrors errors_of_modes(const Scenario& scenario, const RunResult& result) {
  const StartFrom about = scenario.spec.study.about;
  if (!result.about || about == StartFrom::rest) return {};
  InputSource inputs = scenario.inputs;
  Input u;
  if (!evaluate_at_rest(inputs, 0, u).ok()) return {{}, "the inputs are not finite"};
  return rod_errors(scenario, *result.about, u, about == StartFrom::steady);
}

// What a motion tells of the strains of its rods.
struct Strained {
  std::size_t row = 0;  // with the largest elastic energy
  double fastest = 0;   // largest square_strain_rate
};

// The first row is left out: a shape that was given has had no time to be wrong. The last one if
// nothing is strained, or if told to stop.
Strained most_strained(const Model& model, const Trajectory& record) {
  constexpr std::size_t kBetweenLooks = 1000;  // rows
  Strained found{.row = record.rows() - 1};
  double most = 0;
  for (std::size_t row = 1; row < record.rows(); ++row) {
    if (row % kBetweenLooks == 0 && !interruption(record.axis()[row]).ok()) break;
    const Eigen::Map<const VectorX> v(record.v(row).data(), model.nv);
    found.fastest = std::max(found.fastest, square_strain_rate(model, v));
    double energy = 0;
    for (const Body& body : model.bodies)
      if (const Rod* const rod = find_rod(body); rod && rod->n() > 0) {
        const Eigen::Map<const VectorX> q(record.q(row).data() + body.q, rod->n());
        energy += q.dot(rod->data().K * q);
      }
    if (!(energy > most)) continue;
    most = energy;
    found.row = row;
  }
  return found;
}

// the largest error of all rods, in parts of what there is a warning for
double severity(const RodErrors& errors) {
  double worst = 0;
  for (const ErrorKind& kind : kErrorKinds)
    for (const RodError& rod : errors.rods)
      worst = std::max(worst, rod.*kind.error / (kind.limit * rod.length));
  return worst;
}

}  // namespace

RodErrors rod_errors(const Scenario& scenario, const RunResult& result) {
  const Trajectory& record = result.trajectory;
  if (record.rows() == 0 || scenario.model.bodies.empty()) return {};
  const StudyType type = scenario.spec.study.type;
  if (type == StudyType::modes) return errors_of_modes(scenario, result);
  const std::size_t last = record.rows() - 1;
  RodErrors errors = errors_at_row(scenario, record, last);
  if (type != StudyType::dynamics || errors.rods.empty()) return errors;
  errors.when = "at the end of the run";
  const Strained strained = most_strained(scenario.model, record);
  if (strained.row == last) return errors;
  RodErrors other = errors_at_row(scenario, record, strained.row, strained.fastest);
  if (!(severity(other) > severity(errors))) return errors;
  other.when = fmt::format("at t = {:.6g} s", record.axis()[strained.row]);
  return other;
}

std::vector<std::string> rod_error_warnings(const Scenario& scenario, const RodErrors& errors) {
  std::vector<std::string> warnings;
  for (const ErrorKind& kind : kErrorKinds) {
    // the worst of them, and how many more
    const RodError* worst = nullptr;
    int many = 0;
    for (const RodError& rod : errors.rods) {
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
    warnings.push_back(fmt::format("{}{}{}{} {} {} off {}{}{}: {}", to_string(mark),
                                   mark.file.empty() ? "" : ": ", worst->body, others,
                                   many == 1 ? "is" : "are, the first", size, kind.cause,
                                   errors.when.empty() ? "" : " ", errors.when, kind.remedy));
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
  for (std::string& warning : rod_error_warnings(scenario, known))
    result.warnings.push_back(std::move(warning));
}

RunResult run_with_rod_errors(const Scenario& scenario, const RunOptions& options) {
  RunResult result = run(scenario, options);
  const InterruptScope heard(options.interrupted);
  add_rod_errors(scenario, result);
  return result;
}

}  // namespace cuttle
