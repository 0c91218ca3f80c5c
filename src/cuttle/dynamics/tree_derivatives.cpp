#include "cuttle/dynamics/tree_derivatives.h"

#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Adds coordinates to a list of ranges.
template <class Ranges>
void append(Ranges& ranges, int first, int count) {
  if (count == 0) return;
  if (!ranges.empty() && ranges.back().first + ranges.back().count == first)
    ranges.back().count += count;
  else
    ranges.push_back({first, count});
}

}  // namespace

TreeDerivatives::TreeDerivatives(const Model& model)
    : K_(MatrixX::Zero(model.nv, model.nv)),
      D_(K_),
      M_(K_),
      carried_(MatrixX::Zero(kCarried, model.nv)),
      bodies_(model.bodies.size()) {
  std::vector<std::vector<size_t>> children(bodies_.size());
  for (size_t i = 0; i < bodies_.size(); ++i)
    if (model.bodies[i].parent >= 0) children[size_t(model.bodies[i].parent)].push_back(i);
  for (size_t i = bodies_.size(); i-- > 0;) {
    const Body& body = model.bodies[i];
    BodyPart& part = bodies_[i];
    // a joint has its coordinates before the body, and the body before its children
    const auto carried_by = [&](size_t step) {
      Ranges ranges;
      for (size_t s = step; s < body.steps.size(); ++s)
        append(ranges, body.steps[s].v, body.steps[s].nv());
      append(ranges, body.v, body.n());
      for (size_t c : children[i])
        for (const Range& range : bodies_[c].all) append(ranges, range.first, range.count);
      return ranges;
    };
    part.steps.resize(body.steps.size());
    for (size_t s = 0; s < body.steps.size(); ++s) {
      part.steps[s].S = step_basis(body.steps[s]);
      part.steps[s].behind = carried_by(s + 1);
    }
    part.all = carried_by(0);
    const int n = body.parent < 0 ? 0 : model.bodies[size_t(body.parent)].n();
    part.Y_q = part.Y_v = MatrixX::Zero(18, n);
    part.PY = MatrixX::Zero(6, n);
  }
}

void TreeDerivatives::compute(const Model& model, const State& x, const Input& u, const double* a,
                              Workspace& ws) {
  inverse_dynamics(model, x, u, a, ws, true);
  K_.setZero();
  D_.setZero();
  M_.setZero();
  for (size_t i = 0; i < bodies_.size(); ++i) {
    start_body(model, int(i), x, a, ws);
    for (size_t s = 0; s < bodies_[i].steps.size(); ++s)
      step_columns(model.bodies[i].steps[s], x, u, a, ws.steps[i][s], bodies_[i].steps[s]);
  }
  for (int i = int(bodies_.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    BodyPart& part = bodies_[size_t(i)];
    for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
      const StepWork& w = ws.steps[size_t(i)][size_t(s)];
      const StepPart& step = part.steps[size_t(s)];
      if (body.steps[size_t(s)].nv() > 0) meet_step(body.steps[size_t(s)], step, x, u, w, part.P);
      if (s > 0) carry_through(w.X, step.Sv, part.steps[size_t(s) - 1].behind, part.P);
      if (s == 0 && body.parent >= 0) carry_through(w.X, step.Sv, part.all, part.P);
    }
    if (body.parent >= 0) meet_parent(model, i, ws);
  }
  M_.triangularView<Eigen::StrictlyUpper>() = M_.transpose();
  if (!ws.couplings.empty()) add_couplings(model, ws);
}

void TreeDerivatives::step_columns(const JointStep& step, const State& x, const Input& u,
                                   const double* a, const StepWork& w, StepPart& part) const {
  const double* v = step.prescribed() ? &u.u_dot[step.prescribed_input] : x.v.data() + step.v;
  part.Sv = step_twist(step, v);
  const int nv = step.nv();
  if (nv == 0) return;
  // dV' = ad(V_in) S dq + S dv,  dA' = ad(A_in) S dq - ad(S v) dV' + ad(V') S dv
  const Vector6 V_in = w.V - part.Sv;
  Vector6 A_in = w.A - w.c;
  if (a != nullptr && !step.prescribed()) A_in -= step_twist(step, a + step.v);
  part.Y_q.resize(18, nv);
  part.Y_v.resize(18, nv);
  for (int j = 0; j < nv; ++j) {
    const Vector6 S = part.S.col(j), dV = ad_apply(V_in, S);
    part.Y_q.col(j).head<6>() = S;
    part.Y_q.col(j).segment<6>(6) = dV;
    part.Y_q.col(j).tail<6>() = ad_apply(A_in, S) - ad_apply(part.Sv, dV);
    part.Y_v.col(j).head<6>().setZero();
    part.Y_v.col(j).segment<6>(6) = S;
    part.Y_v.col(j).tail<6>() = dV;
  }
}

