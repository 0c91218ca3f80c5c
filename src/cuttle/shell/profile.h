#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// A point of a meridian: x along the axis, r away from it. By arc length X:
/// r' = cos theta, x' = sin theta, theta' = mu.
struct MeridianPoint {
  double r = 0;      // [m]
  double x = 0;      // [m]
  double theta = 0;  // [rad]
  double mu = 0;     // [1/m]
};

/// A smooth stretch of a meridian, X from its start.
struct ProfilePiece {
  double length = 0;  // [m]
  std::function<MeridianPoint(double X)> at;
};

/// Straight (curvature 0) or circular, from a point on.
ProfilePiece arc_piece(const MeridianPoint& from, double length, double curvature);

/// A cubic spline through the points (r, x), by arc length. At least four points, no two equal.
ProfilePiece spline_piece(const std::vector<double>& r, const std::vector<double>& x);

/// The reference shape of a shell: smooth pieces one after the other, x = 0 at the start.
class Profile {
 public:
  explicit Profile(std::vector<ProfilePiece> pieces);

  double length() const { return ends_.back(); }
  /// 0, the ends of the pieces in between, and the length.
  const std::vector<double>& ends() const { return ends_; }
  /// At an inner end: of the piece before it.
  MeridianPoint at(double X) const;

  /// The same curve walked from its other end.
  Profile reversed() const;

 private:
  std::vector<ProfilePiece> pieces_;
  std::vector<double> ends_;
  double x_start_ = 0;
};

/// What is wrong with a curve as the reference shape of a shell; empty if nothing is.
/// `closed`: its end may lie on the axis (a pole).
std::string profile_fault(const Profile&, bool closed);

}  // namespace cuttle
