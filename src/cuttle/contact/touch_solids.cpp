#include "cuttle/contact/touch_solids.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/broad_phase.h"
#include "cuttle/contact/segment.h"
#include "cuttle/contact/signed_distance.h"
#include "cuttle/contact/solid/solid.h"
#include "cuttle/contact/touch_smooth.h"
#include "cuttle/contact/toucher.h"

namespace cuttle {
namespace {

using Kind = ContactShapeKind;

// A line that rises less than this is level: its ends hold it, and the edges of the other.
constexpr double kLevel = 1e-6;
// A sharp edge is looked at for where it leaves a face if it is nearer than this share of the
// thinner solid.
constexpr double kNearFace = 0.02;
// Less than this slope is flat, and more than that jump of it is a corner.
constexpr double kFlatLine = 0.05, kJump = 0.05;
// Nearer than this share of the thinner solid two places are one, seen from both.
constexpr double kSamePlace = 1e-3;
constexpr int kHalvings = 8;  // until what is out of reach is known to be
constexpr int kSamples = 9;   // of a line along a surface that is not convex

/// Numbers of places: which side touches with what, and which of its places that is.
enum class What { ball, rim, spine, round };
int feature_of(bool turned, What what, int index, int sub) {
  const int kind = 2 * int(what) + (turned ? 1 : 0);
  return int((8u * unsigned(64 * index + std::min(sub, 63)) + unsigned(kind)) & 0x7FFFFFFFu);
}

/// As many as there are places.
class FewNumbers {
 public:
  void add(int i) {
    if (i >= 0 && count_ < numbers_.size()) numbers_[count_++] = i;
  }
  bool contains(int i) const {
    return std::find(numbers_.begin(), numbers_.begin() + count_, i) != numbers_.begin() + count_;
  }

 private:
  std::array<int, 2 * kMaxTouches> numbers_;
  std::size_t count_ = 0;
};

/// The features of one shape on the surface of the other.
class Touching {
 public:
  /// `turned`: it is b whose features touch a.
  Touching(const Toucher& mine, const PlacedShape& other, bool turned, double thinner,
           TouchList& list)
      : mine_(mine),
        other_(other),
        turned_(turned),
        convex_(other.kind != Kind::solid || other.solid->features().convex),
        thinner_(thinner),
        list_(list),
        bounds_(bounds_of(other)) {}

  void run() {
    // lines first: they hide their ends
    if (other_.kind != Kind::plane)
      for (size_t i = 0; i < mine_.spines().size(); ++i) touch_spine(int(i));
    touch_balls();
    for (size_t i = 0; i < mine_.rims().size(); ++i) touch_rim(int(i));
  }

  /// A ball of radius r about x.
  void add(const Vector3& x, double r, const Distance& at, int feature) {
    add(at.d - r, -at.n, x - 0.5 * (r + at.d) * at.n, feature);
  }

  /// n: from mine to the other.
  void add(double gap, const Vector3& n, const Vector3& x, int feature) {
    Touch touch;
    touch.gap = gap;
    touch.n = turned_ ? Vector3(-n) : n;
    touch.x = x;
    touch.feature = feature;
    if (mine_.shape().kind == Kind::capsule && !lay(mine_.shape(), touch, turned_)) return;
    if (other_.kind == Kind::capsule && !lay(other_, touch, !turned_)) return;
    // seen from the other side it may be a part of the depth away
    list_.add_new(touch, kSamePlace * thinner_ + 0.5 * std::max(0.0, -gap));
  }

 private:
  /// Tells where along a capsule a place is; false: it belongs to the next one of the chain.
  static bool lay(const PlacedShape& capsule, Touch& touch, bool second) {
    const auto& [p, q] = capsule.ends;
    const double length2 = (q - p).squaredNorm();
    const double s = length2 > 0 ? (touch.x - p).dot(q - p) / length2 : 0;
    touch.along[second ? 1 : 0] = std::clamp(s, 0.0, 1.0);
    return s < 1 || !capsule.has_next;
  }

  bool far(const Vector3& x, double r) const {
    return (x - bounds_.centre).norm() - bounds_.radius - r >= list_.reach();
  }

