#include "cuttle/record/column_formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/difference.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

constexpr std::size_t kFirstColumn = 2;  // of the variables: behind t and X
constexpr double kInputStep = 1e-3;      // of differences, of 1 + |u|

std::string in_words(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:.6g}", value);
}

std::string first_unit(const StateFormula& formula) {
  return formula.unit.substr(0, formula.unit.find('|'));
}

/// Null: nothing is wrong.
const char* what_is_wrong(const StateFormula& formula, double value) {
  return std::isfinite(value) ? forbidden(formula.role, value) : "";
}

}  // namespace

struct ColumnFormulas::Scratch final : InputLawScratch {
  std::vector<double> columns, variables, stack;
  std::vector<Dual> duals;
  // of slopes
  std::vector<std::vector<double>> gradients;  // (entries) by their variables
  std::vector<double> slope;                   // of the columns
  State x;
  Input u;
  VectorX displacement;
};

ColumnFormulas::ColumnFormulas(Data data) : data_(std::move(data)) {
  for (const Look& look : data_.looks)
    columns_ = std::max(columns_, look.first + look.probe.columns().size());
  for (const Entry& entry : data_.entries) {
    inputs_.push_back(entry.formula.entry);
    variables_ = std::max(variables_, std::size_t(entry.tape.variables()));
    depth_ = std::max(depth_, std::size_t(entry.tape.depth()));
  }
}

std::unique_ptr<InputLawScratch> ColumnFormulas::make_scratch() const {
  auto scratch = std::make_unique<Scratch>();
  scratch->columns.resize(columns_);
  scratch->variables.resize(variables_);
  scratch->stack.resize(depth_);
  return scratch;
}

ColumnFormulas::Scratch& ColumnFormulas::scratch_of(Workspace& ws) {
  auto* const scratch = dynamic_cast<Scratch*>(ws.law.get());
  expects(scratch != nullptr, "a workspace of the model with its law");
  return *scratch;
}

void ColumnFormulas::gather(const Entry& entry, double t, Scratch& s) const {
  s.variables[0] = t;
  s.variables[1] = entry.formula.X;
  for (std::size_t i = 0; i < entry.columns.size(); ++i)
    s.variables[kFirstColumn + i] = s.columns[entry.columns[i]];
}

void ColumnFormulas::act(const Model& model, const State& x, Workspace& ws) const {
  Scratch& s = scratch_of(ws);
  for (const Step& step : data_.order) {
    if (step.looks) {
      const Look& look = data_.looks[step.index];
      look.probe.evaluate(model, x, ws.acting, ws,
                          std::span(s.columns).subspan(look.first, look.probe.columns().size()));
      continue;
    }
    const Entry& entry = data_.entries[step.index];
    gather(entry, x.t, s);
    const auto count = std::size_t(entry.tape.variables());
    double& value = ws.acting.u[entry.formula.entry];
    const double start = value, f = entry.tape.value(std::span(s.variables).first(count), s.stack);
    value = f;
    // statics applies forces in parts
    if (entry.formula.force && ws.acting.load != 1)
      value = ws.acting.response * f - (1 - ws.acting.load) * start;
  }
}

std::string ColumnFormulas::fault(const Workspace& ws, double t) const {
  for (const Entry& entry : data_.entries) {
    const StateFormula& formula = entry.formula;
    const double value = ws.acting.u[formula.entry];
    const char* const why = what_is_wrong(formula, value);
    // a part of a load may be anything that its whole must not
    const bool part = ws.acting.load != 1 && std::isfinite(value);
    if (!why || part) continue;
    return fmt::format("{} is {}{} at t = {:.6g} s{}{}, by its formula '{}' ({})", formula.label,
                       in_words(value), unit_behind(first_unit(formula)), t,
                       std::isfinite(value) ? ", but " : "", why, entry.tape.text(),
                       to_string(formula.spec.origin.mark));
  }
  return "";
}

std::map<std::string, double> ColumnFormulas::sizes(const Model& model, const State& start,
                                                    const Input& u, std::span<const double> times,
                                                    double length) const {
  Workspace ws(model);
  update_kinematics(model, start, u, nullptr, ws);
  Scratch& s = scratch_of(ws);
  std::map<std::string, double> sizes;
  for (const Entry& entry : data_.entries) {
    double& most = sizes[entry.tape.text()];
    const auto count = std::size_t(entry.tape.variables());
    for (const double t : times) {
      gather(entry, t, s);
      const auto look = [&] {
        const double f = entry.tape.value(std::span(s.variables).first(count), s.stack);
        if (std::isfinite(f)) most = std::max(most, std::abs(f));
      };
      look();
      for (std::size_t i = kFirstColumn; i < count; ++i) {
        const std::optional<Dimension>& dimension = entry.tape.variable(int(i)).dimension;
        if (!dimension || dimension->kilogram != 0 || dimension->second != 0) continue;
        const double value = s.variables[i], step = std::pow(length, dimension->metre);
        for (const double moved : {value + step, value - step}) {
          s.variables[i] = moved;
          look();
        }
        s.variables[i] = value;
      }
    }
  }
  return sizes;
}

