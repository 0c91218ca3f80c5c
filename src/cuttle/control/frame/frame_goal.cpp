#include "cuttle/control/frame/frame_goal.h"

#include <algorithm>

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Three signals: value, rate, acceleration.
struct Motion3 {
  Vector3 x, v, a;
};

Vector3 values(const std::array<Signal, 3>& signals, double t) {
  return {signals[0].value(t), signals[1].value(t), signals[2].value(t)};
}

Motion3 motion(const std::array<Signal, 3>& signals, double t) {
  Motion3 m;
  for (size_t i = 0; i < 3; ++i) {
    const Signal::Jet jet =
        signals[i].is_constant() ? Signal::Jet{signals[i].value(t)} : signals[i].motion(t);
    const auto k = Eigen::Index(i);
    m.x[k] = jet.x;
    m.v[k] = jet.v;
    m.a[k] = jet.a;
  }
  return m;
}

bool all_constant(const std::array<Signal, 3>& signals) {
  return std::all_of(signals.begin(), signals.end(),
                     [](const Signal& signal) { return signal.is_constant(); });
}

}  // namespace

FrameGoal::FrameGoal(const std::array<Signal, 3>& position, const std::array<Signal, 3>& rotation)
    : position_(position),
      rotation_(rotation),
      constant_(all_constant(position) && all_constant(rotation)) {
  at_rest_.X_WG = {exp_so3(values(rotation_, 0)), values(position_, 0)};
}

FrameGoal::FrameGoal(const Pose& X_WG) : constant_(true) { at_rest_.X_WG = X_WG; }

FrameMotion FrameGoal::operator()(double t) const {
  if (constant_) return at_rest_;
  const Motion3 p = motion(position_, t), theta = motion(rotation_, t);
  FrameMotion m;
  m.X_WG = {exp_so3(theta.x), p.x};

  // omega = T(-theta) theta', and its rate: those of the inverse rotation, seen from outside
  Vector6 Omega = Vector6::Zero(), rate = Vector6::Zero(), acceleration = Vector6::Zero();
  Omega.head<3>() = -theta.x;
  rate.head<3>() = -theta.v;
  acceleration.head<3>() = -theta.a;
  const DexpRate<double> turn = dexp_rate(Omega, rate, acceleration);
  const Vector3 omega = -turn.u.head<3>();

  // v = R^T p', so that v' = R^T p'' - omega x v
  const Vector3 v = m.X_WG.R.transpose() * p.v;
  m.V_G << omega, v;
  m.A_G << -turn.u_dot.head<3>(), m.X_WG.R.transpose() * p.a - omega.cross(v);
  return m;
}

}  // namespace cuttle
