#include "cuttle/contact/panel_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "cuttle/contact/panel.h"
#include "cuttle/contact/signed_distance.h"

namespace cuttle {
namespace {

// Gauss's rule with four points on 0 .. 1: exact for a parabola of gaps and a spring.
constexpr std::array<double, 4> kGaussPlaces = {0.069431844202973712, 0.33000947820757187,
                                                0.66999052179242813, 0.93056815579702629};
constexpr std::array<double, 4> kGaussWeights = {0.17392742256872693, 0.32607257743127307,
                                                 0.32607257743127307, 0.17392742256872693};

// A Hertz spring has no stiffness at the first touch; solvers take that at this depth.
constexpr double kFirstDepth = 1e-6;  // [m]
/// Where the damper takes the force away, solvers take this part of the stiffness at least.
constexpr double kLeastKept = 0.1;

class ObstacleGap final : public PanelGap {
 public:
  ObstacleGap(const Panel& panel, const PlacedShape& other) : panel_(panel), other_(other) {}
  Value at(double u) const override {
    const Distance to = signed_distance(other_, panel_.place(u));
    return {to.d - panel_.radius(u), to.n.dot(panel_.slope(u)) - panel_.taper()};
  }

 private:
  const Panel& panel_;
  const PlacedShape& other_;
};

/// Where a panel passes the nearest place of another one.
struct Crossing {
  double t = 0;
  Vector3 way = Vector3::Zero();  // from there
};
Crossing crossing(const Panel& other, const Vector3& x) {
  const double t = other.nearest(x);
  return {t, x - other.place(t)};
}

class RodGap final : public PanelGap {
 public:
  RodGap(const Panel& panel, const Panel& other, double arc, double out)
      : panel_(panel), other_(other), arc_(arc), out_(out) {}
  Value at(double u) const override {
    const auto [t, way] = crossing(other_, panel_.place(u));
    const double distance = way.norm();
    double gap = distance - panel_.radius(u) - other_.radius(t);
    // nearer along the same rod its bend alone decides
    const double arc = arc_ + other_.shape().length * (t - 0.5) - panel_.shape().length * (u - 0.5);
    if (std::abs(arc) < out_) gap = std::max(gap, 0.0);
    return {gap, way.dot(panel_.slope(u)) / distance - panel_.taper()};
  }

 private:
  const Panel& panel_;
  const Panel& other_;
  double arc_, out_;  // [m] from the middle of one panel to that of the other; left out
};

/// Stretches of a panel over 0 .. 1 that have their nearest place on another panel, and not on its
/// neighbours. They end where that place is a joint, which both sides of the joint see alike.
struct Stretches {
  std::array<ClippedPanel::Piece, 9> list;
  int count = 0;
};

/// What lies exactly over a joint belongs to the panel that begins there.
bool is_past(const Panel& panel, size_t end, const Vector3& x) {
  const double by = panel.past(end, x);
  return end == 0 ? by > 0 : by >= 0;
}

Stretches facing(const Panel& panel, const Panel& other) {
  std::array<double, 10> edges = {0};
  int count = 1;
  for (const size_t end : {size_t(0), size_t(1)}) {
    const auto past = [&](double u) {
      const Vector3 x = panel.place(u);
      return std::pair(other.past(end, x), other.past_rate(end, x, panel.slope(u)));
    };
    double u = 0;
    bool out = is_past(other, end, panel.place(0));
    for (const double next : {0.5, 1.0}) {
      const bool then = is_past(other, end, panel.place(next));
      if (out != then) edges[size_t(count++)] = sign_change(past, u, next, then);
      u = next;
      out = then;
    }
  }
  std::sort(edges.begin() + 1, edges.begin() + count);
  edges[size_t(count++)] = 1;
  Stretches stretches;
  for (int i = 0; i + 1 < count; ++i) {
    const double from = edges[size_t(i)], to = edges[size_t(i + 1)];
    if (!(to > from)) continue;
    const Vector3 x = panel.place(0.5 * (from + to));
    if (other.shape().has_previous && is_past(other, 0, x)) continue;
    if (other.shape().has_next && is_past(other, 1, x)) continue;
    stretches.list[size_t(stretches.count++)] = {from, to};
  }
  return stretches;
}

/// A place of the panel's axis, and what is across the gap.
struct Place {
  double length = 0;                 // [m] of the rod that it stands for
  double gap = 0, gap_rate = 0;      // [m], [m/s]
  double u = 0, t = 0;               // on the panel, and on the other if it is one
  Vector3 n = Vector3::UnitZ();      // from the other to the panel
  Vector3 p = Vector3::Zero();       // on the axis
  Vector3 x = Vector3::Zero();       // between the surfaces
  std::array<ContactSide, 2> sides;  // the panel, the other
};

class PanelPair {
 public:
  /// Looks for places nearer than `reach`.
  PanelPair(const Model& model, const Workspace& ws, const ContactKey& key, double reach)
      : ws_(ws),
        mine_(second_is_panel(model.contact, key) ? 1 : 0),
        shape_(model.contact.shapes[size_t(mine_ ? key.b : key.a)]),
        other_shape_(model.contact.shapes[size_t(mine_ ? key.a : key.b)]),
        panel_(ws.contact.placed[size_t(mine_ ? key.b : key.a)]),
        other_(ws.contact.placed[size_t(mine_ ? key.a : key.b)]),
        other_panel_(other_) {
    if (is_beyond(reach)) return;
    if (other_shape_.is_panel())
      look_at_rod();
    else
      look(ObstacleGap(panel_, other_), 0, 1);
  }

