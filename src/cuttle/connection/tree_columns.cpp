#include "cuttle/connection/tree_columns.h"

#include <numeric>

#include "cuttle/actuation/attachment.h"
#include "cuttle/dynamics/tree_solve.h"

namespace cuttle {

TreeColumns::TreeColumns(const Model& model)
    : tree_of_body_(model.bodies.size()),
      tau_(VectorX::Zero(model.nv)),
      x_(VectorX::Zero(model.nv)),
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

void TreeColumns::clear() {
  count_ = 0;
  for (Tree& tree : trees_) tree.rows.clear();
}

void TreeColumns::add(const Model& model, const Workspace& ws, std::span<const Push> pushes) {
  if (count_ == int(rows_.size())) rows_.emplace_back();
  Row& row = rows_[size_t(count_++)];
  row.parts = 0;
  for (size_t k = 0; k < pushes.size(); ++k) {
    if (pushes[k].body < 0) continue;
    const int t = tree_of(pushes[k].body);
    bool done = false;
    for (int p = 0; p < row.parts; ++p) done |= row.part[size_t(p)].tree == t;
    if (done) continue;

    // all that the row does to this tree
    Tree& tree = trees_[size_t(t)];
    tree.rows.push_back(count_ - 1);
    for (const int v : tree.velocities) tau_[v] = 0;
    for (size_t l = k; l < pushes.size(); ++l)
      if (pushes[l].body >= 0 && tree_of(pushes[l].body) == t)
        add_generalized_force(model, ws, pushes[l].body, pushes[l].point, pushes[l].wrench, tau_);
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
