#include "cuttle/dynamics/tree_tangent.h"

#include <algorithm>

#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/math/se3.h"

namespace cuttle {

TreeTangent::Variation TreeTangent::StepTangent::carry(const Variation& y) const {
  Variation out;
  for (int block = 0; block < 18; block += 6)
    out.segment<6>(block).noalias() = Ad_inverse * y.segment<6>(block);
  out.tail<6>().noalias() -= ad_Sv * out.segment<6>(6);
  return out;
}

TreeTangent::Base TreeTangent::StepTangent::carry_back(const Base& P) const {
  Base out;
  const Matrix6 per_dV = P.middleCols<6>(6) - P.rightCols<6>() * ad_Sv;
  out.leftCols<6>().noalias() = P.leftCols<6>() * Ad_inverse;
  out.middleCols<6>(6).noalias() = per_dV * Ad_inverse;
  out.rightCols<6>().noalias() = P.rightCols<6>() * Ad_inverse;
  return out;
}

TreeTangent::Base TreeTangent::StepTangent::outwards(const Base& P) const {
  Base out;
  for (int block = 0; block < 18; block += 6)
    out.middleCols<6>(block).noalias() = Ad_inverse.transpose() * P.middleCols<6>(block);
  return out;
}

TreeTangent::TreeTangent(const Model& model)
    : bodies_(model.bodies.size()), law_(model), held_(size_t(model.nv)) {
  for (size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].steps.resize(model.bodies[i].steps.size());
    if (model.bodies[i].parent >= 0) bodies_[size_t(model.bodies[i].parent)].children.push_back(i);
    for (const JointStep& step : model.bodies[i].steps)
      if (step.prescribed()) held_[size_t(step.v)] = true;
  }
}

void TreeTangent::linearise(const Model& model, const State& x, const Input& u, const double* a,
                            const Seed& seed, Workspace& ws) {
  inverse_dynamics(model, x, u, a, ws, true);
  differentiate(model, x, u, a, seed, ws);
}

void TreeTangent::differentiate(const Model& model, const State& x, const Input& u, const double* a,
                                const Seed& seed, Workspace& ws) {
  law_.compute(model, x, u, a, seed.beta, seed.gamma, ws);
  for (size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyPart& part = bodies_[i];
    body.family->tangent(seed, x.q.data() + body.q, x.v.data() + body.v,
                         a == nullptr ? nullptr : a + body.v, ws.bodies[i], part.t);
    for (size_t s = 0; s < body.steps.size(); ++s)
      step_tangent(body.steps[s], x, u, a, seed, ws.steps[i][s], part.steps[s]);
    // how the point that carries this joint moves with its own body
    if (body.parent < 0 || model.bodies[size_t(body.parent)].n() == 0) continue;
    const int n = model.bodies[size_t(body.parent)].n();
    part.Y_x.resize(18, n);
    model.bodies[size_t(body.parent)].family->point_tangent(
        body.parent_point, ws.bodies[size_t(body.parent)], part.Y_x.topRows<6>(),
        part.Y_x.middleRows<6>(6), part.Y_x.bottomRows<6>());
    part.J = point_jacobian(ws.bodies[size_t(body.parent)], body.parent_point);
  }
}

void TreeTangent::step_tangent(const JointStep& step, const State& x, const Input& u,
                               const double* a, const Seed& seed, const StepWork& w,
                               StepTangent& t) const {
  const double* v = step.prescribed() ? &u.u_dot[step.prescribed_input] : x.v.data() + step.v;
  const Vector6 Sv = step_twist(step, v);
  t.Ad_inverse = Ad(w.X.inverse());
  t.ad_Sv = ad(Sv);
  if (step.nv() == 0 || step.prescribed()) return;

  // dV' = -ad(S beta x) V_in + S gamma x,  dA' = -ad(S beta x) A_in + S mu x - ad(S v) dV'
  //       + ad(V') S gamma x
  const int nv = step.nv();
  const StepBasis S = step_basis(step);
  const Vector6 V_in = w.V - Sv;
  Vector6 A_in = w.A - w.c;
  if (a != nullptr) A_in -= step_twist(step, a + step.v);
  const StepBasis zeta = seed.beta * S;
  const StepBasis dV = ad(V_in) * zeta + seed.gamma * S;
  t.Y_x.resize(18, nv);
  t.Y_x.topRows<6>() = zeta;
  t.Y_x.middleRows<6>(6) = dV;
  t.Y_x.bottomRows<6>() = ad(A_in) * zeta + seed.mu * S - ad(Sv) * dV + seed.gamma * (ad(w.V) * S);

  t.W.resize(6, nv);
  for (int j = 0; j < nv; ++j) t.W.col(j) = cross_wrench(zeta.col(j), w.F);
  t.K = seed.beta * step_spring_tangent(step, x.q.data() + step.q);
  t.K.diagonal().array() += seed.gamma * step.damping;
  if (step.kind == StepKind::screw) t.K(0, 0) += seed.beta * w.K + seed.gamma * w.D;
}

