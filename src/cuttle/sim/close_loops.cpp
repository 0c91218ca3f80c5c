#include "cuttle/sim/close_loops.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/base/interrupt.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/least_norm.h"
#include "cuttle/sim/driven_turn.h"
#include "cuttle/sim/islands.h"
#include "cuttle/sim/scales.h"

namespace cuttle {

namespace {

constexpr double kClosed = 1e-12;
constexpr int kMaxIterations = 200;
constexpr double kPart = 0.5;  // [rad] of a turn, from one closed state to the next
constexpr int kMostParts = 2000;
constexpr double kMostWork = 5e5;   // parts times coordinates: some 4 s,
constexpr double kMostDense = 3e9;  // ... as these times squares of rows

// how willingly a velocity takes part in closing the loops: joints before strains
VectorX closing_weights(const Model& model) {
  VectorX weight = displacement_scale(model).cwiseAbs2();
  for (const Body& body : model.bodies) {
    weight.segment(body.v, body.n()) *= 1e-4;
    for (const JointStep& step : body.steps)
      if (step.prescribed()) weight[step.v] = 0;
  }
  return weight;
}

bool coordinates_given(const BodySpec& body) {
  if (body.joint.initial.pose || !body.joint.initial.values.empty()) return true;
  return body.rod && std::ranges::any_of(body.rod->divisions, [](const DivisionSpec& division) {
           return std::ranges::any_of(division.initial.modes,
                                      [](const auto& mode) { return !mode.empty(); });
         });
}

bool any_closed(const State& x) {
  return std::ranges::any_of(x.connections, &ConnectionState::closed);
}

}  // namespace

double largest_gap(const DenseRows& rows) {
  return rows.gap.size() > 0 ? rows.gap.cwiseAbs().maxCoeff() : 0;
}

// Gauss-Newton with halved steps
DenseRows close_loops(const Model& model, const Input& u, State& x) {
  Workspace ws(model);
  const VectorX weight = closing_weights(model);
  const auto rows_at = [&](const VectorX& q) {
    State at = x;
    at.q = q;
    update_kinematics(model, at, u, nullptr, ws);
    return dense_rows(model, at, ws);
  };
  DenseRows rows = rows_at(x.q);
  VectorX q = x.q;
  for (int k = 0; k < kMaxIterations && largest_gap(rows) > kClosed; ++k) {
    const MatrixX WAt = weight.asDiagonal() * rows.A.transpose();
    const VectorX step = -WAt * LeastNorm(rows.A * WAt, 1e-10).solve(rows.gap);
    bool better = false;
    for (double fraction = 1; fraction > 1e-4 && !better; fraction /= 2) {
      retract(model, x.q, fraction * step, q);
      DenseRows trial = rows_at(q);
      better = trial.gap.norm() < rows.gap.norm();
      if (better) rows = std::move(trial);
    }
    if (!better) break;
    x.q = q;
  }
  return rows;
}

std::string turns_given(const ScenarioSpec& spec, const Model& model, const State& x) {
  if (!any_closed(x)) return "";
  const std::vector<size_t> island_of = islands(model, x);
  std::vector<bool> turned(model.bodies.size(), false);
  for (size_t i = 0; i < model.bodies.size(); ++i)
    for (const JointStep& step : model.bodies[i].steps)
      if (is_driven_turn(step) && std::abs(x.q[step.q]) > std::numbers::pi)
        turned[island_of[i]] = true;
  if (std::ranges::find(turned, true) == turned.end()) return "";
  for (const BodySpec& body : spec.bodies)
    if (coordinates_given(body) && turned[island_of[size_t(model.find_body(body.name))]])
      return body.name;
  return "";
}

std::vector<int> turns_to_go(const ScenarioSpec& spec, const Model& model, const State& x,
                             double least) {
  std::vector<int> turns;
  if (!any_closed(x)) return turns;
  const std::vector<size_t> island_of = islands(model, x);
  std::vector<bool> given(model.bodies.size(), false);
  for (const BodySpec& body : spec.bodies)
    if (coordinates_given(body)) given[island_of[size_t(model.find_body(body.name))]] = true;
  for (size_t i = 0; i < model.bodies.size(); ++i)
    for (const JointStep& step : model.bodies[i].steps)
      if (is_driven_turn(step) && std::abs(x.q[step.q]) > least && !given[island_of[i]])
        turns.push_back(step.q);
  return turns;
}

bool begins_turned(const StudySpec& study) {
  return (study.type == StudyType::dynamics && study.start == StartFrom::rest) ||
         (study.type == StudyType::modes && study.about != StartFrom::statics);
}

std::vector<int> turns_to_go(const Scenario& scenario) {
  if (scenario.turned && begins_turned(scenario.spec.study)) return {};
  return turns_to_go(scenario.spec, scenario.model, scenario.initial, std::numbers::pi);
}

StaticsResult initial_equilibrium(const Scenario& scenario, StaticsSolver& solver, const Input& u,
                                  const StaticsOptions& options, State& x) {
  return solver.solve_built(turns_to_go(scenario), u, options, x);
}

State motion_start(const Scenario& scenario) {
  State x = scenario.initial;
  const std::vector<int> turns = turns_to_go(scenario);
  if (turns.empty()) return x;
  InputSource inputs = scenario.inputs;
  Input u;
  if (inputs.evaluate(x.t, u).ok()) close_turned(scenario.model, turns, Turn::rest, u, x);
  return x;
}

bool close_turned(const Model& model, const std::vector<int>& turns, Turn way, const Input& u,
                  State& x) {
  const auto part = [](double angle) { return std::remainder(angle, 2 * std::numbers::pi); };
  const auto from = [&](double angle) { return way == Turn::rest ? part(angle) : 0; };
  const auto to = [&](double angle) { return way == Turn::part ? part(angle) : angle; };
  double length = 0;
  for (const int q : turns) length += std::abs(to(x.q[q]) - from(x.q[q]));
  const double parts = std::ceil(length / kPart);
  double rows = 0;
  for (size_t i = 0; i < model.connections.size(); ++i)
    if (x.connections[i].closed) rows += model.connections[i].rows();
  const double work = parts * model.nv;
  if (!(parts <= kMostParts && work <= kMostWork && work * rows * rows <= kMostDense)) return false;
  State at = x;
  Input between = u;
  for (int i = 0; i <= int(parts); ++i) {
    for_each_driven_turn(model, [&](const JointStep& step) {
      if (std::ranges::find(turns, step.q) == turns.end()) return;
      const double angle = x.q[step.q], share = parts > 0 ? i / parts : 1;
      at.q[step.q] = between.u[step.prescribed_input] =
          i == int(parts) ? angle : from(angle) + share * (to(angle) - from(angle));
    });
    if (!interruption().ok()) return false;
    if (!(largest_gap(close_loops(model, between, at)) <= kClosedLoop)) return false;
  }
  x.q = at.q;
  return true;
}

bool close_built(const ScenarioSpec& spec, const Model& model, const Input& u, State& x) {
  const std::vector<int> turns = turns_to_go(spec, model, x, kPart);
  if (turns.empty()) return true;
  const bool whole = begins_turned(spec.study);
  if (whole && close_turned(model, turns, Turn::whole, u, x)) return true;
  close_turned(model, turns, Turn::part, u, x);
  return !whole || turns_to_go(spec, model, x, std::numbers::pi).empty();
}

}  // namespace cuttle
