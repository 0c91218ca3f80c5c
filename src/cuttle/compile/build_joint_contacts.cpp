// Stops and dry friction of joints.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/compile/build_draft.h"
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
  JointContactBuilder(ScenarioDraft& draft, const Workspace& at_start, int body)
      : draft_(draft),
        ws_(at_start),
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
    inertia_ = 1 / ws_.steps[size_t(index_)][s].D_inv(0, 0);
    if (c.stops()) set_stops(i, c);
    if (c.friction.rough()) set_friction(i, c);
    draft_.model.joint_contacts.push_back(c);
  }

  // where nothing is given; 0 (reported): there is no inertia to take it from
  double usual_stiffness(const char* field) {
    if (std::isfinite(inertia_) && inertia_ > 0)
      return inertia_ * std::pow(std::numbers::pi / kImpactTime, 2);
    draft_.diagnostics.add(joint_.origin.error(
        field, "has no default: nothing beyond this joint has inertia", "give a stiffness"));
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
    const bool known = std::isfinite(inertia_) && inertia_ > 0;
    rule.tangential_damping =
        given(joint_.friction_damping, i)
            .value_or(known ? kDamping * std::sqrt(rule.tangential_stiffness * inertia_) : 0);
  }

  ScenarioDraft& draft_;
  const Workspace& ws_;
  int index_;
  const Body& body_;
  const JointSpec& joint_;
  JointCoordinates names_;
  double inertia_ = 0;  // that the coordinate sees at the start
};

}  // namespace

bool has_joint_contacts(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.bodies, [](const BodySpec& body) {
    return !body.joint.limits.empty() || !body.joint.friction.empty();
  });
}

void add_joint_contacts(ScenarioDraft& draft) {
  if (!has_joint_contacts(draft.spec)) return;
  Workspace ws(draft.model);
  forward_dynamics(draft.model, draft.initial, draft.initial_input, ws);
  for (size_t i = 0; i < draft.order.size(); ++i) JointContactBuilder(draft, ws, int(i)).build();
  if (!draft.model.joint_contacts.empty())
    draft.add_actor("joints", std::make_shared<const JointForces>());
}

}  // namespace cuttle
