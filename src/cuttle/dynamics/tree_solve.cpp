#include "cuttle/dynamics/tree_solve.h"

#include <algorithm>

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

double entry(const std::vector<Lanes>& rows, int nb, int i, int j) {
  return doubles(&rows[size_t(i * nb)])[j];
}

/// One past the last coordinate that meets coordinate k.
int band_end(const BodyWork& b, int k) { return std::min(b.n, k + b.band + 1); }

/// Leaf to root: x becomes w = U^-T p_q of each body and e = tau - S^T p of each joint. `bodies`
/// maps 0 .. count - 1 to the bodies, parents first.
template <class Bodies>
void sweep_up(const Model& model, const Workspace& ws, int count, const Bodies& bodies, VectorX& x,
              std::vector<Vector6>& base_wrench) {
  for (int k_body = count - 1; k_body >= 0; --k_body) {
    const int i = bodies(k_body);
    const Body& body = model.bodies[size_t(i)];
    const BodyWork& b = ws.bodies[size_t(i)];
    Vector6 p = base_wrench[size_t(i)];
    for (int k = 0; k < b.n; ++k) {
      double& w = x[body.v + k];
      w /= entry(b.M_qq, b.nb, k, k);
      for (int j = k + 1, end = band_end(b, k); j < end; ++j)
        x[body.v + j] -= entry(b.M_qq, b.nb, k, j) * w;
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
}

/// Root to leaf; base_wrench then holds the accelerations of the bases.
template <class Bodies>
void sweep_down(const Model& model, const Workspace& ws, int count, const Bodies& bodies,
                VectorX& x, std::vector<Vector6>& base_wrench) {
  for (int k_body = 0; k_body < count; ++k_body) {
    const auto i = size_t(bodies(k_body));
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
        StepVector rest = x.segment(step.v, nv);
        rest -= w.U.leftCols(nv).transpose() * A;
        const StepVector a = w.D_inv.topLeftCorner(nv, nv) * rest;
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
      for (int k = j + 1, end = band_end(b, j); k < end; ++k)
        sum -= entry(b.M_qq, b.nb, j, k) * x[body.v + k];
      x[body.v + j] = sum / entry(b.M_qq, b.nb, j, j);
    }
  }
}

}  // namespace

void solve_factored(const Model& model, const Workspace& ws, const VectorX& tau, VectorX& x,
                    std::vector<Vector6>& base_wrench) {
  const auto count = int(model.bodies.size());
  const auto all = [](int i) { return i; };
  base_wrench.assign(size_t(count), Vector6::Zero());
  x = -tau;  // holds p_q and, for joints, p
  sweep_up(model, ws, count, all, x, base_wrench);
  sweep_down(model, ws, count, all, x, base_wrench);
}

void solve_factored(const Model& model, const Workspace& ws, std::span<const int> bodies,
                    const VectorX& tau, VectorX& x, std::vector<Vector6>& base_wrench) {
  const auto of_tree = [bodies](int i) { return bodies[size_t(i)]; };
  for (const int i : bodies) {
    const Body& body = model.bodies[size_t(i)];
    base_wrench[size_t(i)].setZero();
    for (const JointStep& step : body.steps)
      x.segment(step.v, step.nv()) = -tau.segment(step.v, step.nv());
    x.segment(body.v, body.n()) = -tau.segment(body.v, body.n());
  }
  sweep_up(model, ws, int(bodies.size()), of_tree, x, base_wrench);
  sweep_down(model, ws, int(bodies.size()), of_tree, x, base_wrench);
}

}  // namespace cuttle