/// The body alone: own rows and columns.
void TreeDerivatives::start_body(const Model& model, int i, const State& x, const double* a,
                                 Workspace& ws) {
  const Body& body = model.bodies[size_t(i)];
  BodyPart& part = bodies_[size_t(i)];
  BodyWork& b = ws.bodies[size_t(i)];
  body.family->derivatives(x.q.data() + body.q, x.v.data() + body.v,
                           a == nullptr ? nullptr : a + body.v, b, part.d);
  part.P = part.d.B_y;
  const int n = body.n(), v = body.v;
  if (n == 0) return;
  carried_.block(kRow, v, 18, n) = part.d.T_y.transpose();
  carried_.block(kPerQ, v, 6, n) = part.d.B_q;
  carried_.block(kPerV, v, 6, n) = part.d.B_v;
  K_.block(v, v, n, n) = part.d.T_q;
  D_.block(v, v, n, n) = part.d.T_v;
  body.family->inertia(b);
  // upper rows of 8 become lower columns
  for (int j = 0; j < n; ++j)
    for (int k = j; k < n; ++k) M_(v + k, v + j) = doubles(&b.M_qq[size_t(j * b.nb)])[k];
}

/// Rows and columns of a step, against themselves and all that it carries.
void TreeDerivatives::meet_step(const JointStep& step, const StepPart& part, const State& x,
                                const Input& u, const StepWork& w, Base& P) {
  const int nv = step.nv(), v = step.v;
  for (const Range& r : part.behind) {
    const auto carried = carried_.middleCols(r.first, r.count);
    const auto row = carried.topRows<18>().transpose();
    K_.block(r.first, v, r.count, nv) = row.lazyProduct(part.Y_q);
    D_.block(r.first, v, r.count, nv) = row.rightCols<12>().lazyProduct(part.Y_v.bottomRows<12>());
    M_.block(r.first, v, r.count, nv) = row.rightCols<6>().lazyProduct(part.S);
    K_.block(v, r.first, nv, r.count) =
        part.S.transpose().lazyProduct(carried.middleRows<6>(kPerQ));
    D_.block(v, r.first, nv, r.count) =
        part.S.transpose().lazyProduct(carried.middleRows<6>(kPerV));
  }
  const StepBasis per_q = P * part.Y_q, per_v = P * part.Y_v;
  const double* q = step.prescribed() ? &u.u[step.prescribed_input] : x.q.data() + step.q;
  K_.block(v, v, nv, nv) = part.S.transpose() * per_q + step_spring_tangent(step, q);
  D_.block(v, v, nv, nv) = part.S.transpose() * per_v;
  D_.block(v, v, nv, nv).diagonal().array() += step.damping;
  if (step.kind == StepKind::screw) {
    K_(v, v) += w.K;
    D_(v, v) += w.D;
  }
  M_.block(v, v, nv, nv) = part.S.transpose() * P.rightCols<6>() * part.S;
  for (int j = 0; j < nv; ++j) {
    auto carried = carried_.col(v + j);
    carried.head<18>().noalias() = P.transpose() * part.S.col(j);
    // the wrench across the step turns with it
    carried.segment<6>(kPerQ) = per_q.col(j) + cross_wrench(part.S.col(j), w.F);
    carried.segment<6>(kPerV) = per_v.col(j);
  }
}

/// From the moved frame of a step to the frame before it:
///   (zeta, dV, dA)' = Ad^-1 (zeta, dV, dA), less ad(S v) dV' in dA'.
void TreeDerivatives::carry_through(const Pose& X, const Vector6& Sv, const Ranges& behind,
                                    Base& P) {
  for (const Range& r : behind)
    for (int j = r.first; j < r.first + r.count; ++j) {
      double* const column = carried_.col(j).data();
      const auto vector = [&](int at) { return Eigen::Map<Vector6>(column + at); };
      vector(6) += cross_wrench(Sv, vector(12));
      for (int at = 0; at < kCarried; at += 6) vector(at) = Ad_invT_apply(X, vector(at));
    }
  P.middleCols<6>(6) -= P.rightCols<6>() * ad(Sv);
  const Matrix6 Ad_inverse = Ad(X.inverse());
  for (int block = 0; block < 18; block += 6) {
    const Matrix6 half = P.middleCols<6>(block) * Ad_inverse;
    P.middleCols<6>(block).noalias() = Ad_inverse.transpose() * half;
  }
}

