#include "cuttle/sim/close_loops.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "cuttle/base/interrupt.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/sim/driven_turn.h"
#include "cuttle/sim/islands.h"
#include "cuttle/sim/scales.h"

namespace cuttle {

namespace {

constexpr double kClosed = 1e-12;
constexpr int kMaxIterations = 200;
constexpr double kPart = 0.5;  // [rad] of a turn, from one closed state to the next
constexpr int kMostParts = 2000;

/// From which angle to which joints are turned: zero, where they are, or there but for whole turns.
enum class Turn { whole, part, rest };  // from zero; from zero, in part; from the part on

/// What may be spent on turning the joints of all robots.
struct Work {
  double plain = 5e5;  // parts times coordinates of the model: some 4 s,
  double dense = 3e9;  // ... as these times squares of rows
  bool exceeded = false;
};

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
    if (!interruption().ok()) break;
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

namespace {

/// Follows the loops of one robot in x while its joints are turned, from zero together with all
/// else that is prescribed there, and leaves them where they are in x. False if they cannot get
/// there, or if that is more work than is left: x is as before.
bool close_turned(const Model& model, const TurnsToGo& turns, Turn way, const Input& u, Work& left,
                  State& x) {
  const auto part = [](double angle) { return std::remainder(angle, 2 * std::numbers::pi); };
  const auto turns_far = [&](int q) { return std::ranges::find(turns.q, q) != turns.q.end(); };
  const auto from = [&](int q) {
    if (way != Turn::rest) return 0.0;
    return turns_far(q) ? part(x.q[q]) : x.q[q];
  };
  const auto to = [&](int q) { return way == Turn::part && turns_far(q) ? part(x.q[q]) : x.q[q]; };
  double length = 0;
  for (const int q : turns.q) length += std::abs(to(q) - from(q));
  const double parts = std::ceil(length / kPart);
  // the loops of this robot
  State at = x;
  double rows = 0;
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& connection = model.connections[i];
    const int body = connection.a.body >= 0 ? connection.a.body : connection.b.body;
    at.connections[i].closed = x.connections[i].closed && body >= 0 && turns.bodies[size_t(body)];
    if (at.connections[i].closed) rows += connection.rows();
  }
  const Work needed{parts * model.nv, parts * model.nv * rows * rows};
  if (!(parts <= kMostParts && needed.plain <= left.plain && needed.dense <= left.dense)) {
    left.exceeded = true;
    return false;
  }
  left.plain -= needed.plain;
  left.dense -= needed.dense;
  Input between = u;
  for (int i = 0; i <= int(parts); ++i) {
    for (size_t k = 0; k < model.bodies.size(); ++k)
      for (const JointStep& step : model.bodies[k].steps) {
        if (!turns.bodies[k] || !step.prescribed()) continue;
        const double share = parts > 0 ? i / parts : 1;
        at.q[step.q] = between.u[step.prescribed_input] =
            i == int(parts) ? x.q[step.q] : from(step.q) + share * (to(step.q) - from(step.q));
      }
    if (!interruption().ok()) return false;
    if (!(largest_gap(close_loops(model, between, at)) <= kClosedLoop)) return false;
  }
  for (size_t k = 0; k < model.bodies.size(); ++k) {
    if (!turns.bodies[k]) continue;
    const Body& body = model.bodies[k];
    const int first = body.steps.front().q;
    x.q.segment(first, body.q + body.n() - first) = at.q.segment(first, body.q + body.n() - first);
  }
  return true;
}

}  // namespace

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

std::vector<TurnsToGo> turns_to_go(const ScenarioSpec& spec, const Model& model, const State& x,
                                   double least) {
  if (!any_closed(x)) return {};
  const std::size_t n = model.bodies.size();
  const std::vector<size_t> island_of = islands(model, x);
  std::vector<bool> given(n, false);
  for (const BodySpec& body : spec.bodies)
    if (coordinates_given(body)) given[island_of[size_t(model.find_body(body.name))]] = true;
  std::map<size_t, TurnsToGo> all;
  for (size_t i = 0; i < n; ++i)
    for (const JointStep& step : model.bodies[i].steps)
      if (is_driven_turn(step) && std::abs(x.q[step.q]) > least && !given[island_of[i]])
        all[island_of[i]].q.push_back(step.q);
  std::vector<TurnsToGo> list;
  for (auto& [island, turns] : all) {
    turns.bodies.resize(n);
    for (size_t i = 0; i < n; ++i) turns.bodies[i] = island_of[i] == island;
    list.push_back(std::move(turns));
  }
  return list;
}

bool begins_turned(const StudySpec& study) {
  return (study.type == StudyType::dynamics && study.start == StartFrom::rest) ||
         (study.type == StudyType::modes && study.about != StartFrom::statics);
}

std::vector<TurnsToGo> turns_to_go(const Scenario& scenario) {
  if (begins_turned(scenario.spec.study)) return {};
  return turns_to_go(scenario.spec, scenario.model, scenario.initial, std::numbers::pi);
}

StaticsResult initial_equilibrium(const Scenario& scenario, StaticsSolver& solver, const Input& u,
                                  const StaticsOptions& options, State& x) {
  std::vector<int> turns;
  for (const TurnsToGo& robot : turns_to_go(scenario))
    turns.insert(turns.end(), robot.q.begin(), robot.q.end());
  return solver.solve_built(turns, u, options, x);
}

State motion_start(const Scenario& scenario) {
  State x = scenario.initial;
  const std::vector<TurnsToGo> robots = turns_to_go(scenario);
  if (robots.empty()) return x;
  InputSource inputs = scenario.inputs;
  Input u;
  Work left;
  if (inputs.evaluate(x.t, u).ok())
    for (const TurnsToGo& turns : robots)
      close_turned(scenario.model, turns, Turn::rest, u, left, x);
  return x;
}

bool close_built(const ScenarioSpec& spec, const Model& model, const Input& u, State& x) {
  const bool whole = begins_turned(spec.study);
  bool followed = true;
  Work left;
  for (const TurnsToGo& turns : turns_to_go(spec, model, x, kPart)) {
    if (whole && close_turned(model, turns, Turn::whole, u, left, x)) continue;
    close_turned(model, turns, Turn::part, u, left, x);
    const bool far =
        std::ranges::any_of(turns.q, [&](int q) { return std::abs(x.q[q]) > std::numbers::pi; });
    followed = followed && !(whole && far);
  }
  return followed && !left.exceeded;
}

}  // namespace cuttle
