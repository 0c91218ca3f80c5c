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

double force_of(double K_L, double K_Q, double n) { return K_L * n + K_Q * std::abs(n) * n; }

}  // namespace

double thruster_speed(const ThrusterLaw& law, double command) {
  const double n = law.commands.empty() ? command : table_value(law.commands, law.speeds, command);
  if (std::abs(n) <= law.dead_band) return 0;
  return std::clamp(n, law.n_min, law.n_max);
}

double thruster_force(const ThrusterLaw& law, double command) {
  return force_of(law.K_L, law.K_Q, thruster_speed(law, command));
}

Thruster::Thruster(const Data& data) : data_(data) {
  expects(data_.at.on_body(), "a thruster sits on a body");
  expects(data_.law.commands.size() == data_.law.speeds.size(), "a table has pairs");
}

double Thruster::force(const Input& u) const {
  return force_of(entry_or(u, data_.linear_input, data_.law.K_L),
                  entry_or(u, data_.quadratic_input, data_.law.K_Q),
                  thruster_speed(data_.law, u.u[data_.command_input]));
}

void Thruster::apply(const Model&, const State&, const Input& u, bool with_tangent,
                     Workspace& ws) const {
  const Vector3 along = force(u) * data_.axis;
  add_load(data_.at, LoadFrame::body, along, torque_per_force(u) * along, with_tangent, ws);
}

EnergyBooks Thruster::books(const Model&, const State&, const Input& u, const Workspace& ws) const {
  const Vector3 along = force(u) * data_.axis;
  return {.potential = 0,
          .power = load_power(data_.at, LoadFrame::body, along, torque_per_force(u) * along, ws)};
}

}  // namespace cuttle