bool TreeTangent::factor(const Model& model, const Workspace& ws) {
  singular_body_ = -1;
  for (size_t i = 0; i < bodies_.size(); ++i) {
    // terms at the body alone; children add theirs
    bodies_[i].B_x = bodies_[i].t.B_x;
    bodies_[i].X_y = bodies_[i].t.T_y;
  }
  for (int i = int(bodies_.size()) - 1; i >= 0; --i)
    if (!factor_body(model, i, ws)) {
      singular_body_ = i;
      return false;
    }
  return factor_updates(model, ws);
}

bool TreeTangent::factor_body(const Model& model, int i, const Workspace& ws) {
  BodyPart& part = bodies_[size_t(i)];
  const BodyWork& b = ws.bodies[size_t(i)];

  // children: each is a wrench P_c y_m at the point that carries it
  MatrixX H = part.t.T_x;
  Base B_y = part.t.B_y;
  for (size_t c : part.children) {
    const int point = model.bodies[c].parent_point;
    Base P_y = bodies_[c].P;  // P_c times the base part of y_m: dA_m = dA - ad(r) dV + ...
    P_y.middleCols<6>(6) -= bodies_[c].P.rightCols<6>() * ad(b.points[size_t(point)].r);
    B_y += P_y;
    if (b.n == 0) continue;
    const MatrixX& J = bodies_[c].J;
    const MatrixX P_x = bodies_[c].P * bodies_[c].Y_x;
    H.noalias() += J.transpose() * P_x;
    part.B_x += P_x;
    part.X_y.noalias() += J.transpose() * P_y;
  }

  Base P = B_y;
  if (b.n > 0) {
    part.H.compute(H);
    const auto pivots = part.H.factors().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() > 1e-14 * pivots.maxCoeff())) return false;
    part.X_y = -part.H.solve(part.X_y);
    P += part.B_x * part.X_y;
  }
  return factor_steps(model, i, P);
}

bool TreeTangent::factor_steps(const Model& model, int i, Base P) {
  const Body& body = model.bodies[size_t(i)];
  for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
    const JointStep& step = body.steps[size_t(s)];
    StepTangent& t = bodies_[size_t(i)].steps[size_t(s)];
    Base P_y = t.carry_back(P);
    if (step.nv() > 0 && !step.prescribed()) {
      const StepBasis S = step_basis(step);
      const StepBasis P_x = P * t.Y_x;
      const StepMatrix H = S.transpose() * P_x + t.K;
      const Eigen::PartialPivLU<StepMatrix> lu(H);
      const double scale = std::max(1e-300, P_x.cwiseAbs().maxCoeff() + t.K.cwiseAbs().maxCoeff());
      if (!(H.allFinite()) || lu.matrixLU().diagonal().cwiseAbs().minCoeff() < 1e-13 * scale)
        return false;
      t.H_inv = lu.inverse();
      t.X_y = -t.H_inv * (S.transpose() * P_y);
      t.G = P_x + t.W;
      P_y += t.G * t.X_y;
    }
    P = t.outwards(P_y);
  }
  bodies_[size_t(i)].P = P;
  return true;
}

void TreeTangent::solve(const Model& model, const Workspace& ws, const VectorX& r, VectorX& x) {
  solve_tree(model, ws, r, x);
  if (updates() == 0) return;
  // Woodbury: x - Z (1 + C U Z)^-1 C U x
  const VectorX force = update_lu_.solve(update_rows(model, ws, x));
  for (int k = 0; k < updates(); ++k) x -= update_column(k) * force[k];
}

