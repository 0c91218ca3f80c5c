#include "cuttle/shell/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <unsupported/Eigen/Splines>

#include "cuttle/base/error.h"
#include "cuttle/math/quadrature.h"

namespace cuttle {
namespace {

using Spline2 = Eigen::Spline<double, 2, 3>;

// Sub-intervals of a spline between two of its points, each with its own Gauss rule.
constexpr int kParts = 4;
// Samples of a profile that are looked at for crossings.
constexpr int kSamples = 400;

/// A spline by arc length: tables of the parameter, the length and the angle at the part ends.
struct ArcLengthSpline {
  Spline2 curve;
  std::vector<double> u, length, theta;

  double speed(double at) const { return curve.derivatives(at, 1).col(1).matrix().norm(); }

  double part_length(double from, double to) const {
    static const Quadrature gauss = gauss_legendre(6);
    double sum = 0;
    for (Eigen::Index i = 0; i < gauss.nodes.size(); ++i)
      sum += gauss.weights[i] * speed(from + gauss.nodes[i] * (to - from));
    return sum * (to - from);
  }

  MeridianPoint at(double X) const {
    const double s = std::clamp(X, 0.0, length.back());
    const auto above = std::upper_bound(length.begin() + 1, length.end() - 1, s);
    const auto part = size_t(above - length.begin()) - 1;
    double w =
        u[part] + (u[part + 1] - u[part]) * (s - length[part]) / (length[part + 1] - length[part]);
    for (int i = 0; i < 3; ++i) w -= (length[part] + part_length(u[part], w) - s) / speed(w);

    const auto d = curve.derivatives(std::clamp(w, 0.0, 1.0), 2);
    const double r1 = d(0, 1), x1 = d(1, 1), v = std::hypot(r1, x1);
    double angle = std::atan2(x1, r1);
    const double turn = 2 * std::numbers::pi;
    angle += turn * std::round((theta[part] - angle) / turn);
    return {d(0, 0), d(1, 0), angle, (r1 * d(1, 2) - x1 * d(0, 2)) / (v * v * v)};
  }
};

/// True if the open segments a-b and c-d cross.
bool cross(const MeridianPoint& a, const MeridianPoint& b, const MeridianPoint& c,
           const MeridianPoint& d) {
  const auto side = [](const MeridianPoint& p, const MeridianPoint& q, const MeridianPoint& s) {
    return (q.r - p.r) * (s.x - p.x) - (q.x - p.x) * (s.r - p.r);
  };
  // on one line they have no sides, but for round-off
  const double small = 1e-9 * (std::pow(b.r - a.r, 2) + std::pow(b.x - a.x, 2));
  const double least = -small * small;
  return side(a, b, c) * side(a, b, d) < least && side(c, d, a) * side(c, d, b) < least;
}

}  // namespace

ProfilePiece arc_piece(const MeridianPoint& from, double length, double curvature) {
  return {length, [from, curvature](double X) {
            MeridianPoint p{from.r, from.x, from.theta + curvature * X, curvature};
            // chord of the arc: 2 sin(half) / curvature, along the mean angle
            const double half = 0.5 * curvature * X;
            const double chord = std::abs(half) < 1e-8 ? X : X * std::sin(half) / half;
            p.r += chord * std::cos(from.theta + half);
            p.x += chord * std::sin(from.theta + half);
            return p;
          }};
}

ProfilePiece spline_piece(const std::vector<double>& r, const std::vector<double>& x) {
  expects(r.size() == x.size() && r.size() >= 4, "a spline needs four points");
  Eigen::Matrix2Xd points(2, Eigen::Index(r.size()));
  for (size_t i = 0; i < r.size(); ++i) points.col(Eigen::Index(i)) << r[i], x[i];
  auto spline = std::make_shared<ArcLengthSpline>();
  // chord lengths as parameter: even speed
  Eigen::RowVectorXd knots(points.cols());
  Eigen::ChordLengths(points, knots);
  spline->curve = Eigen::SplineFitting<Spline2>::Interpolate(points, 3, knots);

  spline->u = {0};
  spline->length = {0};
  const Eigen::Vector2d start = spline->curve.derivatives(0, 1).col(1);
  spline->theta = {std::atan2(start.y(), start.x())};
  const double turn = 2 * std::numbers::pi;
  for (Eigen::Index i = 1; i < knots.size(); ++i)
    for (int k = 1; k <= kParts; ++k) {
      const double to = knots[i - 1] + (knots[i] - knots[i - 1]) * k / kParts;
      spline->length.push_back(spline->length.back() + spline->part_length(spline->u.back(), to));
      const Eigen::Vector2d d = spline->curve.derivatives(to, 1).col(1);
      double angle = std::atan2(d.y(), d.x());
      angle += turn * std::round((spline->theta.back() - angle) / turn);
      spline->theta.push_back(angle);
      spline->u.push_back(to);
    }
  return {spline->length.back(), [spline](double X) { return spline->at(X); }};
}

Profile::Profile(std::vector<ProfilePiece> pieces) : pieces_(std::move(pieces)), ends_{0} {
  expects(!pieces_.empty(), "a profile has pieces");
  for (const ProfilePiece& piece : pieces_) ends_.push_back(ends_.back() + piece.length);
  x_start_ = pieces_.front().at(0).x;
}

MeridianPoint Profile::at(double X) const {
  size_t i = 0;
  while (i + 1 < pieces_.size() && X > ends_[i + 1]) ++i;
  MeridianPoint p = pieces_[i].at(X - ends_[i]);
  p.x -= x_start_;
  return p;
}

Profile Profile::reversed() const {
  std::vector<ProfilePiece> pieces;
  for (size_t i = pieces_.size(); i-- > 0;) {
    const ProfilePiece piece = pieces_[i];
    pieces.push_back({piece.length, [piece](double X) {
                        MeridianPoint p = piece.at(piece.length - X);
                        p.theta += std::numbers::pi;
                        p.mu = -p.mu;
                        return p;
                      }});
  }
  return Profile(std::move(pieces));
}

std::string profile_fault(const Profile& profile, bool closed) {
  std::vector<MeridianPoint> p(kSamples + 1);
  for (int i = 0; i <= kSamples; ++i) p[size_t(i)] = profile.at(profile.length() * i / kSamples);
  const double small = 1e-9 * profile.length();
  const double at_pole = 1e-4 * profile.length();  // numbers of a file are rounded
  for (int i = 0; i <= kSamples; ++i) {
    const double X = profile.length() * i / kSamples;
    if (p[size_t(i)].r > small || (closed && i == kSamples && p[size_t(i)].r > -at_pole)) continue;
    return fmt::format(
        "the profile {} its axis at X = {:.4g} m (r = {:.3g} m)",
        (i == 0 || i == kSamples) && std::abs(p[size_t(i)].r) <= small ? "touches" : "crosses", X,
        p[size_t(i)].r);
  }
  for (size_t i = 0; i + 1 < p.size(); ++i)
    for (size_t k = i + 2; k + 1 < p.size(); ++k)
      if (cross(p[i], p[i + 1], p[k], p[k + 1]))
        return fmt::format("the profile crosses itself at X = {:.4g} m and X = {:.4g} m",
                           profile.length() * double(i) / kSamples,
                           profile.length() * double(k) / kSamples);
  return {};
}

}  // namespace cuttle
