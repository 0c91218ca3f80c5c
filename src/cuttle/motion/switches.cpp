#include "cuttle/motion/switches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "cuttle/connection/connection_rows.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/motion/recorder.h"

namespace cuttle {
namespace {

// Of the size of what is joined: parts that dock are nearer to each other.
constexpr double kFarApart = 0.1;

}  // namespace

Switches::Switches(const Scenario& scenario, MechanicalSystem& system, InputFunction inputs)
    : scenario_(scenario),
      system_(system),
      inputs_(std::move(inputs)),
      reader_(scenario),
      at_(scenario.initial),
      was_closed_(scenario.model.connections.size(), false),
      last_left_(scenario.model.connections.size(), std::numeric_limits<double>::infinity()),
      q_(scenario.initial.q),
      v_(scenario.initial.v),
      w_(VectorX::Zero(kWorkKinds)) {
  for (const ConnectionSpec& c : scenario.spec.of<ConnectionSpec>()) {
    conditions_.emplace_back();
    if (c.closes && !c.closes->when.empty()) conditions_.back().emplace(*c.closes, scenario.probes);
  }
}

std::vector<double> Switches::times() const {
  std::vector<double> times;
  for (const ConnectionSpec& c : scenario_.spec.of<ConnectionSpec>()) {
    if (c.closes && c.closes->time) times.push_back(*c.closes->time);
    if (c.opens) times.push_back(*c.opens);
  }
  return times;
}

void Switches::reset(const State& x) {
  at_ = x;
  apart_.clear();
  std::ranges::fill(last_left_, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < was_closed_.size(); ++i) was_closed_[i] = x.connections[i].closed;
}

bool Switches::waiting(std::size_t i) const {
  const ConnectionSpec& spec = scenario_.spec.of<ConnectionSpec>()[i];
  return spec.closes && !spec.closes->time && !was_closed_[i] &&
         !(spec.opens && at_.t >= *spec.opens);
}

double Switches::left(std::size_t i, double t, const VectorX& q, const VectorX& v) {
  at_.t = t;
  at_.q = q;
  at_.v = v;
  if (!inputs_(t, u_).ok()) return std::numeric_limits<double>::infinity();
  if (!conditions_[i]) return distance_left(i);
  // probes may look at forces
  const Model& model = scenario_.model;
  system_.get_memory(at_);
  reader_.read(at_, u_, true);
  return conditions_[i]->holds(scenario_.probes, model, at_, u_, reader_.workspace()) ? -1 : 1;
}

double Switches::distance_left(std::size_t i) {
  const CloseSpec& closes = *scenario_.spec.of<ConnectionSpec>()[i].closes;
  Workspace& ws = reader_.workspace();
  update_kinematics(scenario_.model, at_, u_, nullptr, ws);
  const ConnectionMotion m = connection_motion(scenario_.model, ws, scenario_.model.connections[i],
                                               at_.connections[i], false);
  const double near = m.X_AB.p.norm() / *closes.distance - 1;
  return closes.angle ? std::max(near, log_so3(m.X_AB.R).norm() / *closes.angle - 1) : near;
}

Status Switches::close(std::size_t i, State& x, VectorX& w) {
  const Model& model = scenario_.model;
  if (Status status = inputs_(x.t, u_); !status.ok()) return status;
  Workspace& ws = reader_.workspace();
  update_kinematics(model, x, u_, nullptr, ws);
  const double before = energy(model, x, u_, ws).kinetic;

  // as they met: the gap is zero from here on
  x.connections[i].X_latch =
      connection_motion(model, ws, model.connections[i], x.connections[i], false).X_AB;
  look_at_gap(i, x.t, x.connections[i].X_latch, ws);
  x.connections[i].closed = true;
  was_closed_[i] = true;
  if (Status status = system_.constraints()->impact(model, u_, x); !status.ok()) return status;
  update_kinematics(model, x, u_, nullptr, ws);
  w[kActorWork] += energy(model, x, u_, ws).kinetic - before;
  at_.connections = x.connections;
  system_.set_connections(x.connections);
  return {};
}

// A condition may ask how far apart its own parts are.
bool Switches::asks_for_gap(std::size_t i) const {
  const std::string& name = scenario_.spec.of<ConnectionSpec>()[i].name;
  return conditions_[i] && std::ranges::any_of(scenario_.spec.probes, [&](const ProbeSpec& probe) {
           return probe.kind() == "connection" && probe.target() == name &&
                  conditions_[i]->uses(probe.name + ".gap");
         });
}

// Who gives a distance, or asks for it in a condition, knows how far apart they are.
void Switches::look_at_gap(std::size_t i, double t, const Pose& X_AB, const Workspace& ws) {
  const ConnectionSpec& spec = scenario_.spec.of<ConnectionSpec>()[i];
  if (spec.closes->distance || asks_for_gap(i)) return;
  const Connection& connection = scenario_.model.connections[i];
  const Offset offset = offset_of(connection, X_AB);
  if (!(offset.distance > kFarApart * loop_reach(scenario_.model, ws, connection))) return;
  std::string how = fmt::format("{:.3g} m", offset.distance);
  if (connection.kind->turns != HeldTurns::none)
    how += fmt::format(" and {:.3g} deg", offset.angle * 180 / std::numbers::pi);
  apart_.push_back(warning_text(spec.origin.warning(
      "closes",
      fmt::format("connection '{}' closed at t = {:.6g} s while its frames were {} apart, "
                  "and holds them so: parts that dock stay as they are at that moment",
                  spec.name, t, how))));
}

Status Switches::at_time(State& x, VectorX& w) {
  const std::vector<ConnectionSpec>& specs = scenario_.spec.of<ConnectionSpec>();
  at_.t = x.t;
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (specs[i].opens && x.t >= *specs[i].opens) x.connections[i].closed = false;
  at_.connections = x.connections;
  system_.set_connections(x.connections);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    // at its time, or because the parts are near each other already
    bool due = specs[i].closes && specs[i].closes->time && x.t >= *specs[i].closes->time &&
               !was_closed_[i];
    if (waiting(i)) due = (last_left_[i] = left(i, x.t, x.q, x.v)) <= 0;
    if (!due) continue;
    if (Status status = close(i, x, w); !status.ok()) return status;
  }
  return {};
}

