#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/contact/solid/solid.h"

namespace cuttle {

int Solid::ball_places(const Vector3& x, double r, double reach,
                       std::array<BallPlace, kMaxBallPlaces>& places) const {
  places[0] = {distance(x), 0};
  return places[0].at.d - r < reach ? 1 : 0;
}

namespace {

// ------------------------------------------------------------------------------------- ellipsoid

/// x^2 / a^2 + y^2 / b^2 + z^2 / c^2 = 1.
class Ellipsoid final : public Solid {
 public:
  explicit Ellipsoid(const Vector3& semi) : a_(semi) {
    features_.radius = semi.maxCoeff();
    features_.thickness = semi.minCoeff();
    // a share of the least radius of curvature
    features_.round = 0.3 * semi.minCoeff() * semi.minCoeff() / semi.maxCoeff();
  }

  /// The foot y has x = y + t A y with A = diag 1 / a^2; n = A y / |A y|.
  Distance distance(const Vector3& x) const override {
    const Vector3 y = foot(x);
    const Vector3 Ay = y.cwiseQuotient(a_.cwiseAbs2());
    const double length = Ay.norm();
    Distance result;
    result.n = Ay / length;
    result.d = result.n.dot(x - y);
    // the curvature of the surface at its foot, and of the parallel surface through x
    const Matrix3 P = Matrix3::Identity() - result.n * result.n.transpose();
    const Matrix3 S = P * Vector3(a_.cwiseAbs2().cwiseInverse()).asDiagonal() * P / length;
    const Matrix3 parallel = Matrix3::Identity() + result.d * S;
    result.H = S * parallel.inverse();
    return result;
  }

  Vector3 place_with_normal(const Vector3& n) const override {
    const Vector3 an = a_.cwiseProduct(n);
    return a_.cwiseProduct(an) / an.norm();
  }

 private:
  /// Newton's method for sum (a x / (a^2 + t))^2 = 1, from the left: the function is convex and
  /// falls, so no step goes too far.
  Vector3 foot(const Vector3& x) const {
    int k = 0;
    const double least = a_.minCoeff(&k);
    const Vector3 ax = a_.cwiseProduct(x), a2 = a_.cwiseAbs2();
    double t = -least * least + least * std::abs(x[k]);
    for (int j = 0; j < 3; ++j) t = std::max(t, a_[j] * std::abs(x[j]) - a2[j]);
    if (!(t + least * least > 1e-12 * least * least)) {
      // in the plane across the shortest axis; deep inside two sides are as near
      double sum = 0;
      for (int j = 0; j < 3; ++j)
        if (const double apart = a2[j] - a2[k]; apart > 0) sum += ax[j] * ax[j] / (apart * apart);
      if (sum <= 1) return deep_foot(x, k);
      t = -least * least * (1 - 1e-12);
    }
    for (int i = 0; i < 100; ++i) {
      const Vector3 w = ax.cwiseQuotient(a2 + Vector3::Constant(t));
      const double f = w.squaredNorm() - 1;
      const double slope = -2 * (w.cwiseAbs2().cwiseQuotient(a2 + Vector3::Constant(t))).sum();
      const double step = -f / slope;
      if (!(t + step > t)) break;
      t += step;
    }
    Vector3 y = a2.cwiseProduct(x).cwiseQuotient(a2 + Vector3::Constant(t));
    return y / y.cwiseQuotient(a_).norm();  // onto the surface, to the last digit
  }

  /// In the plane between two sides that are as near.
  Vector3 deep_foot(const Vector3& x, int k) const {
    Vector3 y = Vector3::Zero();
    const double a2 = a_[k] * a_[k];
    double rest = 1;
    for (int j = 0; j < 3; ++j) {
      const double apart = a_[j] * a_[j] - a2;
      if (j == k || !(apart > 0)) continue;
      y[j] = std::clamp(a_[j] * a_[j] * x[j] / apart, -a_[j], a_[j]);
      rest -= y[j] * y[j] / (a_[j] * a_[j]);
    }
    y[k] = (x[k] < 0 ? -1 : 1) * a_[k] * std::sqrt(std::max(rest, 0.0));
    return y / y.cwiseQuotient(a_).norm();
  }

  Vector3 a_;
};

// ----------------------------------------------------------------------------------- revolved

/// A convex profile turned about x; its points run along rising x, from axis to axis.
class Revolved final : public Solid {
 public:
  using Profile = std::vector<std::array<double, 2>>;

