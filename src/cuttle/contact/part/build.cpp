#include "cuttle/contact/part/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "cuttle/contact/contact_forces.h"
#include "cuttle/contact/find_contacts.h"
#include "cuttle/contact/part/net_shapes.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/contact/part/parties.h"
#include "cuttle/contact/part/shapes.h"
#include "cuttle/math/constants.h"
#include "cuttle/rod/rod_panels.h"
#include "cuttle/rod/rod_span.h"

namespace cuttle {

namespace {

constexpr double kSinking = 0.01;  // part of the radius by which a weight sinks in
constexpr double kDamping = 0.6;   // default damping, of sqrt(stiffness * mass)
constexpr double kDampedAt = 0.1;  // part of the radius: there rods are damped like other shapes

// the rules that somebody takes part in, one bit each
struct Sides {
  std::uint64_t a = 0, b = 0;
};

// Fills the contact model of a draft.
class ContactBuilder {
 public:
  explicit ContactBuilder(Draft& draft)
      : draft_(draft),
        contact_(draft.model.contact),
        body_sides_(draft.order.size()),
        obstacle_sides_(draft.spec.of<ObstacleSpec>().size()) {}

  void build() {
    find_sides();
    for (size_t i = 0; i < body_sides_.size(); ++i) {
      if ((body_sides_[i].a | body_sides_[i].b) == 0) continue;
      const BodySpec& body = *draft_.order[i];
      if (body.rigid) add_rigid(int(i), *body.rigid);
      if (body.rod) add_panels(int(i), *body.rod);
      if (body.net)
        for (const ContactShape& shape : node_shapes(draft_, int(i), node_radius(body)))
          add_shape(shape, int(i), body_sides_[i]);
    }
    add_net_grounds();
    for (size_t i = 0; i < obstacle_sides_.size(); ++i) add_obstacle(i);
    if (!draft_.diagnostics.empty()) return;
    for (size_t i = 0; i < draft_.spec.of<ContactSpec>().size(); ++i) {
      add_rule(int(i));
      check_pairs(int(i));
    }
    contact_.rules.insert(contact_.rules.end(), grounds_.begin(), grounds_.end());
  }

 private:
  void find_sides() {
    std::map<const BodySpec*, size_t> bodies;
    std::map<const ObstacleSpec*, size_t> obstacles;
    for (size_t i = 0; i < draft_.order.size(); ++i) bodies[draft_.order[i]] = i;
    for (size_t i = 0; i < draft_.spec.of<ObstacleSpec>().size(); ++i)
      obstacles[&draft_.spec.of<ObstacleSpec>()[i]] = i;
    for (size_t i = 0; i < draft_.spec.of<ContactSpec>().size(); ++i)
      for (const bool second : {false, true}) {
        const auto mark = [&](Sides& sides) {
          (second ? sides.b : sides.a) |= std::uint64_t(1) << i;
        };
        const ContactParties parties =
            parties_of(draft_.spec, draft_.spec.of<ContactSpec>()[i].between[second ? 1 : 0]);
        for (const BodySpec* body : parties.bodies) mark(body_sides_[bodies.at(body)]);
        for (const ObstacleSpec* one : parties.obstacles) mark(obstacle_sides_[obstacles.at(one)]);
      }
  }

  void add_shape(ContactShape shape, int body, const Sides& sides) {
    shape.body = body;
    shape.side_a = sides.a;
    shape.side_b = sides.b;
    contact_.shapes.push_back(shape);
  }

  void add_rigid(int body, const RigidSpec& rigid) {
    for (const TouchSpec& touch : touching_shapes(rigid)) {
      if (!is_one_shape(touch)) {
        draft_.diagnostics.add(
            touch.origin.error("", "is not a shape", "give exactly one of sphere, box, mesh, ..."));
        continue;
      }
      add_shape(shape_of(touch), body, body_sides_[size_t(body)]);
    }
  }

