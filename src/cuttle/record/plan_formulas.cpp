// From formulas of a file to their law: what they read, in which order, and what moves it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/constants.h"
#include "cuttle/record/column_formulas.h"
#include "cuttle/signal/expression_parts.h"
#include "cuttle/signal/units.h"
#include "cuttle/spec/spec_walk.h"

namespace cuttle {

namespace {

// Steps of differences, of the scale of a coordinate. A net is larger than its edges by far, and
// what is read of it changes over one of these.
constexpr double kStep = 1e-3, kPlaceStep = 1e-5;

/// All that update_kinematics does not write is lost: what needs it shows by not being a number.
void forget(Workspace& ws) {
  const Vector6 none = Vector6::Constant(kNaN);
  const auto fill = [](std::vector<Lanes>& lanes) { std::ranges::fill(lanes, Lanes(kNaN)); };
  for (BodyWork& b : ws.bodies) {
    for (auto* lanes : {&b.M_bq, &b.M_qq, &b.W, &b.K_act}) fill(*lanes);
    const Pose nowhere{Matrix3::Constant(kNaN), Vector3::Constant(kNaN)};
    for (Point& point : b.points) point = {nowhere, none, none, none, none};
    b.M_bb.setConstant(kNaN);
    b.A_B = b.F_B = b.p_b = none;
  }
  for (auto& steps : ws.steps)
    for (StepWork& w : steps) {
      w.A = w.F = w.p = w.e = none;
      for (Matrix6* matrix : {&w.M, &w.U, &w.D_inv}) matrix->setConstant(kNaN);
    }
  for (JointTouch& touch : ws.joint_touches) {
    touch.depth = touch.depth_rate = touch.push = kNaN;
    touch.bristles.tangential.setConstant(kNaN);
  }
  ws.contact.contacts.clear();
  ws.a.setConstant(kNaN);
  ws.tau.setConstant(kNaN);
}

/// As if every shape touched something, by all rules: what then is not as after `forget` needs the
/// contacts.
void touch_all(const Model& model, Workspace& ws) {
  Contact contact;
  contact.normal = 1;
  for (int shape = 0; shape < int(model.contact.shapes.size()); ++shape)
    for (int rule = 0; rule < int(model.contact.rules.size()); ++rule) {
      contact.key = {shape, shape, 0};
      contact.rule = rule;
      ws.contact.contacts.push_back(contact);
    }
}

/// What is known of a column that formulas read.
struct ColumnInfo {
  std::string name, unit;
  std::size_t probe = 0;
  bool late = false;         // it needs forces
  std::vector<int> entries;  // of the law that it reads
};

class Planner {
 public:
  Planner(Draft& draft, const std::vector<Probe>& probes,
          const std::vector<const ProbeKind*>& kinds)
      : draft_(draft), model_(draft.model), probes_(probes), kinds_(kinds), ws_(draft.model) {
    ws_.skip_passive_points();
    int rows = 0;
    for (const Connection& connection : model_.connections) rows += connection.rows();
    ws_.lambda = VectorX::Constant(rows, kNaN);
    for (const Probe& probe : probes)
      for (const Column& column : probe.columns()) names_.push_back(column.name);
  }

  std::shared_ptr<const ColumnFormulas> plan() {
    const std::size_t before = draft_.diagnostics.size();
    for (const StateFormula& formula : draft_.formulas)
      draft_.guard([&] { data_.entries.push_back(compile(formula)); });
    if (draft_.diagnostics.size() > before) return nullptr;
    find_readers();
    find_order();
    if (draft_.diagnostics.size() > before) return nullptr;
    find_movers();
    look_ahead();
    return std::make_shared<const ColumnFormulas>(std::move(data_));
  }

 private:
  // ------------------------------------------------------------------ what formulas read