void TreeTangent::solve_tree(const Model& model, const Workspace& ws, const VectorX& r,
                             VectorX& x) {
  // leaf to root: wrenches left over by the right-hand side
  x.resize(model.nv);
  for (size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].f.setZero();
    bodies_[i].X_e = -r.segment(model.bodies[i].v, model.bodies[i].n());
  }
  for (int i = int(bodies_.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    BodyPart& part = bodies_[size_t(i)];
    Vector6 f = part.f;
    if (body.n() > 0) {
      part.X_e = -part.H.solve(part.X_e);
      f += part.B_x * part.X_e;
    }
    for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = body.steps[size_t(s)];
      StepTangent& t = part.steps[size_t(s)];
      if (step.nv() > 0 && !step.prescribed()) {
        const StepVector e = step_basis(step).transpose() * f - r.segment(step.v, step.nv());
        t.X_e = -t.H_inv * e;
        f += t.G * t.X_e;
      }
      f = Ad_invT_apply(ws.steps[size_t(i)][size_t(s)].X, f);
    }
    if (body.parent < 0) continue;
    BodyPart& parent = bodies_[size_t(body.parent)];
    parent.f += f;
    const BodyWork& b = ws.bodies[size_t(body.parent)];
    if (b.n > 0) parent.X_e.noalias() += part.J.transpose() * f;
  }

  // root to leaf
  for (size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyPart& part = bodies_[i];
    Variation y = Variation::Zero();
    if (body.parent >= 0) y = carrier_variation(model, ws, i, x);
    for (size_t s = 0; s < body.steps.size(); ++s) {
      const JointStep& step = body.steps[s];
      const StepTangent& t = part.steps[s];
      const int nv = step.nv();
      if (nv > 0 && !step.prescribed()) {
        const StepVector xs = t.X_y * y + t.X_e;
        x.segment(step.v, nv) = xs;
        y = t.carry(y) + t.Y_x * xs;
      } else {
        x.segment(step.v, nv).setZero();
        y = t.carry(y);
      }
    }
    part.y = y;
    if (body.n() > 0) x.segment(body.v, body.n()) = part.X_y * y + part.X_e;
  }
}

TreeTangent::Variation TreeTangent::carrier_variation(const Model& model, const Workspace& ws,
                                                      size_t body, const VectorX& x) const {
  const Body& carried = model.bodies[body];
  const Body& carrier = model.bodies[size_t(carried.parent)];
  const BodyWork& b = ws.bodies[size_t(carried.parent)];
  Variation y = bodies_[size_t(carried.parent)].y;
  y.tail<6>() -= ad_apply(b.points[size_t(carried.parent_point)].r, y.segment<6>(6));
  if (b.n > 0) y += bodies_[body].Y_x * x.segment(carrier.v, b.n);
  return y;
}

TreeTangent::Variation TreeTangent::point_variation(const Model& model, const Workspace& ws,
                                                    int body, int point, const VectorX& x) const {
  const BodyWork& b = ws.bodies[size_t(body)];
  Variation y = bodies_[size_t(body)].y;
  y.tail<6>() -= ad_apply(b.points[size_t(point)].r, y.segment<6>(6));
  if (b.n == 0) return y;
  MatrixX Y_x(18, b.n);
  model.bodies[size_t(body)].family->point_tangent(point, b, Y_x.topRows<6>(), Y_x.middleRows<6>(6),
                                                   Y_x.bottomRows<6>());
  return y + Y_x * x.segment(model.bodies[size_t(body)].v, b.n);
}

void TreeTangent::spread(const Model& model, const Workspace& ws, const VectorX& x) {
  for (size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model.bodies[i];
    Variation y = Variation::Zero();
    if (body.parent >= 0) y = carrier_variation(model, ws, i, x);
    for (size_t s = 0; s < body.steps.size(); ++s) {
      const JointStep& step = body.steps[s];
      const StepTangent& t = bodies_[i].steps[s];
      Variation next = t.carry(y);
      if (step.nv() > 0 && !step.prescribed()) next += t.Y_x * x.segment(step.v, step.nv());
      y = next;
    }
    bodies_[i].y = y;
  }
}

