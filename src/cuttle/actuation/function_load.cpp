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

Matrix6 turned(const Matrix3& R, const Matrix6& M) {
  Matrix6 left, both;
  for (int i = 0; i < 6; ++i) left.col(i) = turned(R, Vector6(M.col(i)));
  for (int i = 0; i < 6; ++i) both.row(i) = turned(R, Vector6(left.row(i).transpose())).transpose();
  return both;
}

/// A turn theta turns both halves of w: theta x w = -[w] theta.
Matrix6 minus_turn_of(const Vector6& w) {
  Matrix6 M = Matrix6::Zero();
  M.topLeftCorner<3, 3>() = -hat(Vector3(w.head<3>()));
  M.bottomLeftCorner<3, 3>() = -hat(Vector3(w.tail<3>()));
  return M;
}

/// -d(load) by a motion of F, both in F, as one seen from the base: Ad^-T M Ad^-1.
Matrix6 seen_from_base(const Pose& X_BF, const Matrix6& M) {
  Matrix6 left, both;
  for (int i = 0; i < 6; ++i) left.col(i) = Ad_invT_apply(X_BF, Vector6(M.col(i)));
  for (int i = 0; i < 6; ++i)
    both.row(i) = Ad_invT_apply(X_BF, Vector6(left.row(i).transpose())).transpose();
  return both;
}

}  // namespace

struct FunctionLoad::Frame {
  double t = 0, load = 1;
  Pose X_BF, X_WF;
  Vector6 V_F;

  Place place() const { return {t, X_WF, turned(X_WF.R, V_F)}; }
  /// What the function gives there, in F.
  Vector6 wrench(const Function& function) const {
    return load * turned(X_WF.R.transpose(), function(place()));
  }
};

FunctionLoad::FunctionLoad(const BodyPlace& at, Function function, Differentiate differentiate)
    : at_(at), function_(std::move(function)), differentiate_(std::move(differentiate)) {
  expects(at_.on_body(), "a load acts on a body");
}

FunctionLoad::Frame FunctionLoad::frame(const State& x, const Workspace& ws) const {
  const BodyWork& b = ws.bodies[size_t(at_.body)];
  const Point& point = b.points[size_t(at_.point)];
  Frame F;
  F.t = x.t;
  F.X_BF = point.X_BP * Pose{Matrix3::Identity(), at_.offset};
  F.X_WF = b.X_WB * F.X_BF;
  F.V_F = Ad_inv_apply(F.X_BF, Vector6(b.V_B + point.r));
  return F;
}

void FunctionLoad::apply(const Model&, const State& x, const Input& u, bool with_tangent,
                         Workspace& ws) const {
  Frame F = frame(x, ws);
  F.load = u.load;
  BodyWork& b = ws.bodies[size_t(at_.body)];
  b.points[size_t(at_.point)].load += Ad_invT_apply(F.X_BF, F.wrench(function_));
  if (!with_tangent) return;
  const Slopes slopes = this->slopes(F);
  b.tangents.push_back({.point = at_.point,
                        .K = seen_from_base(F.X_BF, slopes.stiffness),
                        .D = seen_from_base(F.X_BF, slopes.damping)});
}

FunctionLoad::Slopes FunctionLoad::slopes(const Frame& F) const {
  Slopes slopes;
  if (differentiate_) {
    // the axes turn with F, and so does its twist where it is held
    const Slopes given = differentiate_(F.place());
    const Matrix3 R_FW = F.X_WF.R.transpose();
    slopes.damping = F.load * turned(R_FW, given.damping);
    slopes.stiffness = F.load * turned(R_FW, given.stiffness) +
                       slopes.damping * minus_turn_of(F.V_F) + minus_turn_of(F.wrench(function_));
    return slopes;
  }
  const auto change = [&](const Frame& ahead, const Frame& behind, double step) {
    return Vector6((behind.wrench(function_) - ahead.wrench(function_)) / (2 * step));
  };
  const double swift = kStep * (1 + F.V_F.norm());
  for (int i = 0; i < 6; ++i) {
    const Vector6 e = Vector6::Unit(i);
    Frame ahead = F, behind = F;
    ahead.X_WF = F.X_WF * exp_se3(Vector6(kStep * e));
    behind.X_WF = F.X_WF * exp_se3(Vector6(-kStep * e));
    slopes.stiffness.col(i) = change(ahead, behind, kStep);
    ahead = behind = F;
    ahead.V_F += swift * e;
    behind.V_F -= swift * e;
    slopes.damping.col(i) = change(ahead, behind, swift);
  }
  return slopes;
}

EnergyBooks FunctionLoad::books(const Model&, const State& x, const Input& u,
                                const Workspace& ws) const {
  Frame F = frame(x, ws);
  F.load = u.load;
  return {.potential = 0, .power = F.V_F.dot(F.wrench(function_))};
}

}  // namespace cuttle