  /// The place of a column among all that are looked at.
  std::size_t look_at(const std::string& name, const StateFormula& formula) {
    const Origin& origin = formula.spec.origin;
    for (std::size_t p = 0; p < probes_.size(); ++p) {
      const std::vector<Column>& columns = probes_[p].columns();
      const auto found = std::ranges::find(columns, name, &Column::name);
      if (found == columns.end()) continue;
      if (kinds_[p]->outside && kinds_[p]->outside(draft_, draft_.spec.probes[p]))
        throw InputError(origin.error(
            "",
            fmt::format("'{}' moves beside the robot: formulas of forces cannot read it", name)));
      if (kinds_[p]->late) throw InputError(circle(formula, {name, "the forces of this instant"}));
      return look_at(p) + std::size_t(found - columns.begin());
    }
    throw InputError(origin.error(
        "", fmt::format("unknown symbol '{}' in '{}'", name, formula.spec.expression),
        names_.empty() ? "there are no probes: a column is what a probe records, such as tip.x"
                       : suggest(name, names_, "columns of probes")));
  }

  std::size_t look_at(std::size_t p) {
    std::size_t first = 0;
    for (const ColumnFormulas::Look& look : data_.looks) {
      if (look.probe.name() == probes_[p].name()) return look.first;
      first = look.first + look.probe.columns().size();
    }
    for (const Column& column : probes_[p].columns())
      columns_.push_back({column.name, column.unit, data_.looks.size(), false, {}});
    data_.looks.push_back({probes_[p], first});
    return first;
  }

  ColumnFormulas::Entry compile(const StateFormula& formula) {
    const SignalSpec& spec = formula.spec;
    std::vector<FormulaVariable> variables = {{"t", Dimension{.second = 1}},
                                              {"X", Dimension{.metre = 1}}};
    std::vector<std::size_t> columns;
    for (const std::string& name : column_names(spec.expression)) {
      columns.push_back(look_at(name, formula));
      std::optional<Dimension> dimension;
      if (const auto unit = parse_unit(columns_[columns.back()].unit)) dimension = unit->dimension;
      if (columns_[columns.back()].unit == "-") dimension = Dimension();
      variables.push_back({name, dimension});
    }
    ExpressionTape tape(spec.expression, std::move(variables), spec.copy, spec.origin);
    check_dimension(tape, formula);
    return {formula, std::move(tape), std::move(columns)};
  }

  // ------------------------------------------------------------------ what columns need

  std::vector<double> read(const State& x, const Input& u, Workspace& ws) const {
    std::vector<double> row(columns_.size());
    for (const ColumnFormulas::Look& look : data_.looks)
      look.probe.evaluate(model_, x, u, ws,
                          std::span(row).subspan(look.first, look.probe.columns().size()));
    return row;
  }

  /// The columns that are lost, of those that were not so before; of what is no number anyway,
  /// nothing is known: `lost` says.
  std::vector<std::size_t> lost(const State& x, const Input& u, bool unknown) {
    forget(ws_);
    update_kinematics(model_, x, u, nullptr, ws_);
    const std::vector<double> row = read(x, u, ws_);
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (used_[i] && std::isnan(row[i]) && (unknown || !std::isnan(start_[i]))) list.push_back(i);
    return list;
  }

  void find_readers() {
    used_.assign(columns_.size(), false);
    for (const ColumnFormulas::Entry& entry : data_.entries)
      for (const std::size_t column : entry.columns) used_[column] = true;
    const State& x = draft_.initial;
    Input u = draft_.initial_input;
    Workspace whole(model_);
    whole.lambda = VectorX::Zero(ws_.lambda.size());
    whole.a.setZero();
    inverse_dynamics(model_, x, u, nullptr, whole);
    start_ = read(x, u, whole);
    for (const std::size_t i : lost(x, u, false)) columns_[i].late = true;
    // forces of a connection that is open are zero, not unknown
    State closed = x;
    for (ConnectionState& connection : closed.connections) connection.closed = true;
    for (const std::size_t i : lost(closed, u, false)) columns_[i].late = true;
    lost(x, u, false);
    const std::vector<double> alone = read(x, u, ws_);
    touch_all(model_, ws_);
    const std::vector<double> touching = read(x, u, ws_);
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (alone[i] != touching[i] && !std::isnan(touching[i])) columns_[i].late = true;
    std::set<int> own;
    for (const ColumnFormulas::Entry& entry : data_.entries) own.insert(entry.formula.entry);
    for (int k = 0; k < model_.nu(); ++k) {
      if (prescribes(k)) continue;
      u.u[k] = kNaN;
      const std::vector<std::size_t> readers = lost(x, u, false);
      u.u[k] = draft_.initial_input.u[k];
      bool read = false;
      for (const std::size_t i : readers) {
        if (columns_[i].late) continue;
        read = true;
        if (own.contains(k)) columns_[i].entries.push_back(k);
      }
      if (read && !own.contains(k)) data_.inputs.push_back(k);
    }
  }

