#include "cuttle/dynamics/tree_solve.h"

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

double entry(const std::vector<Lanes>& rows, int nb, int i, int j) {
  return doubles(&rows[size_t(i * nb)])[j];
}

}  // namespace

void solve_factored(const Model& model, const Workspace& ws, const VectorX& tau, VectorX& x,
                    std::vector<Vector6>& base_wrench) {
  const auto bodies = model.bodies.size();
  base_wrench.assign(bodies, Vector6::Zero());
  x = -tau;  // holds p_q and, for joints, p

  // leaf to root: x becomes w = U^-T p_q of each body and e = tau - S^T p of each joint
  for (int i = int(bodies) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    const BodyWork& b = ws.bodies[size_t(i)];
    Vector6 p = base_wrench[size_t(i)];
    for (int k = 0; k < b.n; ++k) {
      double& w = x[body.v + k];
      w /= entry(b.M_qq, b.nb, k, k);
      for (int j = k + 1; j < b.n; ++j) x[body.v + j] -= entry(b.M_qq, b.nb, k, j) * w;
      for (int row = 0; row < 6; ++row) p[row] -= b.W[size_t(k)][row] * w;
    }
    for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = body.steps[size_t(s)];
      const StepWork& w = ws.steps[size_t(i)][size_t(s)];
      const int nv = step.nv();
      if (nv > 0 && !step.prescribed()) {
        const StepVector e = -x.segment(step.v, nv) - step_basis(step).transpose() * p;
        x.segment(step.v, nv) = e;
        p += w.U.leftCols(nv) * (w.D_inv.topLeftCorner(nv, nv) * e);
      }
      p = Ad_invT_apply(w.X, p);
    }
    if (body.parent < 0) continue;
    base_wrench[size_t(body.parent)] += p;
    const BodyWork& parent = ws.bodies[size_t(body.parent)];
    for (int j = 0; j < parent.n; ++j)
      for (int row = 0; row < 6; ++row)
        x[model.bodies[size_t(body.parent)].v + j] +=
            parent.J_row(body.parent_point, row)[j / kBlock][j % kBlock] * p[row];
  }

  // root to leaf; base_wrench now holds the accelerations of the bases
  for (size_t i = 0; i < bodies; ++i) {
    const Body& body = model.bodies[i];
    const BodyWork& b = ws.bodies[i];
    Vector6 A = Vector6::Zero();
    if (body.parent >= 0) {
      const BodyWork& parent = ws.bodies[size_t(body.parent)];
      A = base_wrench[size_t(body.parent)];
      for (int row = 0; row < 6; ++row)
        for (int j = 0; j < parent.n; ++j)
          A[row] += parent.J_row(body.parent_point, row)[j / kBlock][j % kBlock] *
                    x[model.bodies[size_t(body.parent)].v + j];
    }
    for (size_t s = 0; s < body.steps.size(); ++s) {
      const JointStep& step = body.steps[s];
      const StepWork& w = ws.steps[i][s];
      const int nv = step.nv();
      A = Ad_inv_apply(w.X, A);
      if (nv > 0 && !step.prescribed()) {
        const StepVector a = w.D_inv.topLeftCorner(nv, nv) *
                             (x.segment(step.v, nv) - w.U.leftCols(nv).transpose() * A);
        x.segment(step.v, nv) = a;
        A += step_basis(step) * a;
      } else if (nv > 0) {
        x.segment(step.v, nv).setZero();
      }
    }
    base_wrench[i] = A;
    for (int j = b.n - 1; j >= 0; --j) {
      double sum = -x[body.v + j];
      for (int row = 0; row < 6; ++row) sum -= b.W[size_t(j)][row] * A[row];
      for (int k = j + 1; k < b.n; ++k) sum -= entry(b.M_qq, b.nb, j, k) * x[body.v + k];
      x[body.v + j] = sum / entry(b.M_qq, b.nb, j, j);
    }
  }
}

}  // namespace cuttle
