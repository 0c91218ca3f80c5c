#include "cuttle/contact/panel_pair.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "cuttle/contact/signed_distance.h"

namespace cuttle {
namespace {

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
    // where the axes meet, all ways out are as long
    const double slope = distance > 0 ? way.dot(panel_.slope(u)) / distance : 0;
    return {gap, slope - panel_.taper()};
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

/// Whether the nearest place of a rod is on this panel of it, and not on its neighbours.
bool faces(const Panel& panel, const Vector3& x) {
  return !(panel.shape().has_previous && is_past(panel, 0, x)) &&
         !(panel.shape().has_next && is_past(panel, 1, x));
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
    if (!faces(other, x)) continue;
    stretches.list[size_t(stretches.count++)] = {from, to};
  }
  return stretches;
}

}  // namespace

bool second_is_panel(const ContactModel& model, const ContactKey& key) {
  return !model.shapes[size_t(key.a)].is_panel() || key.feature == 1;
}

PanelPair::PanelPair(const Model& model, const Workspace& ws, const ContactKey& key, double reach)
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
    look_at_obstacle();
}

Matrix3 PanelPair::curvature(const PanelPlace& at) const {
  if (!other_shape_.is_panel()) return signed_distance(other_, at.p).H;
  const Vector3 way = at.p - other_panel_.place(at.t);
  Matrix3 H = Matrix3::Identity() - at.n * at.n.transpose();
  if (at.t > 0 && at.t < 1) {
    const Vector3 b = other_panel_.slope(at.t);
    H -= b * b.transpose() / (b.squaredNorm() - way.dot(other_panel_.bend(at.t)));
  }
  const double distance = way.norm();
  return distance > 0 ? Matrix3(H / distance) : Matrix3(Matrix3::Zero());
}

std::array<ContactSide, 2> PanelPair::sides_at(const PanelPlace& at, const Vector3& x) const {
  return {panel_side(shape_, panel_, at.u, x, ws_),
          other_shape_.is_panel() ? panel_side(other_shape_, other_panel_, at.t, x, ws_)
                                  : rigid_side(other_shape_, x, ws_)};
}

/// By their middles alone.
bool PanelPair::is_beyond(double reach) const {
  const Vector3 middle = panel_.place(0.5);
  double gap = -panel_.extent() - std::max(shape_.radius[0], shape_.radius[1]);
  if (other_shape_.is_panel())
    gap += (middle - other_panel_.place(0.5)).norm() - other_panel_.extent() -
           std::max(other_shape_.radius[0], other_shape_.radius[1]);
  else
    gap += signed_distance(other_, middle).d;
  return gap >= reach;
}

void PanelPair::look(const PanelGap& gap, double from, double to) {
  const ClippedPanel clipped = clip(gap, from, to);
  for (int i = 0; i < clipped.count && count_ < int(pieces_.size()); ++i)
    pieces_[size_t(count_++)] = clipped.pieces[size_t(i)];
  if (!(clipped.gap >= gap_)) {
    gap_ = clipped.gap;
    least_ = clipped.least;
  }
}

/// A free end has a cap.
void PanelPair::look_at_end(const PanelGap& gap, size_t end) {
  if (end == 0 ? panel_.shape().has_previous : panel_.shape().has_next) return;
  const double here = gap.at(double(end)).gap;
  touches_at_[end] = here < 0;
  if (here < gap_) {
    gap_ = here;
    least_ = double(end);
  }
}

void PanelPair::look_at_obstacle() {
  const ObstacleGap gap(panel_, other_);
  look(gap, 0, 1);
  for (const size_t end : {size_t(0), size_t(1)}) look_at_end(gap, end);
}

void PanelPair::look_at_rod() {
  const bool self = shape_.body == other_shape_.body;
  const double r = std::max(
      {shape_.radius[0], shape_.radius[1], other_shape_.radius[0], other_shape_.radius[1]});
  const RodGap gap(panel_, other_panel_, other_shape_.abscissa - shape_.abscissa,
                   self ? std::numbers::pi * r : 0);
  const Stretches stretches = facing(panel_, other_panel_);
  for (int i = 0; i < stretches.count; ++i)
    look(gap, stretches.list[size_t(i)].from, stretches.list[size_t(i)].to);
  for (const size_t end : {size_t(0), size_t(1)})
    if (faces(other_panel_, panel_.place(double(end)))) look_at_end(gap, end);
}

/// Where two axes meet: square to both.
Vector3 PanelPair::out_of(double u, double t) const {
  const Vector3 along = panel_.slope(u), square = along.cross(other_panel_.slope(t));
  return square.isZero(0) ? along.unitOrthogonal() : square.normalized();
}

PanelPlace PanelPair::place(double u, double length) const {
  PanelPlace at;
  at.length = length;
  at.u = u;
  at.p = panel_.place(u);
  if (other_shape_.is_panel()) {
    const Crossing cross = crossing(other_panel_, at.p);
    const double distance = cross.way.norm();
    at.t = cross.t;
    at.n = distance > 0 ? Vector3(cross.way / distance) : out_of(u, cross.t);
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

}  // namespace cuttle