  void touch_balls() {
    const std::span<const BallFeature> balls =
        other_.kind == Kind::plane ? mine_.outer_balls() : mine_.balls();
    for (size_t i = 0; i < balls.size(); ++i) {
      const Vector3 x = mine_.place(balls[i].p);
      const double r = balls[i].r;
      if (far(x, r) || hidden_balls_.contains(int(i))) continue;
      if (convex_ || r == 0) {
        const Distance at = signed_distance(other_, x);
        if (at.d - r < list_.reach()) add(x, r, at, feature_of(turned_, What::ball, int(i), 0));
        continue;
      }
      const Pose& X = other_.X;
      std::array<BallPlace, Solid::kMaxBallPlaces> places;
      const int count =
          other_.solid->ball_places(X.R.transpose() * (x - X.p), r, list_.reach(), places);
      for (int k = 0; k < count; ++k) {
        const auto& [at, feature] = places[size_t(k)];
        add(x, r, {at.d, X.R * at.n, X.R * at.H * X.R.transpose()},
            feature_of(turned_, What::ball, int(i) + 2 * feature, 0));
      }
    }
  }

  /// The nearest place of a circle, and three more, each a quarter further: those hold it where it
  /// lies flat.
  void touch_rim(int index) {
    const RimFeature& rim = mine_.rims()[size_t(index)];
    const Vector3 p = mine_.place(rim.p), axis = mine_.way(rim.axis);
    if (far(p, rim.r)) return;
    const Distance at = signed_distance(other_, p);
    if (at.d - rim.r >= list_.reach()) return;
    Vector3 u = axis.dot(at.n) * axis - at.n;
    // flat: any direction, but one that turns with the body
    u = u.norm() > 1e-9 ? u.normalized() : mine_.way(rim.axis.unitOrthogonal());
    const Vector3 v = axis.cross(u);
    const Circle circle{other_, p, u, v, rim.r};
    const double phi = other_.kind == Kind::plane ? 0 : circle.lowest();
    const Vector3 out = phi == 0 ? u : circle.out(phi);
    if (!hidden_rims_.contains(index))
      add_lowest(circle, phi, rim.r, feature_of(turned_, What::rim, index, 0));
    for (int k = 1; k < 4; ++k) {
      const Vector3 side = k == 2 ? Vector3(-out) : Vector3((k == 1 ? 1 : -1) * axis.cross(out));
      const Vector3 x = p + rim.r * side;
      const Distance here = signed_distance(other_, x);
      if (here.d < list_.reach()) add(x, 0, here, feature_of(turned_, What::rim, index, k));
    }
  }

  /// The distance around a circle.
  struct Circle {
    const PlacedShape& other;
    Vector3 p, u, v;
    double r;

    Vector3 out(double phi) const { return std::cos(phi) * u + std::sin(phi) * v; }
    Vector3 at(double phi) const { return p + r * out(phi); }
    Vector3 along(double phi) const { return std::cos(phi) * v - std::sin(phi) * u; }
    double radius(double) const { return 0; }
    double widening() const { return 0; }
    double slope(double phi) const { return signed_distance(other, at(phi)).n.dot(along(phi)); }

    /// From the place that is nearest to the middle of it: Newton's method, and halving where the
    /// distance has a kink.
    double lowest() const {
      double phi = 0;
      for (int i = 0; i < 8; ++i) {
        const Distance here = signed_distance(other, at(phi));
        const double rise = here.n.dot(along(phi));
        const double bend = r * along(phi).dot(here.H * along(phi)) - here.n.dot(out(phi));
        if (std::abs(rise) < 1e-14) return phi;
        if (!(bend > std::abs(rise))) break;
        phi -= rise / bend;
      }
      return halved(phi);
    }
    double halved(double phi) const {
      const double step = slope(phi) < 0 ? 0.1 : -0.1;
      double low = phi, high = phi + step;
      for (int i = 0; i < 40 && slope(high) * step < 0; ++i) {
        low = high;
        high += step;
      }
      if (low > high) std::swap(low, high);
      while (high - low > 1e-13) {
        const double middle = 0.5 * (low + high);
        (slope(middle) < 0 ? low : high) = middle;
      }
      return 0.5 * (low + high);
    }
  };

  /// The distance along a line of balls.
  struct Along {
    const PlacedShape& other;
    Vector3 p, d;
    double r, dr;

