#include "cuttle/actuation/function_load.h"

#include "cuttle/base/error.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

// the cube root of the precision, where central differences are best
constexpr double kStep = 6e-6;

Vector6 turned(const Matrix3& R, const Vector6& w) {
  Vector6 out;
  out.head<3>() = R * w.head<3>();
  out.tail<3>() = R * w.tail<3>();
  return out;
}

}  // namespace

FunctionLoad::FunctionLoad(const BodyPlace& at, Function function)
    : at_(at), function_(std::move(function)) {
  expects(at_.on_body(), "a load acts on a body");
}

Pose FunctionLoad::frame(const Workspace& ws) const {
  const Pose X_PF{Matrix3::Identity(), at_.offset};
  return ws.bodies[size_t(at_.body)].points[size_t(at_.point)].X_BP * X_PF;
}

Vector6 FunctionLoad::wrench(double t, const Pose& X_WF, const Vector6& V_F) const {
  return turned(X_WF.R.transpose(), function_({t, X_WF, turned(X_WF.R, V_F)}));
}

void FunctionLoad::apply(const Model&, const State& x, const Input&, bool with_tangent,
                         Workspace& ws) const {
  BodyWork& b = ws.bodies[size_t(at_.body)];
  Point& point = b.points[size_t(at_.point)];
  const Pose X_BF = frame(ws), X_WF = b.X_WB * X_BF;
  const Vector6 V_F = Ad_inv_apply(X_BF, Vector6(b.V_B + point.r));
  point.load += Ad_invT_apply(X_BF, wrench(x.t, X_WF, V_F));
  if (!with_tangent) return;

  // columns in F, then both sides seen from the base
  PointTangent tangent{.point = at_.point};
  const double step = kStep, swift = kStep * (1 + V_F.norm());
  for (int i = 0; i < 6; ++i) {
    const Vector6 e = Vector6::Unit(i);
    const Vector6 moved = wrench(x.t, X_WF * exp_se3(Vector6(step * e)), V_F) -
                          wrench(x.t, X_WF * exp_se3(Vector6(-step * e)), V_F);
    const Vector6 faster = wrench(x.t, X_WF, V_F + swift * e) - wrench(x.t, X_WF, V_F - swift * e);
    tangent.K.col(i) = -Ad_invT_apply(X_BF, moved) / (2 * step);
    tangent.D.col(i) = -Ad_invT_apply(X_BF, faster) / (2 * swift);
  }
  // K Ad^-1, row by row: (K Ad^-1)^T = Ad^-T K^T
  for (Matrix6* const M : {&tangent.K, &tangent.D})
    for (int i = 0; i < 6; ++i) {
      const Vector6 row = M->row(i).transpose();
      M->row(i) = Ad_invT_apply(X_BF, row).transpose();
    }
  b.tangents.push_back(tangent);
}

EnergyBooks FunctionLoad::books(const Model&, const State& x, const Input&,
                                const Workspace& ws) const {
  const BodyWork& b = ws.bodies[size_t(at_.body)];
  const Pose X_BF = frame(ws);
  const Vector6 V_F = Ad_inv_apply(X_BF, Vector6(b.V_B + b.points[size_t(at_.point)].r));
  return {.potential = 0, .power = V_F.dot(wrench(x.t, b.X_WB * X_BF, V_F))};
}

}  // namespace cuttle
