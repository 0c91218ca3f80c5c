#pragma once
// Robots in the middle of a motion, and how their accelerations change around there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "cuttle/compile/compile.h"
#include "cuttle/connection/constrained_derivatives.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/dense.h"
#include "unit/dynamics/clean_order.h"

namespace cuttle::testing {

/// Directions of change: of q (displacement), v, u, u' and u''.
struct Change {
  VectorX q, v, u, u_dot, u_ddot;
};

/// A robot somewhere in its motion, and accelerations around there.
class Place {
 public:
  /// `spread`: of the random displacement, in sizes of the coordinates.
  Place(Scenario scenario, double spread)
      : scenario_(std::move(scenario)),
        model_(scenario_.model),
        ws_(model_),
        solver_(model_),
        random_(7) {
    const VectorX q_size = displacement_scale(model_);
    x_ = scenario_.initial;
    x_.t += 0.3;
    u_ = {VectorX::Zero(model_.nu()), VectorX::Zero(model_.nu()), VectorX::Zero(model_.nu())};
    EXPECT_TRUE(scenario_.inputs.evaluate(x_.t, u_).ok());
    // signals may be zero or at rest just now
    for (int k = 0; k < model_.nu(); ++k) {
      u_.u[k] += 0.05 * std::max(std::abs(u_.u[k]), 0.1) * (1.5 + draw());
      if (scenario_.inputs.role(k) != InputRole::plain &&
          scenario_.inputs.role(k) != InputRole::tension) {
        u_.u_dot[k] += 0.1 * draw();
        u_.u_ddot[k] += 0.3 * draw();
      }
    }
    VectorX d = spread * q_size.cwiseProduct(direction(model_.nv)), q = x_.q;
    retract(model_, q, d, x_.q);
    x_.v += 0.3 * model_.v_scale.cwiseProduct(direction(model_.nv));
    settle(x_, u_);
    M_ = mass_matrix(model_, x_, u_, ws_);
  }

  const Model& model() const { return model_; }

  Status solve(AccelerationDerivatives& d) {
    return ConstrainedDerivatives(model_).solve(model_, x_, u_, ws_, d);
  }

  /// Contacts that push just now.
  int contacts() const {
    return int(std::ranges::count_if(ws_.contact.contacts, &Contact::closed));
  }

  Change none() const {
    return {VectorX::Zero(model_.nv), VectorX::Zero(model_.nv), VectorX::Zero(model_.nu()),
            VectorX::Zero(model_.nu()), VectorX::Zero(model_.nu())};
  }
  VectorX direction(Eigen::Index n) {
    VectorX d(n);
    for (double& entry : d) entry = draw();
    return d;
  }

  /// a(moved by e) - a - e da for the derivative at hand.
  Remainder remainder(const AccelerationDerivatives& d, const Change& change, double e) {
    State x = x_;
    Input u = u_;
    retract(model_, x_.q, VectorX(e * change.q), x.q);
    x.v += e * change.v;
    u.u += e * change.u;
    u.u_dot += e * change.u_dot;
    u.u_ddot += e * change.u_ddot;
    settle(x, u);
    EXPECT_TRUE(solver_.solve(model_, x, u, ws_).ok());
    // settling may have moved the robot, by amounts that count in first order
    VectorX dq;
    displacement(model_, x_.q, VectorX(x.q - x_.q), dq);
    const VectorX dv = x.v - x_.v;
    const VectorX first =
        d.da_dq * dq + d.da_dv * dv +
        e * (d.da_du * change.u + d.da_du_dot * change.u_dot + d.da_du_ddot * change.u_ddot);
    // in forces that are worth the same power: accelerations of light modes are mostly round-off
    const auto size = [&](const VectorX& a) { return model_.v_scale.cwiseProduct(M_ * a).norm(); };
    return {size(ws_.a - d.a - first), size(first), size(d.a) + size(ws_.a)};
  }

  double order(const AccelerationDerivatives& d, const Change& change) {
    // contacts are differentiated numerically
    const double round_off = model_.contact.empty() ? 1e-10 : 1e-7;
    return clean_order([&](double e) { return remainder(d, change, e); }, round_off);
  }

  VectorX q_size() const { return displacement_scale(model_); }

 private:
  double draw() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  /// Prescribed coordinates take their values, closed connections close.
  void settle(State& x, const Input& u) {
    normalize(model_, u, x.q, x.v);
    if (std::none_of(x.connections.begin(), x.connections.end(),
                     [](const ConnectionState& c) { return c.closed; }))
      return;
    solver_.forget_columns();
    EXPECT_TRUE(solver_.project(model_, u, x).ok());
  }

  Scenario scenario_;
  const Model& model_;
  Workspace ws_;
  ConstraintSolver solver_;
  std::mt19937_64 random_;
  State x_;
  Input u_;
  MatrixX M_;
};

/// Orders of the remainders along random changes of q, of v, and of u, u' and u'' together.
struct Orders {
  double q, v, u;
};
inline Orders remainder_orders(Place& place, const AccelerationDerivatives& d) {
  const int nv = place.model().nv, nu = place.model().nu();
  Change q = place.none(), v = q, u = q;
  q.q = 0.1 * place.q_size().cwiseProduct(place.direction(nv));
  v.v = place.model().v_scale.cwiseProduct(place.direction(nv));
  u.u = 0.1 * place.direction(nu);
  u.u_dot = place.direction(nu);
  u.u_ddot = place.direction(nu);
  return {place.order(d, q), place.order(d, v), place.order(d, u)};
}

/// Two, or infinite where the accelerations are linear.
inline void expect_second_order(Scenario scenario, double spread) {
  Place place(std::move(scenario), spread);
  AccelerationDerivatives d;
  const Status status = place.solve(d);
  ASSERT_TRUE(status.ok()) << status.message;
  const Orders orders = remainder_orders(place, d);
  for (const auto& [name, order] :
       {std::pair{"q", orders.q}, std::pair{"v", orders.v}, std::pair{"u", orders.u}}) {
    EXPECT_GT(order, 1.95) << name;
    if (std::isfinite(order)) EXPECT_LT(order, 2.05) << name;
  }
}

}  // namespace cuttle::testing