  /// The side of the contact that the panel is.
  size_t mine() const { return size_t(mine_); }
  double least_gap() const { return gap_; }
  /// Between two rods each gives half.
  double share() const { return other_shape_.is_panel() ? 0.5 : 1; }
  double length() const { return share() * panel_.shape().length; }

  Place nearest_place() const { return place(least_, length()); }

  template <class Visit>
  void for_each_place(const Visit& visit) const {
    for (int i = 0; i < count_; ++i) {
      const auto [from, to] = pieces_[size_t(i)];
      for (size_t k = 0; k < 4; ++k)
        visit(
            place(from + kGaussPlaces[k] * (to - from), kGaussWeights[k] * (to - from) * length()));
    }
    for (const size_t end : {size_t(0), size_t(1)}) {
      if (!touches_at_[end]) continue;
      visit(place(double(end), share() * panel_.shape().radius[end]));
    }
  }

  /// How its normal turns with the axis.
  Matrix3 curvature(const Place& at) const {
    if (!other_shape_.is_panel()) return signed_distance(other_, at.p).H;
    const Vector3 way = at.p - other_panel_.place(at.t);
    Matrix3 H = Matrix3::Identity() - at.n * at.n.transpose();
    if (at.t > 0 && at.t < 1) {
      const Vector3 b = other_panel_.slope(at.t);
      H -= b * b.transpose() / (b.squaredNorm() - way.dot(other_panel_.bend(at.t)));
    }
    return H / way.norm();
  }

  /// The material of both sides at a place that moves with them.
  std::array<ContactSide, 2> sides_at(const Place& at, const Vector3& x) const {
    return {panel_side(shape_, panel_, at.u, x, ws_),
            other_shape_.is_panel() ? panel_side(other_shape_, other_panel_, at.t, x, ws_)
                                    : rigid_side(other_shape_, x, ws_)};
  }

 private:
  /// By their middles alone.
  bool is_beyond(double reach) const {
    const Vector3 middle = panel_.place(0.5);
    double gap = -panel_.extent() - std::max(shape_.radius[0], shape_.radius[1]);
    if (other_shape_.is_panel())
      gap += (middle - other_panel_.place(0.5)).norm() - other_panel_.extent() -
             std::max(other_shape_.radius[0], other_shape_.radius[1]);
    else
      gap += signed_distance(other_, middle).d;
    return gap >= reach;
  }