double Switches::left(std::size_t i, Integrator& integrator, double t) {
  integrator.dense(t, q_, v_, w_);
  return left(i, t, q_, v_);
}

// A long step may pass over a short meeting: it is looked at as often as rows are written.
double Switches::time_of_meeting(std::size_t i, Integrator& integrator) {
  const double start = integrator.t_old(), h = integrator.t() - start;
  const double rows = h / scenario_.spec.study.output_step;
  const int looks = int(std::clamp(std::ceil(rows), 4.0, 1000.0));
  double open = start;
  for (int k = 1; k <= looks; ++k) {
    double shut = k == looks ? integrator.t() : start + h * k / looks;
    const double before = last_left_[i];
    last_left_[i] = left(i, integrator, shut);
    if (before > 0 && last_left_[i] <= 0) {
      // halving, to the last bit
      for (double middle = 0.5 * (open + shut); middle > open && middle < shut;
           middle = 0.5 * (open + shut))
        (left(i, integrator, middle) > 0 ? open : shut) = middle;
      return shut;
    }
    open = shut;
  }
  return std::numeric_limits<double>::infinity();
}

bool Switches::within_step(Integrator& integrator, State& x, VectorX& w) {
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scenario_.spec.of<ConnectionSpec>().size(); ++i) {
    at_.t = integrator.t_old();
    if (!waiting(i)) continue;
    const double t = time_of_meeting(i, integrator);
    if (t >= first) continue;
    first = t;
    met_ = i;
  }
  if (!std::isfinite(first)) return false;
  x.t = first;
  x.connections = at_.connections;
  integrator.dense(first, x.q, x.v, w);
  return true;
}

Status Switches::close_met(State& x, VectorX& w) {
  // others that met later in the same step will be seen again
  for (std::size_t i = 0; i < last_left_.size(); ++i)
    if (i != met_ && waiting(i)) last_left_[i] = left(i, x.t, x.q, x.v);
  return close(met_, x, w);
}

std::vector<std::string> Switches::warnings() const {
  std::vector<std::string> warnings = apart_;
  for (std::size_t i = 0; i < scenario_.spec.of<ConnectionSpec>().size(); ++i) {
    const ConnectionSpec& spec = scenario_.spec.of<ConnectionSpec>()[i];
    if (!spec.closes || was_closed_[i]) continue;
    std::string reason = "its parts did not meet";
    if (spec.closes->time)
      reason = fmt::format("the run ended before {:.6g} s", *spec.closes->time);
    if (conditions_[i]) reason = fmt::format("'{}' was never true", spec.closes->when);
    warnings.push_back(warning_text(spec.origin.warning(
        "closes", fmt::format("connection '{}' never closed: {}", spec.name, reason))));
  }
  return warnings;
}

}  // namespace cuttle