  // rules behind those of the file
  void add_net_grounds() {
    const size_t rules = draft_.spec.of<ContactSpec>().size();
    for (NetGroundContact& ground : net_grounds(draft_)) {
      const size_t rule = rules + grounds_.size();
      if (rule >= kMaxContactRules) {
        draft_.diagnostics.add(draft_.spec.origin.error(
            "nets", fmt::format("more than {} contacts and grounds", kMaxContactRules)));
        return;
      }
      Sides nodes, plane;
      nodes.a = plane.b = std::uint64_t(1) << rule;
      for (const ContactShape& shape : node_shapes(draft_, ground.body, ground.radius))
        add_shape(shape, ground.body, nodes);
      add_shape(ground.plane, -1, plane);
      grounds_.push_back(std::move(ground.rule));
    }
  }

  void add_obstacle(size_t index) {
    const ObstacleSpec& obstacle = draft_.spec.of<ObstacleSpec>()[index];
    const int kinds = int(obstacle.plane.has_value()) + int(obstacle.height_field.has_value()) +
                      int(is_one_shape(obstacle.shape));
    if (kinds != 1) {
      draft_.diagnostics.add(obstacle.origin.error(
          "", "is not a shape", "give exactly one of plane, sphere, box, mesh, ..."));
      return;
    }
    add_shape(obstacle.plane          ? shape_of(*obstacle.plane)
              : obstacle.height_field ? shape_of(*obstacle.height_field, obstacle.shape.pose)
                                      : shape_of(obstacle.shape),
              -1, obstacle_sides_[index]);
  }

  void add_panels(int body, const RodSpec& spec) {
    const Rod& rod = rod_of(draft_.model, body);
    const std::vector<RodPanel> panels = panels_of(spec);
    const int first = int(contact_.shapes.size()), count = int(panels.size());
    for (int i = 0; i < count; ++i) {
      const RodPanel& panel = panels[size_t(i)];
      if (!(std::min(panel.radius[0], panel.radius[1]) > 0)) {
        draft_.diagnostics.add(
            spec.origin.error("", fmt::format("its radius vanishes between X = {:.6g} m and {:.6g} "
                                              "m, where it takes part in contacts",
                                              panel.from, panel.to)));
        return;
      }
      ContactShape shape;
      shape.point = rod_point(rod, panel.from);
      shape.point2 = rod_point(rod, panel.to);
      shape.radius = panel.radius;
      shape.abscissa = 0.5 * (panel.from + panel.to);
      shape.length = panel.to - panel.from;
      shape.half_length = 0.5 * shape.length;
      shape.previous = i > 0 ? first + i - 1 : -1;
      shape.next = i + 1 < count ? first + i + 1 : -1;
      add_shape(shape, body, body_sides_[size_t(body)]);
    }
  }

  // does anything but a drive decide where the body is?
  bool is_free(int body) const {
    for (; body >= 0; body = draft_.model.bodies[size_t(body)].parent) {
      const Body& b = draft_.model.bodies[size_t(body)];
      if (b.n() > 0) return true;
      for (const JointStep& step : b.steps)
        if (step.nv() > 0 && !step.prescribed()) return true;
    }
    return false;
  }

  // mass of the lightest moving body, smallest radius or half edge, smallest radius of a rod
  struct Scale {
    double mass = std::numeric_limits<double>::infinity();
    double radius = std::numeric_limits<double>::infinity();
    double rod = std::numeric_limits<double>::infinity();
  };
  Scale scale_of(int rule) const {
    Scale scale;
    for (const ContactShape& shape : contact_.shapes) {
      if (((shape.side_a | shape.side_b) >> rule & 1) == 0) continue;
      scale.radius = std::min(scale.radius, least_radius(shape));
      if (shape.is_panel()) scale.rod = std::min({scale.rod, shape.radius[0], shape.radius[1]});
      if (shape.body < 0 || !is_free(shape.body)) continue;
      const double mass = draft_.model.bodies[size_t(shape.body)].family->mass();
      if (mass > 0) scale.mass = std::min(scale.mass, mass);
    }
    return scale;
  }

