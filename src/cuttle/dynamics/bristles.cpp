#include "cuttle/dynamics/bristles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuttle {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();
constexpr double kNothingKept = 700;  // exp of more is infinite

/// Bristles that slide now and did not when the step began: they broke loose where their force,
/// taken as linear in time, met the cone.
SlidBristles broken_loose(const BristleRule& rule, const Bristles& c, const BristleMemory* before,
                          double met, double t) {
  if (before == nullptr) return slide(rule, met, Vector3::Zero(), Vector3::Zero());
  // at rest, as long as their force says
  if (before->t == kEver) return slide(rule, kEver, c.travel, -c.tangential);
  const Vector3 wanted = c.bristle_stiffness * c.travel + c.bristle_damping * c.slip_rate;
  const double size = wanted.norm();
  const double held = std::max(0.0, before->limit - before->pull.norm()), beyond = size - c.limit;
  const double part = held > 0 ? held / (held + beyond) : 0;
  const double then = before->limit + part * (c.limit - before->limit);
  return slide(rule, (1 - part) * std::max(0.0, t - before->t),
               c.travel_before + part * (c.travel - c.travel_before), then / size * wanted);
}

}  // namespace

// With x = k h / b, the solution of b s' = p + t p' - k s at t = h is
//   k s = e^-x k s_0 + (share - e^-x) p + (1 - share) (p + h p'),     share = (1 - e^-x) / x
SlidBristles slide(const BristleRule& rule, double h, const Vector3& stretch, const Vector3& pull) {
  const double k = rule.tangential_stiffness, b = rule.tangential_damping;
  if (!(h > 0)) return {stretch, b, 1};
  const double x = k * h / b;
  const double kept = x < kNothingKept ? x / std::expm1(x) : 0;  // e^-x / share
  SlidBristles slid;
  slid.damping = k * h / -std::expm1(-x);
  slid.share = b / slid.damping;
  slid.travel = kept * stretch + (1 - kept) / k * pull;
  return slid;
}

void stretch_bristles(const BristleRule& rule, const BristleMemory& memory, double t,
                      const Vector3& pull, const Vector3& displacement, Bristles& c) {
  c.sliding = memory.sliding;
  if (c.sliding && t > memory.t) {
    const SlidBristles slid = slide(rule, t - memory.t, c.travel_before, pull);
    c.travel = slid.travel;
    c.bristle_damping = slid.damping;
    c.travel_share = slid.share;
    return;
  }
  c.travel = c.travel_before + displacement;
  c.bristle_stiffness = rule.tangential_stiffness;
}

void hold_or_slide(const BristleRule& rule, double normal, Bristles& c) {
  c.tangential = -(rule.tangential_stiffness * c.travel + c.bristle_damping * c.slip_rate);
  c.limit = c.friction * normal;
  const double size = c.tangential.norm();
  c.sliding = size > c.limit;
  if (c.sliding) c.tangential *= c.limit / size;
}

BristleStretch bristle_stretch(const BristleRule& rule, const Bristles& c,
                               const BristleMemory* before, double met, double t) {
  SlidBristles slid{c.travel, c.bristle_damping, c.travel_share};
  if (c.sliding && (before == nullptr || c.bristle_stiffness > 0))
    slid = broken_loose(rule, c, before, met, t);
  const Vector3 pull = -c.tangential;
  BristleStretch stretch;
  stretch.now = slid.share * slid.travel + (1 - slid.share) / rule.tangential_stiffness * pull;
  if (!c.sliding)
    stretch.rate = c.slip_rate;
  else if (slid.damping > 0)
    stretch.rate = (pull - rule.tangential_stiffness * slid.travel) / slid.damping;
  return stretch;
}

void remember_bristles(const BristleRule& rule, const Bristles& c, double normal,
                       const Vector3& stretch, BristleMemory& memory) {
  memory.travel = stretch;
  memory.sliding = c.sliding;
  const double friction = c.sliding ? rule.kinetic_friction : rule.static_friction;
  memory.limit = friction * normal;
  memory.pull = -c.tangential;
  // what breaks loose pulls with another coefficient from here on
  if (c.sliding && c.friction != friction) memory.pull *= friction / c.friction;
}

bool changes_rule(const BristleRule& rule, const Bristles& c, const BristleMemory& before) {
  if (before.sliding) return !c.sliding;
  return c.sliding && rule.static_friction != rule.kinetic_friction;
}

}  // namespace cuttle
