#include "cuttle/water/thruster/thruster.h"

#include <algorithm>
#include <cmath>

#include "cuttle/actuation/load/point_load.h"
#include "cuttle/base/error.h"

namespace cuttle {
namespace {

/// Linear between the knots, held beyond the ends.
double table_value(const std::vector<double>& x, const std::vector<double>& y, double at) {
  if (at <= x.front()) return y.front();
  if (at >= x.back()) return y.back();
  const auto i = size_t(std::upper_bound(x.begin(), x.end(), at) - x.begin());
  const double b = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return (1 - b) * y[i - 1] + b * y[i];
}

}  // namespace

double thruster_speed(const ThrusterLaw& law, double command) {
  const double n = law.commands.empty() ? command : table_value(law.commands, law.speeds, command);
  if (std::abs(n) <= law.dead_band) return 0;
  return std::clamp(n, law.n_min, law.n_max);
}

double thruster_force(const ThrusterLaw& law, double command) {
  const double n = thruster_speed(law, command);
  return law.K_L * n + law.K_Q * std::abs(n) * n;
}

Thruster::Thruster(const Data& data) : data_(data) {
  expects(data_.at.on_body(), "a thruster sits on a body");
  expects(data_.law.commands.size() == data_.law.speeds.size(), "a table has pairs");
}

void Thruster::apply(const Model&, const State&, const Input& u, bool with_tangent,
                     Workspace& ws) const {
  const Vector3 force = thruster_force(data_.law, u.u[data_.command_input]) * data_.axis;
  add_load(data_.at, LoadFrame::body, force, data_.torque_per_force * force, with_tangent, ws);
}

EnergyBooks Thruster::books(const Model&, const State&, const Input& u, const Workspace& ws) const {
  const Vector3 force = thruster_force(data_.law, u.u[data_.command_input]) * data_.axis;
  return {
      .potential = 0,
      .power = load_power(data_.at, LoadFrame::body, force, data_.torque_per_force * force, ws)};
}

}  // namespace cuttle
