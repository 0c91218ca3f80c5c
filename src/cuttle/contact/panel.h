#pragma once
// A piece of a smooth rod between two of its points: balls of its radius along a cubic, which has
// the places and the directions of the rod's axis at both ends.

#include <array>

#include "cuttle/core/contact.h"

namespace cuttle {

/// Shares of the places and directions of the ends in a place of the axis.
struct PanelShares {
  std::array<double, 2> weight = {0, 0};
  std::array<double, 2> slope = {0, 0};  // of directions per unit of rest length
};
PanelShares panel_shares(double u);

/// The axis and the radius over u = 0 .. 1.
class Panel {
 public:
  explicit Panel(const PlacedShape& shape);

  Vector3 place(double u) const { return c_[0] + u * (c_[1] + u * (c_[2] + u * c_[3])); }
  Vector3 slope(double u) const { return c_[1] + u * (2 * c_[2] + u * 3 * c_[3]); }
  Vector3 bend(double u) const { return 2 * c_[2] + u * 6 * c_[3]; }
  double radius(double u) const { return radius_ + u * taper_; }
  double taper() const { return taper_; }
  const PlacedShape& shape() const { return *shape_; }
  /// No place of the axis is farther than this from its middle.
  double extent() const;

  /// Where its ball is nearest to x, between 0 and 1; at an end also if x lies beyond it.
  double nearest(const Vector3& x) const;

  /// How far x lies past an end of the panel, along the axis there, and how fast that grows with x:
  /// at a joint of two panels the same for both but for the sign.
  double past(size_t end, const Vector3& x) const;
  double past_rate(size_t end, const Vector3& x, const Vector3& rate) const;

 private:
  const PlacedShape* shape_;
  std::array<Vector3, 4> c_;
  double radius_, taper_;
};

/// The gap along a panel, as a function of u.
class PanelGap {
 public:
  struct Value {
    double gap = 0, slope = 0;
  };
  virtual ~PanelGap() = default;
  virtual Value at(double u) const = 0;
};

/// The pieces of [from, to] where the gap is below zero, and where it is least.
struct ClippedPanel {
  struct Piece {
    double from = 0, to = 0;
  };
  std::array<Piece, 4> pieces;
  int count = 0;
  double least = 0, gap = 0;  // where, and how much
};
ClippedPanel clip(const PanelGap& gap, double from, double to);

/// Where a function changes its sign between two places at which it does, and its slope.
template <class Function>
double sign_change(const Function& value_and_slope, double low, double high, bool rises) {
  double at = 0.5 * (low + high);
  for (int i = 0; i < 60; ++i) {
    const auto [value, slope] = value_and_slope(at);
    ((value > 0) == rises ? high : low) = at;
    double next = at - value / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const bool done = !(next - at > 1e-14 || at - next > 1e-14);
    at = next;
    if (done) break;
  }
  return at;
}

}  // namespace cuttle
