#pragma once
// Pairs of shapes that are near each other, in a time linear in the number of shapes.

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cuttle/core/contact.h"

namespace cuttle {

/// A ball around a shape. Of a plane: a point of it, and infinity.
struct Bounds {
  Vector3 centre = Vector3::Zero();
  double radius = 0;
};
Bounds bounds_of(const PlacedShape& shape);

/// Sorts shapes into the cells of nested grids, one per doubling of size, so that shapes of very
/// different sizes meet as cheaply as equal ones.
class BroadPhase {
 public:
  /// Writes the pairs (i < j, sorted, each once) whose balls, or a ball and a plane, are closer
  /// than the margin (>= 0). Never two planes; never a shape that is not finite. The memory is kept
  /// for the next call.
  void near_pairs(std::span<const PlacedShape> shapes, double margin,
                  std::vector<std::pair<int, int>>& out);

  /// Cells and shapes that the last call looked at.
  long work() const { return work_; }

 private:
  struct Cell {
    int level = 0;  // cells are 2^level wide
    std::array<std::int64_t, 3> at = {0, 0, 0};
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct Ball {
    Bounds bounds;
    int shape = 0;
    Cell cell;
  };

  static Cell cell_of(const Vector3& x, int level);
  size_t bucket_of(const Cell& cell) const;
  void collect(std::span<const PlacedShape> shapes, double margin);
  void fill_buckets();
  void look_into(const Cell& cell, size_t ball, double margin,
                 std::vector<std::pair<int, int>>& out);
  void look_around(size_t ball, double margin, std::vector<std::pair<int, int>>& out);
  void look_at_planes(std::span<const PlacedShape> shapes, double margin,
                      std::vector<std::pair<int, int>>& out);

  long work_ = 0;
  std::vector<Ball> balls_;
  std::vector<int> planes_;
  std::vector<int> levels_;   // in use, ascending
  std::vector<int> first_;    // (buckets + 1) where a bucket begins in members_
  std::vector<int> members_;  // (balls) by bucket
};

}  // namespace cuttle