/// A child is a wrench at the point that carries it.
void TreeDerivatives::meet_parent(const Model& model, int i, const Workspace& ws) {
  const Body& body = model.bodies[size_t(i)];
  const Body& parent = model.bodies[size_t(body.parent)];
  const BodyWork& b = ws.bodies[size_t(body.parent)];
  BodyPart& part = bodies_[size_t(i)];
  BodyPart& carrier = bodies_[size_t(body.parent)];
  const int n = parent.n(), v = parent.v;
  const Vector6& r = b.points[size_t(body.parent_point)].r;

  // dA of the point is that of the base less ad(r) dV, and what own coordinates add
  Base P_y = part.P;
  P_y.middleCols<6>(6) -= part.P.rightCols<6>() * ad(r);
  if (n > 0) {
    parent.family->point_derivatives(body.parent_point, b, part.Y_q, part.Y_v);
    const auto J = part.Y_q.topRows<6>();
    for (const Range& range : part.all) {
      const auto carried = carried_.middleCols(range.first, range.count);
      const auto row = carried.topRows<18>().transpose();
      K_.block(range.first, v, range.count, n) = row.lazyProduct(part.Y_q);
      D_.block(range.first, v, range.count, n) = row.lazyProduct(part.Y_v);
      M_.block(range.first, v, range.count, n) = row.rightCols<6>().lazyProduct(J);
      K_.block(v, range.first, n, range.count) =
          J.transpose().lazyProduct(carried.middleRows<6>(kPerQ));
      D_.block(v, range.first, n, range.count) =
          J.transpose().lazyProduct(carried.middleRows<6>(kPerV));
    }
    auto own = carried_.middleCols(v, n);
    part.PY = part.P.lazyProduct(part.Y_q);
    own.middleRows<6>(kPerQ) += part.PY;
    K_.block(v, v, n, n) += J.transpose().lazyProduct(part.PY);
    part.PY = part.P.lazyProduct(part.Y_v);
    own.middleRows<6>(kPerV) += part.PY;
    D_.block(v, v, n, n) += J.transpose().lazyProduct(part.PY);
    part.PY = part.P.rightCols<6>().lazyProduct(J);
    M_.block(v, v, n, n) += J.transpose().lazyProduct(part.PY);
    own.topRows<18>() += P_y.transpose().lazyProduct(J);
  }
  for (const Range& range : part.all)
    for (int j = range.first; j < range.first + range.count; ++j)
      carried_.col(j).segment<6>(6) += cross_wrench(r, carried_.col(j).segment<6>(12));
  carrier.P += P_y;
}

void TreeDerivatives::carry_columns(const JointStep& step, const StepPart& part, const StepWork& w,
                                    MatrixX& Y_q, MatrixX& Y_v) {
  for (MatrixX* Y : {&Y_q, &Y_v})
    for (const Range& range : above_)
      for (int j = range.first; j < range.first + range.count; ++j) {
        auto y = Y->col(j);
        for (int block = 0; block < 18; block += 6)
          y.segment<6>(block) = Ad_inv_apply(w.X, y.segment<6>(block));
        y.tail<6>() -= ad_apply(part.Sv, y.segment<6>(6));
      }
  if (step.nv() == 0) return;
  Y_q.middleCols(step.v, step.nv()) = part.Y_q;
  Y_v.middleCols(step.v, step.nv()) = part.Y_v;
  append(above_, step.v, step.nv());
}

void TreeDerivatives::point_columns(const Model& model, const Workspace& ws, int body, int point,
                                    MatrixX& Y_q, MatrixX& Y_v) {
  Y_q.setZero(18, model.nv);
  Y_v.setZero(18, model.nv);
  path_.clear();
  above_.clear();
  for (int i = body; i >= 0; i = model.bodies[size_t(i)].parent) path_.push_back(i);
  for (size_t k = path_.size(); k-- > 0;) {
    const Body& on_path = model.bodies[size_t(path_[k])];
    const BodyPart& part = bodies_[size_t(path_[k])];
    const BodyWork& b = ws.bodies[size_t(path_[k])];
    for (size_t s = 0; s < on_path.steps.size(); ++s)
      carry_columns(on_path.steps[s], part.steps[s], ws.steps[size_t(path_[k])][s], Y_q, Y_v);
    const int at = k == 0 ? point : model.bodies[size_t(path_[k - 1])].parent_point;
    for (MatrixX* Y : {&Y_q, &Y_v})
      for (const Range& range : above_)
        for (int j = range.first; j < range.first + range.count; ++j)
          Y->col(j).tail<6>() -= ad_apply(b.points[size_t(at)].r, Y->col(j).segment<6>(6));
    if (on_path.n() == 0) continue;
    on_path.family->point_derivatives(at, b, Y_q.middleCols(on_path.v, on_path.n()),
                                      Y_v.middleCols(on_path.v, on_path.n()));
    append(above_, on_path.v, on_path.n());
  }
}

void TreeDerivatives::add_couplings(const Model& model, const Workspace& ws) {
  for (const Coupling& coupling : ws.couplings) {
    U_.setZero(3, model.nv);
    CU_.setZero(3, model.nv);
    BU_v_.setZero(3, model.nv);
    for (const Coupling::End& end : coupling.used()) {
      point_columns(model, ws, end.body, end.point, Y_q_, Y_v_);
      const Matrix3 C = coupling.C, B = coupling.B;
      const Eigen::Matrix<double, 3, 6> CD = C * end.D, BD = B * end.D;
      U_ += end.D.lazyProduct(Y_q_.topRows<6>());
      CU_ += CD.lazyProduct(Y_q_.topRows<6>());
      CU_ += BD.lazyProduct(Y_q_.middleRows<6>(6));
      BU_v_ += BD.lazyProduct(Y_v_.middleRows<6>(6));
    }
    K_ += U_.transpose().lazyProduct(CU_);
    D_ += U_.transpose().lazyProduct(BU_v_);
  }
}

}  // namespace cuttle