void ColumnFormulas::check(const Input& acting, double t, Diagnostics& diagnostics) const {
  for (const Entry& entry : data_.entries) {
    const StateFormula& formula = entry.formula;
    const double value = acting.u[formula.entry];
    const char* const why = what_is_wrong(formula, value);
    if (!why) continue;
    const bool finite = std::isfinite(value);
    diagnostics.add(formula.spec.origin.error(
        "",
        fmt::format("is {}{} at t = {} s, {}{}", in_words(value), unit_behind(first_unit(formula)),
                    t, finite ? "but " : "", finite ? why : "not a finite number")));
  }
}

// The slope of each entry along one change, f = sum of its derivatives by columns times theirs.
// What formulas read of each other is in the columns.
template <class Change>
void ColumnFormulas::differentiate(const Model& model, double step, const Change& change,
                                   Workspace& own, Eigen::Ref<VectorX> slopes) const {
  Scratch& s = scratch_of(own);
  std::ranges::fill(s.slope, 0);
  for (const DifferenceNode& node : kCentralNodes) {
    change(node.steps * step);
    update_kinematics(model, s.x, s.u, nullptr, own);
    for (std::size_t i = 0; i < s.slope.size(); ++i)
      s.slope[i] += node.weight / (12 * step) * s.columns[i];
  }
  for (std::size_t k = 0; k < data_.entries.size(); ++k) {
    const Entry& entry = data_.entries[k];
    const double part = entry.formula.force ? s.u.response : 1;
    for (std::size_t i = 0; i < entry.columns.size(); ++i)
      if (const double moved = s.slope[entry.columns[i]]; moved != 0)
        slopes[Eigen::Index(k)] += part * s.gradients[k][kFirstColumn + i] * moved;
  }
}

void ColumnFormulas::slopes(const Model& model, const State& x, const Input& u, Workspace& own,
                            InputLawSlopes& out) const {
  const auto rows = Eigen::Index(data_.entries.size());
  for (MatrixX* matrix : {&out.by_q, &out.by_v}) matrix->setZero(rows, model.nv);
  out.by_u.setZero(rows, model.nu());
  Scratch& s = scratch_of(own);
  s.slope.resize(columns_);
  s.gradients.resize(data_.entries.size());
  s.duals.resize(depth_ + variables_);

  update_kinematics(model, x, u, nullptr, own);
  for (std::size_t k = 0; k < data_.entries.size(); ++k) {
    const Entry& entry = data_.entries[k];
    const auto count = std::size_t(entry.tape.variables());
    s.gradients[k].resize(count);
    gather(entry, x.t, s);
    entry.tape.value(std::span(s.variables).first(count), s.duals, s.gradients[k]);
  }

  s.x = x;
  s.u = u;
  s.displacement.setZero(model.nv);
  for (const Mover& mover : data_.positions) {
    const auto move = [&](double d) {
      if (mover.input >= 0) {
        s.u.u[mover.input] = u.u[mover.input] + d;
        return;
      }
      s.displacement[mover.coordinate] = d;
      retract(model, x.q, s.displacement, s.x.q);
      s.displacement[mover.coordinate] = 0;
    };
    differentiate(model, mover.step, move, own, out.by_q.col(mover.coordinate));
    s.x.q = x.q;
    s.u.u = u.u;
  }
  for (const Mover& mover : data_.velocities) {
    double& moved = mover.input >= 0 ? s.u.u_dot[mover.input] : s.x.v[mover.coordinate];
    const double value = moved;
    differentiate(
        model, mover.step, [&](double d) { moved = value + d; }, own,
        out.by_v.col(mover.coordinate));
    moved = value;
  }
  for (const int input : data_.inputs) {
    const double value = u.u[input];
    differentiate(
        model, kInputStep * (1 + std::abs(value)), [&](double d) { s.u.u[input] = value + d; }, own,
        out.by_u.col(input));
    s.u.u[input] = value;
  }
}

void check_dimension(const ExpressionTape& tape, const StateFormula& formula) {
  if (!tape.dimension()) return;
  std::vector<std::string> expected;
  for (std::size_t from = 0; from <= formula.unit.size();) {
    const std::size_t end = std::min(formula.unit.find('|', from), formula.unit.size());
    const std::string unit = formula.unit.substr(from, end - from);
    from = end + 1;
    // "-": a factor is a number, a command of whatever kind
    const bool number = unit == "-" && formula.role == InputRole::coefficient;
    const auto known = parse_unit(number ? "" : unit);
    if (!known || *tape.dimension() == known->dimension) return;
    expected.push_back(number ? "a number" : unit);
  }
  throw InputError(formula.spec.origin.error(
      "",
      fmt::format("'{}' is in {}, expected {}", formula.spec.expression,
                  to_string(*tape.dimension()), fmt::join(expected, " or ")),
      "give its numbers their units, such as 2 N/m*tip.x"));
}

}  // namespace cuttle
