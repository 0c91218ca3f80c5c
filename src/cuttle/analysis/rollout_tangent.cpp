#include "cuttle/analysis/rollout_tangent.h"

#include <array>

#include "cuttle/base/interrupt.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

/// A state in its coordinates (quaternions included) with its derivatives along m directions.
struct Bundle {
  VectorX q, v;
  MatrixX dq, dv;  // (nq x m), (nv x m)

  void add(double h, const Bundle& rate) {
    q += h * rate.q;
    v += h * rate.v;
    dq += h * rate.dq;
    dv += h * rate.dv;
  }
};

/// Displacements that belong to changes of coordinates, column by column.
void displacements(const Model& model, const VectorX& q, const MatrixX& dq, MatrixX& d) {
  VectorX column(model.nv), change;
  d.resize(model.nv, dq.cols());
  for (Eigen::Index j = 0; j < dq.cols(); ++j) {
    change = dq.col(j);
    displacement(model, q, change, column);
    d.col(j) = column;
  }
}

/// d(N(q) v) beyond N(q) dv, for one joint step.
void add_turned_rate(const JointStep& step, const VectorX& q, const VectorX& v, const MatrixX& dq,
                     const MatrixX& d, MatrixX& rate) {
  if (step.kind != StepKind::rotation && step.kind != StepKind::motion) return;
  const Vector4 at = q.segment<4>(step.q);
  const Vector3 omega = v.segment<3>(step.v);
  for (Eigen::Index j = 0; j < dq.cols(); ++j) {
    rate.block<4, 1>(step.q, j) += quaternion_rate(Vector4(dq.block<4, 1>(step.q, j)), omega);
    if (step.kind == StepKind::rotation) continue;
    const Vector3 turn = d.block<3, 1>(step.v, j), velocity = v.segment<3>(step.v + 3);
    rate.block<3, 1>(step.q + 4, j) += quaternion_to_rotation(at) * turn.cross(velocity);
  }
}

/// The equation of motion and its derivative, for bundles of directions.
class TangentFlow {
 public:
  explicit TangentFlow(const Model& model) : model_(model), ws_(model), solver_(model) {}

  Status rate(const State& frame, double t, const Bundle& y, const Input& u, Bundle& out) {
    x_ = frame;
    x_.t = t;
    x_.q = y.q;
    x_.v = y.v;
    if (Status status = solver_.solve(model_, x_, u, ws_, derivatives_); !status.ok())
      return status;
    displacements(model_, y.q, y.dq, d_);
    out.q.resize(model_.nq);
    position_rate(model_, y.q, y.v, out.q);
    out.v = derivatives_.a;
    out.dv.noalias() = derivatives_.da_dq * d_;
    out.dv.noalias() += derivatives_.da_dv * y.dv;
    out.dv.rightCols(model_.nu()) += derivatives_.da_du;

    out.dq.resize(model_.nq, y.dq.cols());
    VectorX column(model_.nq), change;
    for (Eigen::Index j = 0; j < y.dv.cols(); ++j) {
      change = y.dv.col(j);
      position_rate(model_, y.q, change, column);
      out.dq.col(j) = column;
    }
    for (const Body& body : model_.bodies)
      for (const JointStep& step : body.steps) add_turned_rate(step, y.q, y.v, y.dq, d_, out.dq);
    return {};
  }

 private:
  const Model& model_;
  Workspace ws_;
  DerivativeSolver solver_;
  AccelerationDerivatives derivatives_;
  State x_;
  MatrixX d_;
};

/// Directions: displacements, velocities, inputs; the last do not move the start.
Bundle start_bundle(const Model& model, const State& x) {
  const int nv = model.nv, m = 2 * nv + model.nu();
  Bundle y{x.q, x.v, MatrixX::Zero(model.nq, m), MatrixX::Zero(nv, m)};
  VectorX column(model.nq);
  for (int j = 0; j < nv; ++j) {
    const VectorX unit = VectorX::Unit(nv, j);
    position_rate(model, x.q, unit, column);
    y.dq.col(j) = column;
  }
  y.dv.middleCols(nv, nv).setIdentity();
  // prescribed coordinates stand where their inputs are, whatever the state says
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (!step.prescribed()) continue;
      y.dq(step.q, step.v) = y.dv(step.v, nv + step.v) = 0;
      y.dq(step.q, 2 * nv + step.prescribed_input) = 1;
    }
  return y;
}

/// One step of Runge-Kutta.
Status rk4(TangentFlow& flow, const State& frame, double t, const Input& u, double h, Bundle& y,
           std::array<Bundle, 4>& k, Bundle& stage) {
  constexpr double kAhead[] = {0, 0.5, 0.5, 1}, kShare[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  for (size_t i = 0; i < 4; ++i) {
    stage = y;
    if (Status stop = interruption(t); !stop.ok()) return stop;
    if (i > 0) stage.add(h * kAhead[i], k[i - 1]);
    if (Status status = flow.rate(frame, t + h * kAhead[i], stage, u, k[i]); !status.ok())
      return status;
  }
  for (size_t i = 0; i < 4; ++i) y.add(h * kShare[i], k[i]);
  return {};
}

}  // namespace

MatrixX RolloutTangent::start_to_end() const {
  MatrixX product = MatrixX::Identity(2 * x[0].v.size(), 2 * x[0].v.size());
  for (const IntervalTangent& interval : intervals) product = interval.A * product;
  return product;
}

MatrixX RolloutTangent::input_to_end(int k) const {
  MatrixX product = intervals[size_t(k)].B;
  for (size_t i = size_t(k) + 1; i < intervals.size(); ++i) product = intervals[i].A * product;
  return product;
}

RolloutTangent rollout_tangent(const Model& model, const State& x0, const MatrixX& u, double dt,
                               int substeps) {
  RolloutTangent result;
  result.x.push_back(x0);
  TangentFlow flow(model);
  std::array<Bundle, 4> k;
  Bundle stage;
  MatrixX d;
  const double h = dt / substeps;
  for (Eigen::Index interval = 0; interval < u.cols(); ++interval) {
    const Input input{u.col(interval), VectorX::Zero(model.nu()), VectorX::Zero(model.nu())};
    State x = result.x.back();
    normalize(model, input, x.q, x.v);
    Bundle y = start_bundle(model, x);
    for (int i = 0; i < substeps && result.status.ok(); ++i)
      result.status = rk4(flow, x, x.t + i * h, input, h, y, k, stage);
    if (!result.status.ok()) return result;
    // a displacement does not know the length of a quaternion: normalising leaves it as it is
    displacements(model, y.q, y.dq, d);
    x.t += dt;
    x.q = y.q;
    x.v = y.v;
    normalize(model, input, x.q, x.v);
    MatrixX all(2 * model.nv, d.cols());
    all << d, y.dv;
    result.intervals.push_back({all.leftCols(2 * model.nv), all.rightCols(model.nu())});
    result.x.push_back(std::move(x));
  }
  return result;
}

}  // namespace cuttle