    Vector3 at(double s) const { return p + s * d; }
    Vector3 along(double) const { return d.normalized(); }
    double radius(double s) const { return r + s * dr; }
    double widening() const { return dr; }
    double gap(double s) const { return signed_distance(other, at(s)).d - (r + s * dr); }
    double slope(double s) const { return signed_distance(other, at(s)).n.dot(d) - dr; }
    /// Where the slope passes a value; it rises between the two.
    double passes(double value, double low, double high) const {
      while (high - low > 1e-13) {
        const double middle = 0.5 * (low + high);
        (slope(middle) < value ? low : high) = middle;
      }
      return 0.5 * (low + high);
    }
  };

  void touch_spine(int index) {
    const SpineFeature& spine = mine_.spines()[size_t(index)];
    const Along line{other_, mine_.place(spine.p), mine_.way(spine.d), spine.r, spine.dr};
    const double half = 0.5 * line.d.norm(), most = std::max(line.r, line.r + line.dr);
    if (far(line.at(0.5), half + most)) return;
    if (signed_distance(other_, line.at(0.5)).d - half - most >= list_.reach()) return;
    double from = 0, to = 1;
    if (convex_ ? high_above(line) : !bracket(line, from, to)) return;
    if (line.r == 0 && line.dr == 0 && touch_flat(line, index)) return;
    const double length = line.d.norm();
    if (!(line.slope(from) < -kLevel * length) || !(line.slope(to) > kLevel * length)) return;
    if (!convex_ && !narrow(line, from, to)) return;
    const double s = line.passes(0, from, to);
    if (!add_lowest(line, s, length, feature_of(turned_, What::spine, index, 0))) return;
    // the nearer end has handed over to it
    hidden_balls_.add(spine.ball[s < 0.5 ? 0 : 1]);
    hidden_rims_.add(spine.rim[s < 0.5 ? 0 : 1]);
  }

  /// The gap from a convex solid is a convex function along a line: nowhere below its tangents at
  /// both ends. True: these are out of reach.
  bool high_above(const Along& line) const {
    const double near = std::max(list_.reach(), kNearFace * thinner_);
    const Distance first = signed_distance(other_, line.at(0)),
                   last = signed_distance(other_, line.at(1));
    const double low = first.d - line.r, high = last.d - (line.r + line.dr);
    const double down = first.n.dot(line.d) - line.dr, up = last.n.dot(line.d) - line.dr;
    if (!(down < 0 && up > 0)) return std::min(low, high) >= near;
    return low + down * (high - up - low) / (down - up) >= near;
  }

  /// About the lowest of some places of a line; false: it is out of reach in between, too.
  bool bracket(const Along& line, double& from, double& to) const {
    int best = 0;
    double least = line.gap(0);
    for (int k = 1; k <= kSamples; ++k)
      if (const double gap = line.gap(double(k) / kSamples); gap < least) {
        least = gap;
        best = k;
      }
    from = std::max(0.0, double(best - 1) / kSamples);
    to = std::min(1.0, double(best + 1) / kSamples);
    return least - 0.5 * (line.d.norm() + std::abs(line.dr)) / kSamples < list_.reach();
  }

  /// The first halvings of `passes`; false: the lowest place in between is out of reach.
  bool narrow(const Along& line, double& from, double& to) const {
    const double steepest = line.d.norm() + std::abs(line.dr);
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (from + to);
      const Distance at = signed_distance(other_, line.at(middle));
      if (at.d - line.radius(middle) - 0.5 * steepest * (to - from) >= list_.reach()) return false;
      (at.n.dot(line.d) - line.dr < 0 ? from : to) = middle;
    }
    return true;
  }

