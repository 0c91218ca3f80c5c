#include "cuttle/contact/panel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cuttle {

PanelShares panel_shares(double u) {
  const double v = 1 - u;
  return {{(1 + 2 * u) * v * v, u * u * (3 - 2 * u)}, {u * v * v, -u * u * v}};
}

Panel::Panel(const PlacedShape& shape)
    : shape_(&shape), radius_(shape.radius[0]), taper_(shape.radius[1] - shape.radius[0]) {
  const Vector3 chord = shape.ends[1] - shape.ends[0];
  const Vector3 a = shape.length * shape.direction[0], b = shape.length * shape.direction[1];
  c_ = {shape.ends[0], a, 3 * chord - 2 * a - b, a + b - 2 * chord};
}

double Panel::extent() const {
  // it lies within the hull of what controls the cubic
  const Vector3 middle = place(0.5);
  double most = 0;
  for (const size_t end : {size_t(0), size_t(1)}) {
    const Vector3 way = shape_->ends[end] - middle;
    const double third = (end == 0 ? 1 : -1) * shape_->length / 3;
    const Vector3 control = way + third * shape_->direction[end];
    most = std::max({most, way.squaredNorm(), control.squaredNorm()});
  }
  return std::sqrt(most);
}

double Panel::past(size_t end, const Vector3& x) const {
  const Vector3 way = x - shape_->ends[end];
  const double along = shape_->direction[end].dot(way) + shape_->taper[end] * way.norm();
  return end == 0 ? -along : along;
}

double Panel::past_rate(size_t end, const Vector3& x, const Vector3& rate) const {
  const Vector3 way = x - shape_->ends[end];
  const double length = way.norm();
  const double along = shape_->direction[end].dot(rate) +
                       (length > 0 ? shape_->taper[end] * way.dot(rate) / length : 0);
  return end == 0 ? -along : along;
}

double Panel::nearest(const Vector3& x) const {
  // of the distance to the axis less the radius
  const auto derivatives = [&](double u) {
    const Vector3 way = x - place(u), b = slope(u);
    const double distance = std::max(way.norm(), std::numeric_limits<double>::min());
    const double along = way.dot(b) / distance;
    return std::pair(-along - taper_,
                     (b.squaredNorm() - along * along - way.dot(bend(u))) / distance);
  };
  if (!(derivatives(0).first < 0)) return 0;
  if (!(derivatives(1).first > 0)) return 1;
  return sign_change(derivatives, 0, 1, true);
}

namespace {

struct Node {
  double u = 0;
  PanelGap::Value value;
};

/// The place between two others where the gap is least; its slope changes sign there.
Node least_between(const PanelGap& gap, Node low, Node high) {
  // Illinois: secants that cannot get stuck at one end
  double f_low = low.value.slope, f_high = high.value.slope;
  Node at = low;
  for (int i = 0; i < 40; ++i) {
    const double u = (low.u * f_high - high.u * f_low) / (f_high - f_low);
    if (!(u > low.u && u < high.u)) break;
    const double moved = u - at.u;
    at = {u, gap.at(u)};
    if (at.value.slope > 0) {
      high = at;
      f_high = at.value.slope;
      f_low *= 0.5;
    } else {
      low = at;
      f_low = at.value.slope;
      f_high *= 0.5;
    }
    if (moved * moved < 1e-16) break;
  }
  return at;
}

}  // namespace

ClippedPanel clip(const PanelGap& gap, double from, double to) {
  std::array<Node, 5> nodes;
  int count = 0;
  for (const double u : {from, 0.5 * (from + to), to}) {
    const Node next{u, gap.at(u)};
    if (count > 0 && nodes[size_t(count - 1)].value.slope < 0 && next.value.slope > 0) {
      const Node least = least_between(gap, nodes[size_t(count - 1)], next);
      nodes[size_t(count++)] = least;
    }
    nodes[size_t(count++)] = next;
  }
  ClippedPanel clipped;
  clipped.least = nodes[0].u;
  clipped.gap = nodes[0].value.gap;
  bool inside = false;
  for (int i = 0; i < count; ++i) {
    const Node& node = nodes[size_t(i)];
    const bool now = node.value.gap < 0;
    if (node.value.gap < clipped.gap) {
      clipped.least = node.u;
      clipped.gap = node.value.gap;
    }
    if (now != inside) {
      double edge = node.u;
      if (i > 0)
        edge = sign_change(
            [&](double u) {
              const PanelGap::Value value = gap.at(u);
              return std::pair(value.gap, value.slope);
            },
            nodes[size_t(i - 1)].u, node.u, inside);
      if (now)
        clipped.pieces[size_t(clipped.count)].from = edge;
      else
        clipped.pieces[size_t(clipped.count++)].to = edge;
    }
    inside = now;
  }
  if (inside) clipped.pieces[size_t(clipped.count++)].to = to;
  return clipped;
}

}  // namespace cuttle
