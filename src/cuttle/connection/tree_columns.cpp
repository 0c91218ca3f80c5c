#include "cuttle/connection/tree_columns.h"

#include <algorithm>
#include <numeric>

#include "cuttle/dynamics/tree_solve.h"
#include "cuttle/math/se3.h"

namespace cuttle {

TreeColumns::TreeColumns(const Model& model)
    : tree_of_body_(model.bodies.size()),
      tau_(VectorX::Zero(model.nv)),
      x_(VectorX::Zero(model.nv)),
      mobility_(VectorX::Zero(model.nv)),
      base_wrench_(model.bodies.size()) {
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.parent < 0) trees_.emplace_back();
    const int tree = body.parent < 0 ? int(trees_.size()) - 1 : tree_of_body_[size_t(body.parent)];
    tree_of_body_[i] = tree;
    trees_[size_t(tree)].bodies.push_back(int(i));
    std::vector<int>& velocities = trees_[size_t(tree)].velocities;
    for (const JointStep& step : body.steps)
      for (int k = 0; k < step.nv(); ++k) velocities.push_back(step.v + k);
    for (int k = 0; k < body.n(); ++k) velocities.push_back(body.v + k);
  }
}

void TreeColumns::reserve(int rows) {
  size_t most = 0;
  for (Tree& tree : trees_) {
    tree.rows.reserve(size_t(rows));
    most = std::max(most, tree.velocities.size());
  }
  rows_.resize(std::max(rows_.size(), size_t(rows)));
  for (Row& row : rows_) {
    row.part[0].j.reserve(most);
    row.part[0].x.reserve(most);
  }
}

void TreeColumns::clear() {
  count_ = 0;
  for (Tree& tree : trees_) tree.rows.clear();
}

double TreeColumns::push_chain(const Model& model, const Workspace& ws, const Push& push) {
  double size = 0;
  Vector6 F = push.wrench;
  // neither the moment nor the force of a row may hide by pointing across the joints, so only their
  // sizes count; the arm is the length of the way, as p x f may vanish by round-off
  const double force = F.tail<3>().norm();
  double moment = F.head<3>().norm() + push.arm * force;
  const auto add = [&](int v, const Vector6& S, double mobility) {
    tau_[v] += S.dot(F);
    mobility_[v] = mobility;
    size += mobility * (S.head<3>().squaredNorm() * moment * moment +
                        S.tail<3>().squaredNorm() * force * force);
  };
  for (int body = push.body, point = push.point; body >= 0;) {
    const Body& at = model.bodies[size_t(body)];
    const BodyWork& b = ws.bodies[size_t(body)];
    for (int j = 0; j < b.n; ++j) {
      Vector6 J;
      for (int row = 0; row < 6; ++row) J[row] = b.J_row(point, row)[j / kBlock][j % kBlock];
      const double factor = doubles(&b.M_qq[size_t(j * b.nb)])[j];
      add(at.v + j, J, 1 / (factor * factor));
    }
    for (size_t s = at.steps.size(); s-- > 0;) {
      const JointStep& step = at.steps[s];
      const StepWork& work = ws.steps[size_t(body)][s];
      if (step.kind == StepKind::screw)
        add(step.v, step.S, step.prescribed() ? 0 : work.D_inv(0, 0));
      else
        for (int k = 0; k < step.nv(); ++k) {  // along the axes: three turns, three slides
          const double most = k < 3 ? moment : force;
          tau_[step.v + k] += F[k];
          mobility_[step.v + k] = work.D_inv(k, k);
          size += work.D_inv(k, k) * most * most;
        }
      if (s == 0 && at.parent < 0) break;  // nothing moves beyond
      F = Ad_invT_apply(work.X, F);
      moment += work.X.p.norm() * force;
    }
    point = at.parent_point;
    body = at.parent;
  }
  return size;
}