  /// Where a sharp edge lies flat and leaves a face: both ends of what lies on it. False: nowhere.
  bool touch_flat(const Along& line, int index) {
    const double length = line.d.norm(), first = line.slope(0), last = line.slope(1);
    bool found = false;
    for (const double side : {-1.0, 1.0}) {
      const double bound = side * kFlatLine * length;
      if (!(first < bound && last > bound)) continue;
      const double s = line.passes(bound, 0, 1);
      const double d = line.gap(s), near = 1e-7 + 4 * std::max(0.0, d) / length;
      if (d > kNearFace * thinner_) continue;  // too high above to tell
      const double in = std::clamp(s - side * near, 0.0, 1.0);
      const double out = std::clamp(s + side * near, 0.0, 1.0);
      const Distance here = signed_distance(other_, line.at(in)),
                     beyond = signed_distance(other_, line.at(out));
      // more than the bend of a round face
      const double bend = 2 * near * line.d.dot(here.H * line.d);
      const double flat = here.n.dot(line.d), rise = beyond.n.dot(line.d);
      if (side * (rise - flat) - bend < kJump * length || std::abs(flat) > kFlatLine * length)
        continue;
      found = true;
      // a place of the edge of the other: inside as deep as both faces say, outside the foot
      const Vector3 y = d > 0 ? Vector3(line.at(out) - beyond.d * beyond.n)
                              : line.at(s) - d / (1 + here.n.dot(beyond.n)) * (here.n + beyond.n);
      add_crossing(line.at(s), line.along(s), y, here.n, beyond.n, length,
                   feature_of(turned_, What::spine, index, side < 0 ? 1 : 2));
    }
    return found;
  }

  /// The lowest place of a line or a circle. Where the distance has a kink there, a sharp line
  /// crosses an edge of the other: then the gap is that of the two lines.
  template <class Line>
  bool add_lowest(const Line& line, double s, double length, int feature) {
    const double step = 1e-9;
    const Distance before = signed_distance(other_, line.at(s - step));
    const Distance after = signed_distance(other_, line.at(s + step));
    const Distance at = signed_distance(other_, line.at(s));
    const Vector3 way = line.along(s);
    const double down = before.n.dot(way), up = after.n.dot(way), radius = line.radius(s);
    const bool kink = radius == 0 && line.widening() == 0 && down < 0 && up > 0 &&
                      up - down > 1e-3 && at.d > -thinner_;
    if (radius > 0 && at.d <= 0) return false;  // deeper than the ball
    if (!kink || at.d > 0) {
      if (!(at.d - radius < list_.reach())) return false;
      add(line.at(s), radius, at, feature);
      return true;
    }
    const Vector3 sum = before.n + after.n;
    const Vector3 y = line.at(s) - at.d / (1 + before.n.dot(after.n)) * sum;
    return add_crossing(line.at(s), way, y, before.n, after.n, length, feature);
  }

  /// A sharp line through x along `way`, over the edge through y between two faces.
  bool add_crossing(const Vector3& x, const Vector3& way, const Vector3& y, const Vector3& n,
                    const Vector3& m, double length, int feature) {
    const Vector3 edge = n.cross(m), k = way.cross(edge);
    if (!(k.squaredNorm() > 1e-6 * edge.squaredNorm())) return false;
    Distance at;
    at.n = k.dot(n + m) < 0 ? Vector3(-k.normalized()) : k.normalized();
    at.d = at.n.dot(x - y);
    // the foot of the common normal on the line
    const double t = (y - x).cross(edge).dot(k) / k.squaredNorm();
    if (!(std::abs(t) < length && at.d < list_.reach())) return false;
    add(x + t * way, 0, at, feature);
    return true;
  }

  const Toucher& mine_;
  const PlacedShape& other_;
  bool turned_, convex_;
  double thinner_;
  TouchList& list_;
  Bounds bounds_;
  FewNumbers hidden_balls_, hidden_rims_;
};

bool is_ball(const PlacedShape& shape) {
  return shape.kind == Kind::capsule && is_point(shape.ends);
}

}  // namespace

void touch_solids(const PlacedShape& a, const PlacedShape& b, TouchList& list) {
  const Toucher of_a(a), of_b(b);
  const double thinner = std::min(of_a.thickness(), of_b.thickness());
  Touching on_b(of_a, b, false, thinner, list), on_a(of_b, a, true, thinner, list);
  if (is_ball(a)) return on_b.run();
  if (is_ball(b)) return on_a.run();
  if (of_a.round() > 0 || of_b.round() > 0) {
    const bool first = of_a.round() > 0;
    const SmoothTouch found = first ? touch_smooth(a, b) : touch_smooth(b, a);
    (first ? on_b : on_a).add(found.gap, found.n, found.x, feature_of(!first, What::round, 0, 0));
    return;
  }
  if (a.kind != Kind::plane) on_b.run();
  if (b.kind != Kind::plane) on_a.run();
}

}  // namespace cuttle
