// Stops and dry friction of joints.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/compile/build_checks.h"
#include "cuttle/core/coordinate_names.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/joint_forces.h"

namespace cuttle {

namespace {

constexpr double kImpactTime = 0.01;  // [s] half a period of a coordinate on its default stop
constexpr double kDamping = 0.6;      // default damping of bristles, of sqrt(stiffness * inertia)

// value i of a list where one value stands for all; none: it is not given
std::optional<double> given(const std::vector<double>& list, size_t i) {
  if (list.empty()) return std::nullopt;
  return list.size() == 1 ? list[0] : list[i];
}

// Makes the contacts of one joint.
class JointContactBuilder {
 public:
  /// `culprit`: body without inertia that leaves the others none that is known; -1: all is well.
  JointContactBuilder(ScenarioDraft& draft, const Workspace& at_start, int culprit, int body)
      : draft_(draft),
        ws_(at_start),
        culprit_(culprit),
        index_(body),
        body_(draft.model.bodies[size_t(body)]),
        joint_(draft.body_spec(body).joint),
        names_(joint_coordinates(body_)) {}

  void build() {
    size_t coordinate = 0;
    for (size_t s = 0; s < body_.steps.size(); ++s) {
      const JointStep& step = body_.steps[s];
      if (step.kind == StepKind::screw && !step.prescribed()) add(s, coordinate);
      coordinate += size_t(step.nv());
    }
  }

 private:
  void add(size_t s, size_t i) {
    const JointStep& step = body_.steps[s];
    JointContact c;
    c.body = index_;
    c.step = int(s);
    c.q = step.q;
    c.v = step.v;
    c.name = body_.name + "." + names_.q[i].name;
    if (i < joint_.limits.size() && joint_.limits[i]) {
      c.low = (*joint_.limits[i])[0];
      c.high = (*joint_.limits[i])[1];
    }
    c.friction.static_friction = given(joint_.friction, i).value_or(0);
    if (!c.stops() && !c.friction.rough()) return;
    inertia_ = culprit_ < 0 ? 1 / ws_.steps[size_t(index_)][s].D_inv(0, 0) : 0;
    if (c.stops()) set_stops(i, c);
    if (c.friction.rough()) set_friction(i, c);
    draft_.model.joint_contacts.push_back(c);
  }

  // where nothing is given; 0 (reported): there is no inertia to take it from
  double usual_stiffness(const char* field) {
    if (inertia_ > 0) return inertia_ * std::pow(std::numbers::pi / kImpactTime, 2);
    const std::string& culprit = draft_.model.bodies[size_t(culprit_)].name;
    draft_.diagnostics.add(joint_.origin.error(
        field,
        culprit_ == index_
            ? "has no default: nothing beyond this joint has inertia that resists its motion"
            : fmt::format("has no default: the inertia beyond this joint cannot be told, because "
                          "{} has none that resists its motion",
                          culprit),
        "give a stiffness"));
    return 0;
  }

  void set_stops(size_t i, JointContact& c) {
    const double q = draft_.initial.q[c.q];
    if (!(q >= c.low && q <= c.high))
      draft_.diagnostics.add(joint_.origin.error(
          "limits",
          fmt::format("{} is {:.6g} {} at the start, outside of [{:.6g}, {:.6g}]", c.name, q,
                      names_.q[i].unit, c.low, c.high),
          "give it an initial value between its limits"));
    const auto k = given(joint_.stop_stiffness, i);
    c.stiffness = k ? *k : usual_stiffness("stop_stiffness");
    c.damping = given(joint_.stop_damping, i).value_or(1 / draft_.model.v_scale[c.v]);
  }

  void set_friction(size_t i, JointContact& c) {
    BristleRule& rule = c.friction;
    rule.kinetic_friction = given(joint_.kinetic_friction, i).value_or(rule.static_friction);
    const auto k = given(joint_.friction_stiffness, i);
    rule.tangential_stiffness = k ? *k : usual_stiffness("friction_stiffness");
    rule.tangential_damping =
        given(joint_.friction_damping, i)
            .value_or(kDamping * std::sqrt(rule.tangential_stiffness * inertia_));
  }

  ScenarioDraft& draft_;
  const Workspace& ws_;
  int culprit_, index_;
  const Body& body_;
  const JointSpec& joint_;
  JointCoordinates names_;
  double inertia_ = 0;  // that the coordinate sees at the start; 0: nobody knows
};

// Of each body, the one whose lack of inertia spoils what is known of it; -1: none.
std::vector<int> culprits(const ScenarioDraft& draft, const Workspace& ws) {
  const std::vector<InertiaFault> faults = inertia_faults(draft, ws);
  std::vector<int> culprits(faults.size(), -1);
  for (int i = int(faults.size()) - 1; i >= 0; --i) {
    int& culprit = culprits[size_t(i)];
    if (faults[size_t(i)] == InertiaFault::none) continue;
    if (faults[size_t(i)] != InertiaFault::spoilt) culprit = i;
    // a sweep that ended at a singular body has not come to those before it
    if (culprit < 0) culprit = ws.singular_body;
    if (const int parent = draft.model.bodies[size_t(i)].parent; parent >= 0)
      culprits[size_t(parent)] = culprit;
  }
  return culprits;
}

}  // namespace

bool has_joint_contacts(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.bodies, [](const BodySpec& body) {
    return !body.joint.limits.empty() || !body.joint.friction.empty();
  });
}

void add_joint_contacts(ScenarioDraft& draft) {
  if (!has_joint_contacts(draft.spec)) return;
  // what cannot move at all is told first
  if (needs_inertia(draft.spec.study)) check_inertia(draft, draft.initial, draft.initial_input);
  if (!draft.sound()) return;
  {
    Workspace ws(draft.model);
    forward_dynamics(draft.model, draft.initial, draft.initial_input, ws);
    const std::vector<int> without = culprits(draft, ws);
    for (size_t i = 0; i < draft.order.size(); ++i)
      JointContactBuilder(draft, ws, without[i], int(i)).build();
  }
  if (draft.model.joint_contacts.empty() || !draft.sound()) return;
  draft.add_actor("joints", std::make_shared<const JointForces>());
  // bristles are slack at first
  State slack = draft.initial;
  slack.v.setZero();
  Workspace ws(draft.model);
  renew_joint_memory(draft.model, slack, ws, true);
  draft.initial.joint_contacts = slack.joint_contacts;
}

}  // namespace cuttle