  explicit Revolved(Profile profile) : profile_(std::move(profile)) {
    for (size_t i = 0; i + 1 < profile_.size(); ++i) {
      const auto& [x0, r0] = profile_[i];
      const auto& [x1, r1] = profile_[i + 1];
      const double length = std::hypot(x1 - x0, r1 - r0);
      sides_.push_back({x0, r0, (x1 - x0) / length, (r1 - r0) / length, length});
    }
    const auto [low, high] = std::pair(profile_.front()[0], profile_.back()[0]);
    features_.center = Vector3(0.5 * (low + high), 0, 0);
    for (const auto& [x, r] : profile_)
      features_.radius = std::max(features_.radius, std::hypot(x - features_.center.x(), r));
    add_features();
    // the largest ball about the axis: where the nearest side is farthest
    const double step = (high - low) / 1000;
    for (int i = 0; i <= 1000; ++i)
      features_.thickness =
          std::max(features_.thickness, -distance(Vector3(low + i * step, 0, 0)).d);
  }

  Distance distance(const Vector3& x) const override {
    const double r = std::sqrt(x.y() * x.y() + x.z() * x.z());
    const bool on_axis = !(r > 1e-12 * features_.radius);
    const Vector3 out = on_axis ? Vector3::UnitY() : Vector3(0, x.y() / r, x.z() / r);
    const Meridian m = meridian(x.x(), r);
    Distance result;
    result.d = m.d;
    result.n = Vector3(m.n_x, 0, 0) + m.n_r * out;
    // along the profile, and around
    const Vector3 along = Vector3(-m.n_r, 0, 0) + m.n_x * out, around = Vector3::UnitX().cross(out);
    const double turning = !on_axis ? m.n_r / r : m.curvature;
    result.H = m.curvature * along * along.transpose() + turning * around * around.transpose();
    return result;
  }

 private:
  struct Meridian {
    double d = -std::numeric_limits<double>::infinity();
    double n_x = 0, n_r = 0;
    double curvature = 0;
  };

  /// From one corner of the profile to the next, along (t_x, t_r).
  struct Side {
    double x = 0, r = 0, t_x = 0, t_r = 0, length = 0;
  };

  Meridian meridian(double x, double r) const {
    Meridian inside;
    double away2 = std::numeric_limits<double>::infinity();  // of the nearest place outside
    double off_x = 0, off_r = 0;
    const Side* facing = nullptr;
    for (const Side& side : sides_) {
      const double dx = x - side.x, dr = r - side.r;
      const double d = dr * side.t_x - dx * side.t_r;
      if (d > inside.d) inside = {d, -side.t_r, side.t_x, 0};
      const double s = dx * side.t_x + dr * side.t_r;
      if (s >= 0 && s <= side.length) {
        if (!(d > 0 && d * d < away2)) continue;
        away2 = d * d;
        facing = &side;
        continue;
      }
      // a corner
      const double at = s < 0 ? 0 : side.length;
      const double to_x = dx - at * side.t_x, to_r = dr - at * side.t_r;
      const double corner2 = to_x * to_x + to_r * to_r;
      if (!(corner2 < away2)) continue;
      away2 = corner2;
      facing = nullptr;
      off_x = to_x;
      off_r = to_r;
    }
    if (inside.d <= 0) return inside;
    const double away = std::sqrt(away2);
    if (!(away > 0)) return inside;
    if (facing != nullptr) return {away, -facing->t_r, facing->t_x, 0};
    return {away, off_x / away, off_r / away, 1 / away};
  }

  void add_features() {
    for (size_t i = 0; i + 1 < profile_.size(); ++i) {
      const auto& [x0, r0] = profile_[i];
      const auto& [x1, r1] = profile_[i + 1];
      if (i > 0 && r0 > 0) features_.rims.push_back({Vector3(x0, 0, 0), Vector3::UnitX(), r0});
      if (x0 == x1) continue;
      const int rims = int(features_.rims.size()), balls = int(features_.balls.size());
      if (r1 == 0) features_.balls.push_back({Vector3(x1, 0, 0), 0});
      // balls that touch the side from its one end to its other
      const double length = std::hypot(x1 - x0, r1 - r0), n_x = (r0 - r1) / length,
                   n_r = (x1 - x0) / length;
      const double R0 = r0 / n_r, R1 = r1 / n_r;
      const Vector3 p(x0 - R0 * n_x, 0, 0), q(x1 - R1 * n_x, 0, 0);
      features_.spines.push_back(
          {p, q - p, R0, R1 - R0, {-1, r1 == 0 ? balls : -1}, {rims - 1, r1 == 0 ? -1 : rims}});
    }
    features_.outer_balls = features_.balls.size();
  }

  Profile profile_;
  std::vector<Side> sides_;
};

}  // namespace

std::shared_ptr<Solid> ellipsoid_solid(const Vector3& semi_axes) {
  return std::make_shared<Ellipsoid>(semi_axes);
}

std::shared_ptr<Solid> cylinder_solid(double radius, double length) {
  const double h = length / 2;
  return std::make_shared<Revolved>(Revolved::Profile{{-h, 0}, {-h, radius}, {h, radius}, {h, 0}});
}

std::shared_ptr<Solid> cone_solid(double radius, double length) {
  return std::make_shared<Revolved>(Revolved::Profile{{0, 0}, {0, radius}, {length, 0}});
}

}  // namespace cuttle