void TreeColumns::add(const Model& model, const Workspace& ws, std::span<const Push> pushes) {
  if (count_ == int(rows_.size())) rows_.emplace_back();
  Row& row = rows_[size_t(count_++)];
  row.parts = 0;
  double left = 0, whole = 0;
  for (size_t k = 0; k < pushes.size(); ++k) {
    if (pushes[k].body < 0) continue;
    const int t = tree_of(pushes[k].body);
    bool done = false;
    for (int p = 0; p < row.parts; ++p) done |= row.part[size_t(p)].tree == t;
    if (done) continue;

    // all that the row does to this tree
    Tree& tree = trees_[size_t(t)];
    tree.rows.push_back(count_ - 1);
    for (const int v : tree.velocities) tau_[v] = mobility_[v] = 0;
    for (size_t l = k; l < pushes.size(); ++l)
      if (pushes[l].body >= 0 && tree_of(pushes[l].body) == t)
        whole += push_chain(model, ws, pushes[l]);
    fill_part(model, ws, t, row);
    for (const int v : tree.velocities) left += tau_[v] * tau_[v] * mobility_[v];
  }
  row.kept = whole > 0 ? left / whole : 0;
}

void TreeColumns::fill_part(const Model& model, const Workspace& ws, int t, Row& row) {
  const Tree& tree = trees_[size_t(t)];
  solve_factored(model, ws, tree.bodies, tau_, x_, base_wrench_);
  Part& part = row.part[size_t(row.parts++)];
  part.tree = t;
  part.j.resize(tree.velocities.size());
  part.x.resize(tree.velocities.size());
  for (size_t i = 0; i < tree.velocities.size(); ++i) {
    part.j[i] = tau_[tree.velocities[i]];
    part.x[i] = x_[tree.velocities[i]];
  }
}

void TreeColumns::add_coordinate(const Model& model, const Workspace& ws, int body, int v,
                                 double sign) {
  if (count_ == int(rows_.size())) rows_.emplace_back();
  Row& row = rows_[size_t(count_++)];
  row.parts = 0;
  row.kept = 1;
  const int t = tree_of(body);
  Tree& tree = trees_[size_t(t)];
  tree.rows.push_back(count_ - 1);
  for (const int other : tree.velocities) tau_[other] = 0;
  tau_[v] = sign;
  fill_part(model, ws, t, row);
}

double TreeColumns::rate(int row, const VectorX& y) const {
  const Row& r = rows_[size_t(row)];
  double sum = 0;
  for (int p = 0; p < r.parts; ++p) {
    const Part& part = r.part[size_t(p)];
    const std::vector<int>& velocities = trees_[size_t(part.tree)].velocities;
    for (size_t i = 0; i < velocities.size(); ++i) sum += part.j[i] * y[velocities[i]];
  }
  return sum;
}

const TreeColumns::Part& TreeColumns::part_in(int row, int tree) const {
  const Row& r = rows_[size_t(row)];
  size_t p = 0;
  while (r.part[p].tree != tree) ++p;
  return r.part[p];
}

double TreeColumns::product(const Part& a, const Part& b) {
  return std::inner_product(a.j.begin(), a.j.end(), b.x.begin(), 0.0);
}

void TreeColumns::add_row(int row, double factor, VectorX& f) const {
  const Row& r = rows_[size_t(row)];
  for (int p = 0; p < r.parts; ++p) {
    const Part& part = r.part[size_t(p)];
    const std::vector<int>& velocities = trees_[size_t(part.tree)].velocities;
    for (size_t i = 0; i < velocities.size(); ++i) f[velocities[i]] += factor * part.j[i];
  }
}

void TreeColumns::add_column(int row, double factor, VectorX& y) const {
  const Row& r = rows_[size_t(row)];
  for (int p = 0; p < r.parts; ++p) {
    const Part& part = r.part[size_t(p)];
    const std::vector<int>& velocities = trees_[size_t(part.tree)].velocities;
    for (size_t i = 0; i < velocities.size(); ++i) y[velocities[i]] += factor * part.x[i];
  }
}

}  // namespace cuttle
