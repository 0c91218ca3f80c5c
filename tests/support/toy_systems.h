#pragma once

#include "cuttle/solve/system.h"

namespace cuttle::testing {

/// Small systems with everything the integrators ask for. A derived class gives M, f and the power;
/// stages are solved by the quasi-Newton step (M + gamma D + beta K) da = f - M a with constant D,
/// K, which is exact only in the stiff part, as with robots.
class ToySystem : public System {
 public:
  int nq() const override { return static_cast<int>(q_scale_.size()); }
  int nv() const override { return static_cast<int>(v_scale_.size()); }
  int nw() const override { return 1; }

  Status acceleration(double t, const VectorX& q, const VectorX& v, VectorX& a,
                      VectorX& power) override;
  void position_rate(const VectorX&, const VectorX& v, VectorX& q_dot) const override { q_dot = v; }
  void retract(const VectorX& q, const VectorX& d, VectorX& out) const override { out = q + d; }
  void normalize(double, VectorX&, VectorX&) override {}
  const VectorX& q_scale() const override { return q_scale_; }
  const VectorX& v_scale() const override { return v_scale_; }
  StageResult solve_stage(const StageRequest& request, VectorX& q, VectorX& v, VectorX& a,
                          VectorX& power) override;

  bool offers_shifted() const override { return shifted; }
  Status factor_shifted(double t, const VectorX& q, const VectorX& v, double gamma) override;
  void solve_shifted(const VectorX& r_q, const VectorX& r_v, VectorX& x_q, VectorX& x_v) override;

  bool shifted = false;          // offer the shifted solver (vector coordinates only)
  double nan_after = 1e300;      // accelerations are NaN from this time on
  double largest_gamma = 1e300;  // stages with a larger gamma do not converge
  long shifted_solves = 0;

 protected:
  ToySystem(int nq, int nv);
  virtual void terms(double t, const VectorX& q, const VectorX& v, MatrixX& M, VectorX& f,
                     double& power) const = 0;
  /// q = q_bar + gamma N(q) v
  virtual void plain_position(const VectorX& q_bar, const VectorX& v, double gamma,
                              VectorX& q) const {
    q = q_bar + gamma * v;
  }

  VectorX q_scale_, v_scale_;
  MatrixX K_, D_;  // linear stiffness and damping that are part of f

 private:
  MatrixX M_, effective_;
  VectorX f_, da_, d_, q_next_;
  Eigen::LDLT<MatrixX> ldlt_;
  MatrixX shifted_M_;  // kept from factor_shifted for solve_shifted
  Eigen::LDLT<MatrixX> shifted_ldlt_;
  double shifted_gamma_ = 0;
};

/// m x'' + d x' + k x = force cos(frequency t), x(0) and x'(0) free; w is the work of damper and
/// force.
class LinearOscillator : public ToySystem {
 public:
  LinearOscillator(double mass, double damping, double stiffness, double force = 0,
                   double frequency = 1);
  /// Exact (x, x') at t; the damping must be below critical.
  Eigen::Vector2d exact(double x0, double v0, double t) const;
  double energy(double x, double v) const { return 0.5 * (mass_ * v * v + stiffness_ * x * x); }

 private:
  void terms(double t, const VectorX& q, const VectorX& v, MatrixX& M, VectorX& f,
             double& power) const override;
  double mass_, damping_, stiffness_, force_, frequency_;
};

/// A mass on a spring that swings: q = (stretch [m], angle [rad]), mass matrix and all other terms
/// nonlinear; w is the work of the dampers.
class SpringPendulum : public ToySystem {
 public:
  explicit SpringPendulum(double stiffness = 100, double damping = 0.2);
  VectorX start_position() const { return Eigen::Vector2d(0.05, 1.2); }
  VectorX start_velocity() const { return Eigen::Vector2d(0.3, -0.5); }
  double energy(const VectorX& q, const VectorX& v) const;

 private:
  void terms(double t, const VectorX& q, const VectorX& v, MatrixX& M, VectorX& f,
             double& power) const override;
  double stiffness_, damping_;
};

/// A free body with three different moments of inertia: q = (unit quaternion w x y z, position),
/// v = body twist (angular; linear). A torque and a force fixed in the body, both varying in time,
/// push it; w is their work.
class TumblingBody : public ToySystem {
 public:
  explicit TumblingBody(double load = 1);
  VectorX start_position() const;
  VectorX start_velocity() const;
  double kinetic_energy(const VectorX& v) const;
  const Vector3& inertia() const { return inertia_; }

  void position_rate(const VectorX& q, const VectorX& v, VectorX& q_dot) const override;
  void retract(const VectorX& q, const VectorX& d, VectorX& out) const override;
  void normalize(double t, VectorX& q, VectorX& v) override;

 private:
  void terms(double t, const VectorX& q, const VectorX& v, MatrixX& M, VectorX& f,
             double& power) const override;
  void plain_position(const VectorX& q_bar, const VectorX& v, double gamma,
                      VectorX& q) const override;
  double load_;
  double mass_ = 2;
  Vector3 inertia_{0.2, 0.5, 0.9};
};

}  // namespace cuttle::testing
