#include "cuttle/contact/bristles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuttle {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();
constexpr double kNothingKept = 700;  // exp of more is infinite

/// Bristles that slide now and did not when the step began: they broke loose where their force,
/// taken as linear in time, met the cone.
SlidBristles broken_loose(const ContactRule& rule, const Contact& c, const ContactMemory* before,
                          double t) {
  if (before == nullptr) {
    // since the surfaces met
    const double approach = -c.gap_rate;
    return slide(rule, approach > 0 ? -c.gap / approach : kEver, Vector3::Zero(), Vector3::Zero());
  }
  // at rest, as long as their force says
  if (before->t == kEver) return slide(rule, kEver, c.travel, -c.tangential);
  const Vector3 wanted = c.bristle_stiffness * c.travel + c.bristle_damping * c.slip_rate;
  const double limit = c.friction * c.normal, size = wanted.norm();
  const double held = std::max(0.0, before->limit - before->pull.norm()), beyond = size - limit;
  const double part = held > 0 ? held / (held + beyond) : 0;
  const double then = before->limit + part * (limit - before->limit);
  return slide(rule, (1 - part) * std::max(0.0, t - before->t),
               c.travel_before + part * (c.travel - c.travel_before), then / size * wanted);
}

}  // namespace

// With x = k h / b, the solution of b s' = p + t p' - k s at t = h is
//   k s = e^-x k s_0 + (share - e^-x) p + (1 - share) (p + h p'),     share = (1 - e^-x) / x
SlidBristles slide(const ContactRule& rule, double h, const Vector3& stretch, const Vector3& pull) {
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

BristleStretch bristle_stretch(const ContactRule& rule, const Contact& c,
                               const ContactMemory* before, double t) {
  SlidBristles slid{c.travel, c.bristle_damping, c.travel_share};
  if (c.sliding && (before == nullptr || c.bristle_stiffness > 0))
    slid = broken_loose(rule, c, before, t);
  const Vector3 pull = -c.tangential;
  BristleStretch stretch;
  stretch.now = slid.share * slid.travel + (1 - slid.share) / rule.tangential_stiffness * pull;
  if (!c.sliding)
    stretch.rate = c.slip_rate;
  else if (slid.damping > 0)
    stretch.rate = (pull - rule.tangential_stiffness * slid.travel) / slid.damping;
  return stretch;
}

}  // namespace cuttle
