#include "cuttle/contact/may_touch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace cuttle {

namespace {

// arc of a rod between the facing ends of two of its capsules
double arc_between(const ContactShape& a, const ContactShape& b) {
  return std::abs(a.abscissa - b.abscissa) - 0.5 * (a.length + b.length);
}

double largest_radius(const ContactShape& shape) {
  return std::max(shape.radius[0], shape.radius[1]);
}

bool is_parent(const Model& model, int parent, int child) {
  return parent >= 0 && child >= 0 && model.bodies[size_t(child)].parent == parent;
}

}  // namespace

bool may_touch(const Model& model, const ContactShape& a, const ContactShape& b) {
  if (a.body < 0 && b.body < 0) return false;
  if (is_parent(model, a.body, b.body) || is_parent(model, b.body, a.body)) return false;
  if (a.body != b.body) return true;
  const bool rod = a.point2 >= 0 && b.point2 >= 0;
  return rod &&
         arc_between(a, b) > std::numbers::pi * std::max(largest_radius(a), largest_radius(b));
}

int rule_of(const ContactShape& a, const ContactShape& b) {
  const std::uint64_t rules = (a.side_a & b.side_b) | (b.side_a & a.side_b);
  return rules == 0 ? -1 : std::countr_zero(rules);
}

}  // namespace cuttle
