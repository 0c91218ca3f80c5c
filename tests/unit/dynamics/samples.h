#pragma once
// Random hybrid robots with springs, dampers, drives and an actor, and how to move and derive them.

#include <cstdint>
#include <memory>
#include <utility>

#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/se3.h"
#include "support/robots.h"

namespace cuttle::testing {

/// A push at a point by three inputs (in the point's frame), and a spring from it to the world.
class AnchoredPush final : public Actor {
 public:
  AnchoredPush(int body, int point, int input, double stiffness)
      : body_(body), point_(point), input_(input), stiffness_(stiffness) {}

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input& u, bool, Workspace& ws) const override {
    BodyWork& b = ws.bodies[size_t(body_)];
    Point& point = b.points[size_t(point_)];
    const Vector3 pull = stiffness_ * (kAnchor - point_pose(ws, body_, point_).p);
    const Vector3 force = point.X_BP.R * u.u.segment<3>(input_) + b.X_WB.R.transpose() * pull;
    point.load.head<3>() += point.X_BP.p.cross(force);
    point.load.tail<3>() += force;
  }

  EnergyBooks books(const Model&, const State&, const Input& u,
                    const Workspace& ws) const override {
    const Vector3 stretch = kAnchor - point_pose(ws, body_, point_).p;
    return {0.5 * stiffness_ * stretch.squaredNorm(),
            u.u.segment<3>(input_).dot(point_twist(ws, body_, point_).tail<3>())};
  }

 private:
  inline static const Vector3 kAnchor{0.3, -0.2, 0.5};
  int body_, point_, input_;
  double stiffness_;
};

/// A robot, its state and its input.
struct Sample {
  Model model;
  State x;
  Input u;
};

inline double draw(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// A random tree: some joints driven by an effort, some prescribed, and an AnchoredPush on the last
/// body.
inline Sample random_sample(std::uint64_t seed, int bodies, double anchor_stiffness = 3) {
  std::mt19937_64 random(seed);
  Sample s{random_tree(random, bodies), {}, {}};
  const auto add_inputs = [&](int count) {
    for (int i = 0; i < count; ++i) s.model.inputs.push_back({"u", ""});
    return s.model.nu() - count;
  };
  for (Body& body : s.model.bodies)
    for (JointStep& step : body.steps) {
      const double choice = draw(random, 0, 1);
      if (step.kind == StepKind::screw && choice < 0.3)
        step.prescribed_input = add_inputs(1);
      else if (step.nv() > 0 && choice < 0.7)
        step.effort_input = add_inputs(step.nv());
    }
  const int last = bodies - 1;
  const int point = s.model.bodies.back().family->n_points() - 1;
  s.model.actors.push_back(
      std::make_shared<AnchoredPush>(last, point, add_inputs(3), anchor_stiffness));

  s.x = random_state(random, s.model);
  s.u = zero_input(s.model);
  for (VectorX* u : {&s.u.u, &s.u.u_dot, &s.u.u_ddot})
    for (double& entry : *u) entry = draw(random, -1, 1);
  normalize(s.model, s.u, s.x.q, s.x.v);
  return s;
}

/// The same robot displaced by d (nv) and with velocities v + dv; prescribed coordinates alike.
inline Sample displaced(const Sample& s, const VectorX& d, const VectorX& dv) {
  Sample out = s;
  retract(s.model, s.x.q, d, out.x.q);
  out.x.v += dv;
  for (const Body& body : s.model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) {
        out.u.u[step.prescribed_input] += d[step.v];
        out.u.u_dot[step.prescribed_input] += dv[step.v];
      }
  return out;
}

/// Derivative at 0 of f, a plain number or matrix of h: central differences, extrapolated twice.
template <class F>
auto derivative(const F& f, double h = 1e-2) {
  using Value = decltype(f(h));
  const auto difference = [&](double step) -> Value { return (f(step) - f(-step)) / (2 * step); };
  const Value d1 = difference(h), d2 = difference(h / 2), d4 = difference(h / 4);
  const Value e1 = (4 * d2 - d1) / 3, e2 = (4 * d4 - d2) / 3;
  return Value((16 * e2 - e1) / 15);
}

/// Classical Runge-Kutta over `steps` steps of forward dynamics; input_at(t) gives the input.
template <class InputAt>
State run_rk4(const Model& model, State x, const InputAt& input_at, double h, int steps) {
  Workspace ws(model);
  using Rate = std::pair<VectorX, VectorX>;
  const auto rate = [&](const State& at) -> Rate {
    forward_dynamics(model, at, input_at(at.t), ws);
    Rate r{VectorX(model.nq), ws.a};
    position_rate(model, at.q, at.v, r.first);
    return r;
  };
  const auto moved = [](const State& at, const Rate& r, double dt) -> State {
    return {at.t + dt, at.q + dt * r.first, at.v + dt * r.second};
  };
  for (int i = 0; i < steps; ++i) {
    const Rate k1 = rate(x), k2 = rate(moved(x, k1, h / 2)), k3 = rate(moved(x, k2, h / 2)),
               k4 = rate(moved(x, k3, h));
    x.t += h;
    x.q += h / 6 * (k1.first + 2 * k2.first + 2 * k3.first + k4.first);
    x.v += h / 6 * (k1.second + 2 * k2.second + 2 * k3.second + k4.second);
    normalize(model, input_at(x.t), x.q, x.v);
  }
  return x;
}

}  // namespace cuttle::testing