  bool prescribes(int input) const { return draft_.inputs.role(input) == InputRole::prescribed; }

  // ------------------------------------------------------------------ in which order

  const std::string& name_of(const StateFormula& formula) const {
    return model_.inputs[size_t(formula.entry)].name;
  }

  Diagnostic circle(const StateFormula& formula, const std::vector<std::string>& way) const {
    return formula.spec.origin.error(
        "",
        fmt::format("depends on itself at the same instant: {0} <- {1} <- {0}", name_of(formula),
                    fmt::join(way, " <- ")),
        "read places and velocities, or let a sensor with a delay and a controller do it");
  }

  void find_order() {
    state_.assign(data_.entries.size(), 0);
    seen_.assign(data_.looks.size(), false);
    for (std::size_t k = 0; k < data_.entries.size(); ++k) visit(k);
  }

  /// Depth first: what an entry reads comes before it.
  void visit(std::size_t k) {
    constexpr int kOpen = 1, kDone = 2;
    if (state_[k] != 0) return;
    state_[k] = kOpen;
    const ColumnFormulas::Entry& entry = data_.entries[k];
    for (const std::size_t i : entry.columns) {
      if (columns_[i].late)
        draft_.diagnostics.add(
            circle(entry.formula, {columns_[i].name, "the forces of this instant"}));
      way_.push_back(columns_[i].name);
      for (const int input : columns_[i].entries) {
        const std::size_t other = entry_of(input);
        if (state_[other] == kOpen)
          report_circle(other);
        else {
          way_.push_back(name_of(data_.entries[other].formula));
          visit(other);
          way_.pop_back();
        }
      }
      way_.pop_back();
    }
    for (const std::size_t i : entry.columns) look(columns_[i].probe);
    data_.order.push_back({false, k});
    // who reads it looks again
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (std::ranges::count(columns_[i].entries, entry.formula.entry) > 0)
        seen_[columns_[i].probe] = false;
    state_[k] = kDone;
  }

  void look(std::size_t probe) {
    if (seen_[probe]) return;
    seen_[probe] = true;
    data_.order.push_back({true, probe});
  }

  std::size_t entry_of(int input) const {
    return size_t(std::ranges::find(data_.entries, input,
                                    [](const auto& entry) { return entry.formula.entry; }) -
                  data_.entries.begin());
  }

  void report_circle(std::size_t k) {
    const StateFormula& formula = data_.entries[k].formula;
    // the way from where it was opened
    const auto from = std::ranges::find(way_, name_of(formula));
    const std::vector<std::string> way(from == way_.end() ? way_.begin() : from + 1, way_.end());
    draft_.diagnostics.add(circle(formula, way));
  }

  // ------------------------------------------------------------------ what moves them

