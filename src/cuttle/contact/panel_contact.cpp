#include "cuttle/contact/panel_contact.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/panel_pair.h"

namespace cuttle {
namespace {

// A Hertz spring has no stiffness at the first touch; solvers take that at this depth.
constexpr double kFirstDepth = 1e-6;  // [m]
/// Where the damper takes the force away, solvers take this part of the stiffness at least.
constexpr double kLeastKept = 0.1;

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
void push(const PanelPair& pair, const PanelPlace& at, const Vector3& force, PanelSum::Ends& ends) {
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
  const PanelPlace at = pair.nearest_place();
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
  pair.for_each_place([&](const PanelPlace& at) {
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
  pair.for_each_place([&](const PanelPlace& at) {
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