  void look(const PanelGap& gap, double from, double to) {
    const ClippedPanel clipped = clip(gap, from, to);
    for (int i = 0; i < clipped.count && count_ < int(pieces_.size()); ++i)
      pieces_[size_t(count_++)] = clipped.pieces[size_t(i)];
    if (!(clipped.gap >= gap_)) {
      gap_ = clipped.gap;
      least_ = clipped.least;
    }
    if (from == 0 && !panel_.shape().has_previous) touches_at_[0] = gap.at(0).gap < 0;
    if (to == 1 && !panel_.shape().has_next) touches_at_[1] = gap.at(1).gap < 0;
  }

  void look_at_rod() {
    const bool self = shape_.body == other_shape_.body;
    const double r = std::max(
        {shape_.radius[0], shape_.radius[1], other_shape_.radius[0], other_shape_.radius[1]});
    const RodGap gap(panel_, other_panel_, other_shape_.abscissa - shape_.abscissa,
                     self ? std::numbers::pi * r : 0);
    const Stretches stretches = facing(panel_, other_panel_);
    for (int i = 0; i < stretches.count; ++i)
      look(gap, stretches.list[size_t(i)].from, stretches.list[size_t(i)].to);
  }

  Place place(double u, double length) const {
    Place at;
    at.length = length;
    at.u = u;
    at.p = panel_.place(u);
    if (other_shape_.is_panel()) {
      const Crossing cross = crossing(other_panel_, at.p);
      const double distance = cross.way.norm();
      at.t = cross.t;
      at.n = cross.way / distance;
      at.gap = distance - panel_.radius(u) - other_panel_.radius(at.t);
    } else {
      const Distance to = signed_distance(other_, at.p);
      at.n = to.n;
      at.gap = to.d - panel_.radius(u);
    }
    at.x = at.p - (panel_.radius(u) + 0.5 * at.gap) * at.n;
    at.sides = sides_at(at, at.x);
    at.gap_rate = at.n.dot(side_velocity(at.sides[0], ws_) - side_velocity(at.sides[1], ws_));
    return at;
  }

