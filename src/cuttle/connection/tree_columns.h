#pragma once
// Rows of forces between bodies and what they do: for each row J^T e and M^-1 J^T e, on the
// coordinates of the trees that it touches, and no others.

#include <array>
#include <span>
#include <vector>

#include "cuttle/core/workspace.h"

namespace cuttle {

class TreeColumns {
 public:
  explicit TreeColumns(const Model&);

  /// A wrench on a point, in the base coordinates of its body; bodies < 0 are the world.
  struct Push {
    int body = -1, point = 0;
    Vector6 wrench = Vector6::Zero();
    double arm = 0;  // [m] from the base to where the wrench acts
  };

  /// Memory for so many rows that each touch one tree.
  void reserve(int rows);

  void clear();
  int count() const { return count_; }

  /// One more row, with the factors that are in ws. A row may touch up to four trees.
  void add(const Model&, const Workspace& ws, std::span<const Push> pushes);
  /// The row of one coordinate of a joint of a body: its entry of v, with a sign.
  void add_coordinate(const Model&, const Workspace& ws, int body, int v, double sign);

  /// What the joints let through of a row, 0 .. 1: |J|^2 over what it would be if every coordinate
  /// moved along the row's wrench and nothing cancelled, both in units of inertia. Round-off
  /// squared where no coordinate can follow the row (the turns across a planar loop).
  double kept(int row) const { return rows_[size_t(row)].kept; }

  /// J y of one row.
  double rate(int row, const VectorX& y) const;

  /// J_i M^-1 J_j^T for all i >= j that meet in a tree, as add(i, j, part), tree by tree: rows that
  /// touch no common tree do not meet.
  template <class Add>
  void for_each_product(const Add& add) const {
    for (size_t t = 0; t < trees_.size(); ++t)
      for (const int i : trees_[t].rows)
        for (const int j : trees_[t].rows)
          if (j <= i) add(i, j, product(part_in(i, int(t)), part_in(j, int(t))));
  }

  /// y += factor M^-1 J^T e.
  void add_column(int row, double factor, VectorX& y) const;

  /// f += factor J^T e.
  void add_row(int row, double factor, VectorX& f) const;

  int tree_of(int body) const { return tree_of_body_[size_t(body)]; }

 private:
  struct Tree {
    std::vector<int> bodies;      // parents first
    std::vector<int> velocities;  // entries of v
    std::vector<int> rows;        // that touch it
  };
  struct Part {
    int tree = -1;
    std::vector<double> j, x;
  };
  struct Row {
    int parts = 0;
    double kept = 0;
    std::array<Part, 4> part;
  };

  /// Adds J^T e of one push to tau_. Returns the square of its uncancelled size, by mobility_,
  /// which it writes for the coordinates on its way.
  double push_chain(const Model&, const Workspace& ws, const Push&);
  /// tau_ and what it moves, as the part of a row in a tree.
  void fill_part(const Model&, const Workspace& ws, int tree, Row& row);
  const Part& part_in(int row, int tree) const;
  static double product(const Part& a, const Part& b);

  std::vector<Tree> trees_;
  std::vector<int> tree_of_body_;
  std::vector<Row> rows_;
  int count_ = 0;
  VectorX tau_, x_;
  VectorX mobility_;  // one over the inertia that a coordinate sees
  std::vector<Vector6> base_wrench_;
};

}  // namespace cuttle