  void find_movers() {
    const VectorX scale = displacement_scale(model_);
    std::vector<bool> place(size_t(model_.nv), false);
    for (const Body& body : model_.bodies) {
      const std::vector<StrainCoordinate> own = body.family->coordinates();
      for (std::size_t i = 0; i < own.size(); ++i) place[size_t(body.v) + i] = own[i].place;
    }
    const auto add = [&](const State& x, const Input& u, bool position, int first, int count,
                         int input) {
      if (lost(x, u, true).empty()) return;
      const VectorX& size = position ? scale : model_.v_scale;
      for (int i = first; i < first + count; ++i) {
        const double step = position && place[size_t(i)] ? kPlaceStep : kStep;
        (position ? data_.positions : data_.velocities).push_back({i, input, step * size[i]});
      }
    };
    State x = draft_.initial;
    Input u = draft_.initial_input;
    const auto try_out = [&](int q, int nq, int v, int nv, int input) {
      if (nv == 0) return;
      double* const at = input >= 0 ? &u.u[input] : &x.q[q];
      std::vector<double> kept(at, at + (input >= 0 ? 1 : nq));
      std::fill_n(at, kept.size(), kNaN);
      add(x, u, true, v, nv, input);
      std::ranges::copy(kept, at);
      for (int i = v; i < v + nv; ++i) {
        double& rate = input >= 0 ? u.u_dot[input] : x.v[i];
        const double value = rate;
        rate = kNaN;
        add(x, u, false, i, 1, input);
        rate = value;
      }
    };
    for (const Body& body : model_.bodies) {
      for (const JointStep& step : body.steps)
        try_out(step.q, step_nq(step.kind), step.v, step.nv(), step.prescribed_input);
      for (int i = 0; i < body.n(); ++i) try_out(body.q + i, 1, body.v + i, 1, -1);
    }
  }

  // ------------------------------------------------------------------ what t does to them

  /// Where a formula of t and columns has corners in t is seen with the columns held where they are
  /// at the start: at one where they are zero or nothing, so that no factor is.
  void look_ahead() {
    for (const ColumnFormulas::Entry& entry : data_.entries) {
      if (!entry.tape.uses(0)) continue;
      SignalSpec held = entry.formula.spec;
      held.expression.clear();
      const std::string& text = entry.tape.text();
      const auto in_name = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
      };
      for (auto at = text.begin(); at != text.end();) {
        const auto end = std::find_if_not(at, text.end(), in_name);
        const std::string word(at, end == at ? at + 1 : end);
        at += std::ptrdiff_t(word.size());
        const auto column = std::ranges::find(columns_, word, &ColumnInfo::name);
        if (column == columns_.end()) {
          held.expression += word;
          continue;
        }
        const double value = start_[size_t(column - columns_.begin())];
        const bool useful = std::isfinite(value) && value != 0;
        held.expression += fmt::format("({})", useful ? value : 1);
      }
      draft_.inputs.add_look_ahead(held, entry.formula.X);
    }
  }

  Draft& draft_;
  const Model& model_;
  const std::vector<Probe>& probes_;
  const std::vector<const ProbeKind*>& kinds_;
  Workspace ws_;
  ColumnFormulas::Data data_;
  std::vector<std::string> names_;   // of all columns
  std::vector<ColumnInfo> columns_;  // of the probes that formulas look at
  std::vector<bool> used_;           // by some formula
  std::vector<double> start_;        // in the initial state
  std::vector<int> state_;           // of entries: not seen, open, done
  std::vector<bool> seen_;           // probes that have been looked at
  std::vector<std::string> way_;     // from the first entry to that which is open
};

}  // namespace

std::shared_ptr<const ColumnFormulas> make_column_formulas(
    Draft& draft, const std::vector<Probe>& probes, const std::vector<const ProbeKind*>& kinds) {
  if (draft.formulas.empty()) return nullptr;
  return Planner(draft, probes, kinds).plan();
}

std::vector<std::string> probes_in_formulas(const ScenarioSpec& spec) {
  std::vector<std::string> names;
  for_each_expression(look_at(spec), [&](const ExpressionUse& use) {
    if (!use.columns) return;
    for (const std::string& column : column_names(use.text))
      for (const ProbeSpec& probe : spec.probes)
        if (column.starts_with(probe.name + ".")) names.push_back(probe.name);
  });
  return names;
}

}  // namespace cuttle