  const Workspace& ws_;
  int mine_;
  const ContactShape &shape_, &other_shape_;
  Panel panel_;
  const PlacedShape& other_;
  Panel other_panel_;
  std::array<ClippedPanel::Piece, 8> pieces_;
  int count_ = 0;
  double least_ = 0, gap_ = std::numeric_limits<double>::infinity();
  std::array<bool, 2> touches_at_ = {false, false};
};

/// The force per length at a place, and what it does with depth and rate.
struct LineForce {
  double spring = 0, force = 0;       // [N/m]
  double stiffness = 0, damping = 0;  // [N/m^2], [N s/m^2]
};
LineForce line_force(const ContactRule& rule, double gap, double gap_rate) {
  const double depth = -gap, kept = 1 - rule.line_damping * gap_rate;
  LineForce f;
  if (!(depth > 0)) return f;
  f.spring = rule.line_stiffness * (rule.exponent == 1 ? depth : std::pow(depth, rule.exponent));
  f.force = f.spring * std::max(0.0, kept);
  f.stiffness = rule.exponent * f.spring / depth * std::max(kLeastKept, kept);
  f.damping = kept > 0 ? rule.line_damping * f.spring : 0;
  return f;
}

void add(const ContactSide& from, double share, ContactSide& to) {
  to.body = from.body;
  to.points = from.points;
  to.point = from.point;
  for (size_t k = 0; k < size_t(from.points); ++k) {
    to.weight[k] += share * from.weight[k];
    to.slope[k] += share * from.slope[k];
    to.arm[k] += share * from.arm[k];
  }
}

/// A force on the panel, and against it on the other.
void push(const PanelPair& pair, const Place& at, const Vector3& force, PanelSum::Ends& ends) {
  for (size_t s = 0; s < 2; ++s) {
    const ContactSide& side = at.sides[s];
    for (size_t k = 0; k < size_t(side.points); ++k) {
      const PanelSum::End share = share_of(side, k, s == 0 ? force : Vector3(-force));
      PanelSum::End& end = ends[s == 0 ? pair.mine() : 1 - pair.mine()][k];
      end.force += share.force;
      end.moment += share.moment;
    }
  }
}

/// No place touches: how the nearest one would.
void stand_open(const PanelPair& pair, const ContactRule& rule, Contact& c, PanelSum& sum) {
  const Place at = pair.nearest_place();
  c.x = at.x;
  c.n = at.n;
  c.gap_rate = at.gap_rate;
  c.sides[pair.mine()] = at.sides[0];
  c.sides[1 - pair.mine()] = at.sides[1];
  c.stiffness = line_force(rule, -kFirstDepth, 0).stiffness * at.length;
  c.spring = -c.stiffness * c.gap;
  push(pair, at, at.n, sum.row);
}

/// Adds up what touches; false if that is nothing, by rounding.
bool press(const PanelPair& pair, const ContactRule& rule, Contact& c, PanelSum& sum) {
  Vector3 force = Vector3::Zero();
  double spring = 0, slope = 0, pressed_rate = 0;
  Vector3 direction = Vector3::Zero();
  c.x.setZero();
  pair.for_each_place([&](const Place& at) {
    const LineForce f = line_force(rule, at.gap, at.gap_rate);
    const double pressed = f.spring * at.length, stiff = f.stiffness * at.length;
    sum.potential += pressed * -at.gap / (rule.exponent + 1);
    sum.power += (f.force - f.spring) * at.length * at.gap_rate;
    sum.pressure += f.force * at.length;
    force += f.force * at.length * at.n;
    direction += pressed * at.n;
    spring += pressed;
    pressed_rate += pressed * at.gap_rate;
    slope += stiff;
    c.damping += f.damping * at.length;
    c.x += pressed * at.x;
    add(at.sides[0], pressed, c.sides[pair.mine()]);
    add(at.sides[1], pressed, c.sides[1 - pair.mine()]);
    push(pair, at, f.force * at.length * at.n, sum.load);
    push(pair, at, stiff * at.n, sum.row);
  });
  if (!(spring > 0)) return false;
  c.x /= spring;
  c.gap_rate = pressed_rate / spring;
  for (ContactSide& side : c.sides)
    for (size_t k = 0; k < size_t(side.points); ++k) {
      side.weight[k] /= spring;
      side.slope[k] /= spring;
      side.arm[k] /= spring;
    }
  for (auto& side : sum.row)
    for (PanelSum::End& end : side) {
      end.force /= slope;
      end.moment /= slope;
    }
  c.stiffness = slope;
  c.normal = force.norm();
  c.spring = c.normal;
  c.n = (c.normal > 0 ? force : direction).normalized();
  return true;
}

}  // namespace

bool second_is_panel(const ContactModel& model, const ContactKey& key) {
  return !model.shapes[size_t(key.a)].is_panel() || key.feature == 1;
}

bool add_up_panel(const Model& model, const Workspace& ws, double reach, Contact& c,
                  PanelSum& sum) {
  const PanelPair pair(model, ws, c.key, reach);
  if (!(pair.least_gap() < reach)) return false;
  const ContactRule& rule = model.contact.rules[size_t(c.rule)];
  c.gap = pair.least_gap();
  c.length = pair.length();
  if (!(c.gap < 0) || !press(pair, rule, c, sum)) stand_open(pair, rule, c, sum);
  if (pair.mine() == 0) c.n = -c.n;
  return c.x.allFinite();
}

// With n the normal, H how it turns with the place, and f dead in direction at each place:
// C = w'' n n^T - w' H.
void add_panel_tangent(const Model& model, const Contact& c, Workspace& ws) {
  const PanelPair pair(model, ws, c.key, 0);
  const ContactRule& rule = model.contact.rules[size_t(c.rule)];
  pair.for_each_place([&](const Place& at) {
    const LineForce f = line_force(rule, at.gap, at.gap_rate);
    const Vector3 force = f.force * at.length * at.n;
    Coupling coupling;
    coupling.count = 0;
    coupling.C = f.stiffness * at.length * at.n * at.n.transpose() -
                 f.force * at.length * pair.curvature(at);
    coupling.B = f.damping * at.length * at.n * at.n.transpose();
    const std::array<ContactSide, 2> sides = pair.sides_at(at, at.p);
    add_load_tangent(sides[0], force, 1, coupling, ws);
    add_load_tangent(sides[1], -force, -1, coupling, ws);
    ws.couplings.push_back(coupling);
  });
}

}  // namespace cuttle
