#pragma once
// How a place on an edge moves with the two nodes of the edge. In the plane a vector is a complex
// number z, and its direction turns by Im(dz / z): all derivatives are those of 1 / z.

#include <array>
#include <complex>

#include "cuttle/math/pose.h"
#include "cuttle/net/net.h"

namespace cuttle {

/// A place on the edge between two nodes, `part` of the way, which turns with the edge: x along it,
/// y to the left of it in the plane.
struct NetPoint {
  int from = 0, to = 0;
  double part = 0;

  bool operator==(const NetPoint&) const = default;
};

class PointMotion {
 public:
  PointMotion() = default;
  PointMotion(const NetPoint& at, const VectorX& x, const VectorX& v, const VectorX& a);

  Pose pose() const;
  Vector6 twist() const;  // about the base, in its axes
  Vector6 bias() const;   // its rate

  /// Twist per velocity of coordinate c (x and y of the first node, then of the second one), and
  /// its first and second time derivative.
  void columns(int c, Vector6& J, Vector6& J1, Vector6& J2) const;
  /// How the turn per coordinate c changes along coordinate d.
  double turn_slope(int c, int d) const;
  /// Displacement and turn of the place per coordinate c.
  Vector2 step(int c) const { return weight_[std::size_t(c / 2)] * Vector2::Unit(c % 2); }
  double turn(int c) const { return std::imag(inverse_ * unit(c)); }
  const Vector2& place() const { return p_; }

 private:
  using Complex = std::complex<double>;
  /// What coordinate c makes of the edge.
  static Complex unit(int c) { return (c < 2 ? -1.0 : 1.0) * (c % 2 ? Complex(0, 1) : Complex(1)); }
  /// A place that turns with a rate moves the origin of the base by rate times this.
  static Vector2 lever(const Vector2& p) { return {p.y(), -p.x()}; }

  Vector2 p_, p1_, p2_;                        // place, velocity, acceleration
  Complex z_, inverse_, inverse1_, inverse2_;  // the edge; 1 / z and its time derivatives
  double rate_ = 0, rate1_ = 0;                // of the direction
  std::array<double, 2> weight_ = {1, 0};
};

/// The same with the own coordinates of the net that the columns belong to; -1: held.
struct PointColumns {
  PointMotion motion;
  std::array<int, 4> own;
  std::array<Vector6, 4> J, J1, J2;
};

}  // namespace cuttle
