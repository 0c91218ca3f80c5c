#include "cuttle/contact/broad_phase.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "cuttle/contact/solid/solid.h"

namespace cuttle {
namespace {

// Balls smaller than this share of the largest are sorted as if they had this size: few levels.
constexpr double kSmallest = 1e-6;
constexpr double kFarthestCell = 1e15;

Bounds around_two_balls(const PlacedShape& capsule) {
  const auto& [p, q] = capsule.ends;
  const auto& [r, s] = capsule.radius;
  const double length = (q - p).norm();
  if (length + s <= r) return {p, r};
  if (length + r <= s) return {q, s};
  const double radius = 0.5 * (length + r + s);
  return {p + (radius - r) / length * (q - p), radius};
}

/// A panel lies within the convex hull of the points that control its cubic.
Bounds around_panel(const PlacedShape& panel) {
  Bounds bounds;
  bounds.centre = 0.5 * (panel.ends[0] + panel.ends[1]);
  const double third = panel.length / 3;
  for (size_t k = 0; k < 2; ++k) {
    const Vector3 control = panel.ends[k] + (k == 0 ? third : -third) * panel.direction[k];
    bounds.radius = std::max(
        {bounds.radius, (panel.ends[k] - bounds.centre).norm(), (control - bounds.centre).norm()});
  }
  bounds.radius += std::max(panel.radius[0], panel.radius[1]);
  return bounds;
}

void add_pair(int i, int j, std::vector<std::pair<int, int>>& out) {
  out.emplace_back(std::min(i, j), std::max(i, j));
}

}  // namespace

Bounds bounds_of(const PlacedShape& shape) {
  switch (shape.kind) {
    case ContactShapeKind::capsule:
      return shape.length > 0 ? around_panel(shape) : around_two_balls(shape);
    case ContactShapeKind::box:
      return {shape.X.p, shape.half.norm()};
    case ContactShapeKind::solid:
      return {shape.X * shape.solid->features().center, shape.solid->features().radius};
    case ContactShapeKind::plane:
      break;
  }
  return {shape.X.p, std::numeric_limits<double>::infinity()};
}

BroadPhase::Cell BroadPhase::cell_of(const Vector3& x, int level) {
  Cell cell;
  cell.level = level;
  for (int k = 0; k < 3; ++k) {
    const double at = std::floor(std::ldexp(x[k], -level));
    cell.at[size_t(k)] = std::int64_t(std::clamp(at, -kFarthestCell, kFarthestCell));
  }
  return cell;
}

size_t BroadPhase::bucket_of(const Cell& cell) const {
  std::uint64_t h = std::uint64_t(cell.level);
  for (const std::int64_t at : cell.at) {
    h = (h ^ std::uint64_t(at)) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
  }
  return size_t(h) & (first_.size() - 2);
}

void BroadPhase::collect(std::span<const PlacedShape> shapes, double margin) {
  balls_.clear();
  planes_.clear();
  levels_.clear();
  double largest = 0;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const Bounds bounds = bounds_of(shapes[i]);
    if (shapes[i].kind == ContactShapeKind::plane) {
      planes_.push_back(int(i));
    } else if (bounds.centre.allFinite() && std::isfinite(bounds.radius)) {
      balls_.push_back({bounds, int(i), {}});
      largest = std::max(largest, 2 * bounds.radius + margin);
    }
  }
  if (largest == 0) largest = 1;
  // a cell is as wide as its balls and the margin, so near ones are in neighbouring cells
  for (Ball& ball : balls_) {
    const double width = std::max(2 * ball.bounds.radius + margin, kSmallest * largest);
    const int level = std::ilogb(width) + 1;
    ball.cell = cell_of(ball.bounds.centre, level);
    const auto place = std::lower_bound(levels_.begin(), levels_.end(), level);
    if (place == levels_.end() || *place != level) levels_.insert(place, level);
  }
}

void BroadPhase::fill_buckets() {
  // as many buckets as a power of two; counted, then filled from behind
  first_.assign(std::bit_ceil(2 * balls_.size() + 1) + 1, 0);
  members_.resize(balls_.size());
  for (const Ball& ball : balls_) ++first_[bucket_of(ball.cell)];
  int sum = 0;
  for (int& first : first_) first = sum += first;
  for (size_t i = balls_.size(); i-- > 0;)
    members_[size_t(--first_[bucket_of(balls_[i].cell)])] = int(i);
}

void BroadPhase::look_into(const Cell& cell, size_t i, double margin,
                           std::vector<std::pair<int, int>>& out) {
  const Ball& ball = balls_[i];
  const size_t bucket = bucket_of(cell);
  work_ += 1 + first_[bucket + 1] - first_[bucket];
  for (int m = first_[bucket]; m < first_[bucket + 1]; ++m) {
    const size_t j = size_t(members_[size_t(m)]);
    const Ball& other = balls_[j];
    if (!(other.cell == cell) || (cell.level == ball.cell.level && j <= i)) continue;
    const double near = ball.bounds.radius + other.bounds.radius + margin;
    if ((other.bounds.centre - ball.bounds.centre).squaredNorm() < near * near)
      add_pair(ball.shape, other.shape, out);
  }
}

void BroadPhase::look_around(size_t i, double margin, std::vector<std::pair<int, int>>& out) {
  const Ball& ball = balls_[i];
  for (const int level : levels_) {
    if (level < ball.cell.level) continue;
    // centres of balls of this level that may be near: at most three cells each way
    const double reach = ball.bounds.radius + 0.5 * (std::ldexp(1.0, level) + margin);
    const Cell low = cell_of(ball.bounds.centre - Vector3::Constant(reach), level);
    const Cell high = cell_of(ball.bounds.centre + Vector3::Constant(reach), level);
    Cell cell = low;
    for (cell.at[0] = low.at[0]; cell.at[0] <= high.at[0]; ++cell.at[0])
      for (cell.at[1] = low.at[1]; cell.at[1] <= high.at[1]; ++cell.at[1])
        for (cell.at[2] = low.at[2]; cell.at[2] <= high.at[2]; ++cell.at[2])
          look_into(cell, i, margin, out);
  }
}

void BroadPhase::look_at_planes(std::span<const PlacedShape> shapes, double margin,
                                std::vector<std::pair<int, int>>& out) {
  for (const int p : planes_) {
    const Pose& X = shapes[size_t(p)].X;
    work_ += long(balls_.size());
    for (const Ball& ball : balls_)
      if (X.R.col(2).dot(ball.bounds.centre - X.p) - ball.bounds.radius < margin)
        add_pair(p, ball.shape, out);
  }
}

void BroadPhase::near_pairs(std::span<const PlacedShape> shapes, double margin,
                            std::vector<std::pair<int, int>>& out) {
  out.clear();
  work_ = 0;
  collect(shapes, margin);
  fill_buckets();
  for (size_t i = 0; i < balls_.size(); ++i) look_around(i, margin, out);
  look_at_planes(shapes, margin, out);
  std::sort(out.begin(), out.end());
}

}  // namespace cuttle