  void add_rule(int index) {
    const ContactSpec& spec = draft_.spec.of<ContactSpec>()[size_t(index)];
    const FrictionSpec& friction = spec.friction;
    const Scale scale = scale_of(index);
    const bool rough = friction.static_coefficient > 0;
    const bool given = spec.stiffness && spec.damping && (!rough || friction.damping);
    if (!given && !std::isfinite(scale.mass)) {
      draft_.diagnostics.add(
          spec.origin.error(spec.stiffness ? "damping" : "stiffness",
                            "has no default: no body with mass moves freely in this contact",
                            "give stiffness and damping, and those of friction"));
      return;
    }
    ContactRule rule;
    rule.name = spec.name;
    rule.exponent = spec.exponent;
    const double depth = kSinking * scale.radius;
    rule.stiffness = spec.stiffness.value_or(scale.mass * kEarth / std::pow(depth, spec.exponent));
    // slope of the force where a weight would sink to
    const double slope = rule.stiffness * spec.exponent * std::pow(depth, spec.exponent - 1);
    rule.damping = spec.damping.value_or(kDamping * std::sqrt(slope * scale.mass));
    rule.static_friction = friction.static_coefficient;
    rule.kinetic_friction = friction.kinetic_coefficient.value_or(rule.static_friction);
    rule.tangential_stiffness = friction.stiffness.value_or(slope);
    if (rough)
      rule.tangential_damping =
          friction.damping.value_or(kDamping * std::sqrt(rule.tangential_stiffness * scale.mass));
    if (std::isfinite(scale.rod)) spread(spec, scale.rod, kDampedAt * scale.radius, rule);
    contact_.rules.push_back(rule);
  }

  // A piece of a rod as long as thick is as stiff as a place of other shapes and, at a depth, as
  // damped. Bristles alike.
  static void spread(const ContactSpec& spec, double radius, double depth, ContactRule& rule) {
    const double share = 1 / (2 * radius);
    rule.line_stiffness = spec.line_stiffness.value_or(share * rule.stiffness);
    rule.line_damping = spec.line_damping.value_or(
        rule.damping / (rule.stiffness * std::pow(depth, spec.exponent)));
    rule.line = rule;
    rule.line.tangential_stiffness *= share;
    rule.line.tangential_damping *= share;
  }

  // a contact that nothing can ever make is a mistake
  void check_pairs(int rule) {
    std::set<std::string> earlier;
    for (const ContactShape& a : contact_.shapes) {
      if ((a.side_a >> rule & 1) == 0) continue;
      for (const ContactShape& b : contact_.shapes) {
        if ((b.side_b >> rule & 1) == 0 || &a == &b || !may_touch(draft_.model, a, b)) continue;
        const int other = rule_of(a, b);
        if (other == rule) return;
        earlier.insert(draft_.spec.of<ContactSpec>()[size_t(other)].name);
      }
    }
    const ContactSpec& spec = draft_.spec.of<ContactSpec>()[size_t(rule)];
    if (!earlier.empty())
      draft_.diagnostics.add(spec.origin.error(
          "between",
          fmt::format("all of its pairs belong to earlier contacts: {}", fmt::join(earlier, ", ")),
          "the first contact that matches a pair counts: put the more specific ones first"));
    else
      draft_.diagnostics.add(spec.origin.error(
          "between", "nothing here can ever touch: the rod is too short for its thickness",
          "an arc of pi times the radius is left out between two places of a rod"));
  }

  Draft& draft_;
  ContactModel& contact_;
  std::vector<Sides> body_sides_, obstacle_sides_;
  std::vector<ContactRule> grounds_;  // of nets
};

}  // namespace

void build_contacts(Draft& draft) {
  ContactBuilder(draft).build();
  if (!draft.model.contact.empty())
    draft.add_actor("contacts", std::make_shared<const ContactForces>());
}

}  // namespace cuttle
