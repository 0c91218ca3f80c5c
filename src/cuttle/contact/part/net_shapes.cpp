#include "cuttle/contact/part/net_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/math/turn_between.h"
#include "cuttle/net/body/net_body.h"
#include "cuttle/net/part.h"

namespace cuttle {

namespace {

constexpr double kNodeRadius = 0.05;  // on a ground, of the shortest edge
constexpr double kStraight = 1e-9;    // [m] per metre
constexpr double kNodeDamping = 0.6;  // of sqrt(stiffness * mass)

const NetBody& net_of(const Draft& draft, int body) {
  return static_cast<const NetBody&>(*draft.model.bodies[size_t(body)].family);
}

/// Height and slope at X = 0; false if the ground is anywhere else but on that line.
bool straight(const NetSpec& spec, double size, GroundPoint& line) {
  const auto profile = ground_profile(spec);
  line = profile(0);
  constexpr int kSamples = 200;
  for (int i = -kSamples; i <= kSamples; ++i) {
    const double x = 5 * size * i / kSamples;
    const double off = profile(x).height - line.height - line.slope * x;
    // slopes of formulas are differences
    if (!(std::abs(off) <= kStraight * size + 1e-8 * std::abs(x))) return false;
  }
  return true;
}

}  // namespace

double node_radius(const BodySpec& body) {
  double radius = std::numeric_limits<double>::infinity();
  for (const NetSegmentSpec& segment : body.net->net->segments)
    radius = std::min(radius, 0.5 * segment.thickness.value_or(segment.length / 100));
  return radius;
}

std::vector<ContactShape> node_shapes(const Draft& draft, int body, double radius) {
  const NetBody& net = net_of(draft, body);
  std::vector<ContactShape> shapes;
  for (const NetPoint& node : net.touching_points()) {
    ContactShape& shape = shapes.emplace_back();
    shape.body = body;
    shape.point = net.find_point(node);
    expects(shape.point > 0, "a node that was held");
    shape.radius = {radius, radius};
    shape.mass = net.data().mass[node.part > 0 ? node.to : node.from];
  }
  return shapes;
}

std::vector<NetGroundContact> net_grounds(Draft& draft) {
  std::vector<NetGroundContact> grounds;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& body = *draft.order[i];
    if (!body.net || !body.net->net->ground) continue;
    const NetGroundSpec& spec = *body.net->net->ground;
    const NetBody& net = net_of(draft, int(i));
    GroundPoint line;
    if (!straight(*body.net->net, draft.bodies[i]->reach(), line)) {
      draft.diagnostics.add(spec.origin.error(
          "height",
          fmt::format("is not straight, and the net {} is connected with others", body.name),
          "give a number or a line, such as 0.1 * X; a net for itself may walk on hills"));
      continue;
    }
    NetGroundContact& ground = grounds.emplace_back();
    ground.body = int(i);
    ground.radius = kNodeRadius * net.data().shortest_edge;
    const NetModel& model = net.model();
    const Vector3 normal = (model.y - line.slope * model.x).normalized();
    ground.plane.kind = ContactShapeKind::plane;
    ground.plane.X_PS.R = turn_between(Vector3::UnitZ(), normal).toRotationMatrix();
    ground.plane.X_PS.p = model.in_world({0, line.height}) - ground.radius * normal;
    const double mass = net.data().mass.minCoeff();
    ContactRule& rule = ground.rule;
    rule.name = ground_rule(body.name);
    rule.stiffness = spec.stiffness;
    rule.damping = kNodeDamping * std::sqrt(spec.stiffness * mass);
    rule.static_friction = spec.static_friction;
    rule.kinetic_friction = spec.kinetic_friction.value_or(spec.static_friction);
    rule.tangential_stiffness = spec.stiffness;
    if (rule.rough()) rule.tangential_damping = rule.damping;
    rule.exact = spec.contact == GroundContact::exact;
    rule.across = model.x.cross(model.y);
  }
  return grounds;
}

}  // namespace cuttle
