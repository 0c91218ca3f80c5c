#include "support/toy_systems.h"

#include <cmath>
#include <limits>

namespace cuttle::testing {

namespace {

constexpr double kGravity = 9.81;

using Quaternion = Eigen::Quaterniond;

Quaternion quaternion(const VectorX& q) { return {q[0], q[1], q[2], q[3]}; }

void store(const Quaternion& r, VectorX& q) { q.head<4>() << r.w(), r.x(), r.y(), r.z(); }

double weighted(const VectorX& weight, const VectorX& x) {
  return (weight.array() * x.array().abs()).maxCoeff();
}

}  // namespace

ToySystem::ToySystem(int nq, int nv)
    : q_scale_(VectorX::Ones(nq)),
      v_scale_(VectorX::Ones(nv)),
      K_(MatrixX::Zero(nv, nv)),
      D_(MatrixX::Zero(nv, nv)),
      M_(MatrixX::Zero(nv, nv)),
      effective_(MatrixX::Zero(nv, nv)),
      f_(VectorX::Zero(nv)),
      da_(VectorX::Zero(nv)),
      d_(VectorX::Zero(nv)),
      q_next_(VectorX::Zero(nq)),
      ldlt_(nv),
      shifted_M_(MatrixX::Zero(nv, nv)),
      shifted_ldlt_(nv) {}

Status ToySystem::acceleration(double t, const VectorX& q, const VectorX& v, VectorX& a,
                               VectorX& power) {
  terms(t, q, v, M_, f_, power[0]);
  ldlt_.compute(M_);
  a = ldlt_.solve(f_);
  if (t > nan_after) a[0] = std::numeric_limits<double>::quiet_NaN();
  return {};
}

StageResult ToySystem::solve_stage(const StageRequest& request, VectorX& q, VectorX& v, VectorX& a,
                                   VectorX& power) {
  StageResult result;
  const auto place = [&](VectorX& q_out) {
    v = *request.v_bar + request.gamma * a;
    if (request.plain) {
      plain_position(*request.q_bar, v, request.gamma, q_out);
    } else {
      d_ = *request.d_bar + request.beta * a;
      retract(*request.q_bar, d_, q_out);
    }
  };
  if (request.gamma > largest_gamma) {
    result.status = Status::fail(Status::Code::diverged, "the stage does not converge", request.t);
    return result;
  }
  place(q);
  double change_old = 0;
  while (result.iterations < request.max_iterations) {
    ++result.iterations;
    terms(request.t, q, v, M_, f_, power[0]);
    effective_ = M_ + request.gamma * D_ + request.beta * K_;
    f_.noalias() -= M_ * a;
    ldlt_.compute(effective_);
    da_ = ldlt_.solve(f_);
    if (request.t > nan_after) da_[0] = std::numeric_limits<double>::quiet_NaN();
    a += da_;
    place(q_next_);
    q -= q_next_;
    const double change =
        std::max(request.gamma * weighted(*request.v_weight, da_), weighted(*request.q_weight, q));
    q = q_next_;
    result.contraction = change_old > 0 ? change / change_old : 0;
    change_old = change;
    if (!(change < 1e100)) break;
    if (change <= request.tolerance) {
      terms(request.t, q, v, M_, f_, power[0]);
      return result;
    }
  }
  const auto code = a.allFinite() ? Status::Code::diverged : Status::Code::not_finite;
  result.status = Status::fail(code, "the stage does not converge", request.t);
  return result;
}

Status ToySystem::factor_shifted(double t, const VectorX& q, const VectorX& v, double gamma) {
  double power = 0;
  terms(t, q, v, shifted_M_, f_, power);
  shifted_gamma_ = gamma;
  shifted_ldlt_.compute(shifted_M_ + gamma * D_ + gamma * gamma * K_);
  return {};
}

void ToySystem::solve_shifted(const VectorX& r_q, const VectorX& r_v, VectorX& x_q, VectorX& x_v) {
  ++shifted_solves;
  x_v = shifted_ldlt_.solve(shifted_M_ * r_v - shifted_gamma_ * (K_ * r_q));
  x_q = r_q + shifted_gamma_ * x_v;
}

LinearOscillator::LinearOscillator(double mass, double damping, double stiffness, double force,
                                   double frequency)
    : ToySystem(1, 1),
      mass_(mass),
      damping_(damping),
      stiffness_(stiffness),
      force_(force),
      frequency_(frequency) {
  K_(0, 0) = stiffness;
  D_(0, 0) = damping;
}

void LinearOscillator::terms(double t, const VectorX& q, const VectorX& v, MatrixX& M, VectorX& f,
                             double& power) const {
  const double push = force_ * std::cos(frequency_ * t);
  M(0, 0) = mass_;
  f[0] = push - damping_ * v[0] - stiffness_ * q[0];
  power = (push - damping_ * v[0]) * v[0];
}

Eigen::Vector2d LinearOscillator::exact(double x0, double v0, double t) const {
  // forced part P cos + Q sin, then a decaying free part for the rest of the initial state
  const double s = stiffness_ - mass_ * frequency_ * frequency_;
  const double c = damping_ * frequency_;
  const double P = force_ * s / (s * s + c * c);
  const double Q = force_ * c / (s * s + c * c);
  const double decay = damping_ / (2 * mass_);
  const double omega = std::sqrt(stiffness_ / mass_ - decay * decay);
  const double A = x0 - P;
  const double B = (v0 - Q * frequency_ + decay * A) / omega;
  const double cw = std::cos(omega * t), sw = std::sin(omega * t), e = std::exp(-decay * t);
  const double cf = std::cos(frequency_ * t), sf = std::sin(frequency_ * t);
  return {P * cf + Q * sf + e * (A * cw + B * sw),
          frequency_ * (Q * cf - P * sf) +
              e * ((B * omega - decay * A) * cw - (A * omega + decay * B) * sw)};
}

SpringPendulum::SpringPendulum(double stiffness, double damping)
    : ToySystem(2, 2), stiffness_(stiffness), damping_(damping) {
  K_(0, 0) = stiffness;
  D_.diagonal().setConstant(damping);
}

void SpringPendulum::terms(double, const VectorX& q, const VectorX& v, MatrixX& M, VectorX& f,
                           double& power) const {
  const double r = 1 + q[0];
  M.setZero();
  M(0, 0) = 1;
  M(1, 1) = r * r;
  f[0] = r * v[1] * v[1] + kGravity * std::cos(q[1]) - stiffness_ * q[0] - damping_ * v[0];
  f[1] = -2 * r * v[0] * v[1] - kGravity * r * std::sin(q[1]) - damping_ * v[1];
  power = -damping_ * v.squaredNorm();
}

double SpringPendulum::energy(const VectorX& q, const VectorX& v) const {
  const double r = 1 + q[0];
  return 0.5 * (v[0] * v[0] + r * r * v[1] * v[1] + stiffness_ * q[0] * q[0]) -
         kGravity * r * std::cos(q[1]);
}

TumblingBody::TumblingBody(double load) : ToySystem(7, 6), load_(load) {}

VectorX TumblingBody::start_position() const {
  VectorX q(7);
  q << Eigen::Vector4d(0.8, -0.2, 0.4, 0.4), 0.3, -0.1, 0.2;
  q.head<4>().normalize();
  return q;
}

VectorX TumblingBody::start_velocity() const {
  VectorX v(6);
  v << 1.5, -2.0, 0.7, 0.4, 0.1, -0.3;
  return v;
}

double TumblingBody::kinetic_energy(const VectorX& v) const {
  return 0.5 *
         (v.head<3>().dot(inertia_.cwiseProduct(v.head<3>())) + mass_ * v.tail<3>().squaredNorm());
}

void TumblingBody::terms(double t, const VectorX&, const VectorX& v, MatrixX& M, VectorX& f,
                         double& power) const {
  const Vector3 omega = v.head<3>();
  const Vector3 velocity = v.tail<3>();
  const Vector3 torque = load_ * Vector3(std::cos(t), 0.5, std::sin(2 * t));
  const Vector3 force = load_ * Vector3(0.3, std::sin(t), -0.4);
  M.setZero();
  M.diagonal() << inertia_, Vector3::Constant(mass_);
  f.head<3>() = torque - omega.cross(inertia_.cwiseProduct(omega));
  f.tail<3>() = force - mass_ * omega.cross(velocity);
  power = torque.dot(omega) + force.dot(velocity);
}

void TumblingBody::position_rate(const VectorX& q, const VectorX& v, VectorX& q_dot) const {
  const Quaternion r = quaternion(q);
  const Quaternion rate = r * Quaternion(0, 0.5 * v[0], 0.5 * v[1], 0.5 * v[2]);
  store(rate, q_dot);
  q_dot.tail<3>() = r.normalized() * Vector3(v.tail<3>());
}

void TumblingBody::retract(const VectorX& q, const VectorX& d, VectorX& out) const {
  const Vector3 turn = d.head<3>();
  const double angle = turn.norm();
  const Quaternion r = quaternion(q);
  Quaternion step = Quaternion::Identity();
  Vector3 shift = d.tail<3>();
  if (angle > 1e-9) {
    // exponential of SE(3)
    const Vector3 axis = turn / angle;
    step = Quaternion(Eigen::AngleAxisd(angle, axis));
    shift = std::sin(angle) / angle * shift +
            (1 - std::sin(angle) / angle) * axis.dot(shift) * axis +
            (1 - std::cos(angle)) / angle * axis.cross(shift);
  }
  out.tail<3>() = q.tail<3>() + r.normalized() * shift;
  store(r * step, out);
}

void TumblingBody::normalize(double, VectorX& q, VectorX&) { q.head<4>().normalize(); }

void TumblingBody::plain_position(const VectorX& q_bar, const VectorX& v, double gamma,
                                  VectorX& q) const {
  // (1 - gamma/2 Ω) r = r_bar is linear and has a closed inverse, as Ω² = -|ω|²
  const Vector3 half = 0.5 * gamma * v.head<3>();
  const Quaternion r = quaternion(q_bar) * Quaternion(1, half[0], half[1], half[2]);
  q.head<4>() << r.w(), r.x(), r.y(), r.z();
  q.head<4>() /= 1 + half.squaredNorm();
  q.tail<3>() = q_bar.tail<3>() + gamma * (r.normalized() * Vector3(v.tail<3>()));
}

}  // namespace cuttle::testing