void TreeTangent::multiply(const Model& model, const Workspace& ws, const VectorX& x,
                           VectorX& d_tau) {
  spread(model, ws, x);
  d_tau.setZero(model.nv);
  for (size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyPart& part = bodies_[i];
    part.dF = part.t.B_y * part.y;
    if (body.n() == 0) continue;
    const auto own = x.segment(body.v, body.n());
    part.dF += part.t.B_x * own;
    d_tau.segment(body.v, body.n()) = part.t.T_x * own + part.t.T_y * part.y;
  }
  for (int i = int(bodies_.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    Vector6 f = bodies_[size_t(i)].dF;
    for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = body.steps[size_t(s)];
      const StepTangent& t = bodies_[size_t(i)].steps[size_t(s)];
      if (step.nv() > 0 && !step.prescribed()) {
        const auto own = x.segment(step.v, step.nv());
        d_tau.segment(step.v, step.nv()) = step_basis(step).transpose() * f + t.K * own;
        f += t.W * own;
      }
      f = Ad_invT_apply(ws.steps[size_t(i)][size_t(s)].X, f);
    }
    if (body.parent < 0) continue;
    const BodyWork& b = ws.bodies[size_t(body.parent)];
    bodies_[size_t(body.parent)].dF += f;
    if (b.n > 0)
      d_tau.segment(model.bodies[size_t(body.parent)].v, b.n).noalias() +=
          bodies_[size_t(i)].J.transpose() * f;
  }
  for (const Coupling& coupling : ws.couplings)
    gather(model, ws, coupling, coupling_force(model, ws, coupling, x), d_tau);
  if (law_.rows() > 0) d_tau.noalias() -= law_.B() * (law_.R() * x);
}

MatrixX TreeTangent::dense(const Model& model, const Workspace& ws) {
  MatrixX T(model.nv, model.nv);
  VectorX column;
  for (int j = 0; j < model.nv; ++j) {
    multiply(model, ws, VectorX::Unit(model.nv, j), column);
    T.col(j) = column;
  }
  return T;
}

Vector3 TreeTangent::coupling_force(const Model& model, const Workspace& ws,
                                    const Coupling& coupling, const VectorX& x) const {
  Vector3 stretch = Vector3::Zero(), rate = Vector3::Zero();
  for (const Coupling::End& end : coupling.used()) {
    const Variation y = point_variation(model, ws, end.body, end.point, x);
    stretch += end.D * y.head<6>();
    rate += end.D * y.segment<6>(6);
  }
  return coupling.C * stretch + coupling.B * rate;
}

void TreeTangent::gather(const Model& model, const Workspace& ws, const Coupling& coupling,
                         const Vector3& force, VectorX& d_tau) {
  for (const Coupling::End& end : coupling.used()) {
    // down the path to the root, a wrench at the point
    Vector6 f = end.D.transpose() * force;
    int i = end.body, point = end.point;
    while (i >= 0) {
      const Body& body = model.bodies[size_t(i)];
      const BodyWork& b = ws.bodies[size_t(i)];
      if (b.n > 0) d_tau.segment(body.v, b.n).noalias() += point_jacobian(b, point).transpose() * f;
      for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
        const JointStep& step = body.steps[size_t(s)];
        if (step.nv() > 0 && !step.prescribed())
          d_tau.segment(step.v, step.nv()) += step_basis(step).transpose() * f;
        f = Ad_invT_apply(ws.steps[size_t(i)][size_t(s)].X, f);
      }
      point = body.parent_point;
      i = body.parent;
    }
  }
}

VectorX& TreeTangent::update_column(int k) {
  const int coupled = 3 * int(couplings_.size());
  return k < coupled ? couplings_[size_t(k / 3)].column[k % 3] : law_columns_[size_t(k - coupled)];
}

VectorX TreeTangent::update_rows(const Model& model, const Workspace& ws, const VectorX& x) {
  VectorX rows(updates());
  if (!couplings_.empty()) spread(model, ws, x);
  for (size_t c = 0; c < couplings_.size(); ++c)
    rows.segment<3>(3 * Eigen::Index(c)) = coupling_force(model, ws, ws.couplings[c], x);
  if (law_.rows() > 0) rows.tail(law_.rows()).noalias() = law_.R() * x;
  return rows;
}

bool TreeTangent::factor_updates(const Model& model, const Workspace& ws) {
  couplings_.resize(ws.couplings.size());
  law_columns_.resize(size_t(law_.rows()));
  if (updates() == 0) return true;
  VectorX force(model.nv);
  for (int k = 0; k < 3 * int(couplings_.size()); ++k) {
    force.setZero();
    gather(model, ws, ws.couplings[size_t(k / 3)], Vector3::Unit(k % 3), force);
    solve_tree(model, ws, force, update_column(k));
  }
  for (int k = 0; k < law_.rows(); ++k) {
    force = -law_.B().col(k);
    solve_tree(model, ws, force, law_columns_[size_t(k)]);
  }
  // 1 + C U Z
  MatrixX S = MatrixX::Identity(updates(), updates());
  for (int k = 0; k < updates(); ++k) S.col(k) += update_rows(model, ws, update_column(k));
  update_lu_.compute(S);
  return true;
}

}  // namespace cuttle
