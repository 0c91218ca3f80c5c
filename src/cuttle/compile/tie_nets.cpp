#include "cuttle/compile/tie_nets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cuttle/connection/connection_rows.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/net/net_model.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_place.h"
#include "cuttle/spec/spec_walk.h"

namespace cuttle {

namespace {

constexpr double kInPlane = 1e-6;  // of the length of a net, and of an angle

std::set<std::string> named_bodies(ScenarioSpec& scenario) {
  std::set<std::string> names;
  for_each_reference(value_of(scenario), [&](const std::string& list, const std::string& name) {
    if (list == "bodies") names.insert(name);
  });
  for (const BodySpec& body : scenario.bodies) names.insert(body.parent);
  for (const ContactSpec& contact : scenario.of<ContactSpec>())
    for (const ContactSideSpec& side : contact.between)
      names.insert(side.names.begin(), side.names.end());
  return names;
}

BodySpec body_of(const NetSpec& given, const NetSurroundings& around) {
  BodySpec body;
  body.name = given.name;
  body.origin = given.origin;
  const Vector3 x = given.plane.x.normalized();
  const Vector3 up = given.plane.y.value_or(around.up);
  const Vector3 z = x.cross(up);
  body.pose.position = given.plane.position;
  if (z.norm() > 0) body.pose.rotation << x, z.normalized().cross(x), z.normalized();
  NetBodySpec& net = body.net.emplace();
  net.net = std::make_shared<const NetSpec>(given);
  net.surroundings = around;
  for (const NetSegmentSpec& segment : expand_net(given).segments) {
    const bool counted = segment.edges >= 1;  // else it is reported
    net.strips.push_back(
        {segment.name, counted ? int(edge_lengths(segment).size()) : 0, segment.closed});
  }
  return body;
}

const BodySpec* net_at(const ScenarioSpec& scenario, const ConnectionEndSpec& end) {
  const BodySpec* const body = find_body(scenario, end.body);
  return body && body->net ? body : nullptr;
}

bool same_place(const ConnectionEndSpec& a, const ConnectionEndSpec& b) {
  return a.body == b.body && a.at.kind == b.at.kind && a.at.abscissa == b.at.abscissa &&
         a.at.frame == b.at.frame && a.pose.position == b.pose.position &&
         a.pose.rotation == b.pose.rotation;
}

bool same_ends(const ConnectionSpec& a, const ConnectionSpec& b) {
  return (same_place(a.a, b.a) && same_place(a.b, b.b)) ||
         (same_place(a.a, b.b) && same_place(a.b, b.a));
}

}  // namespace

void tie_nets(ScenarioSpec& scenario) {
  std::erase_if(scenario.bodies, [](const BodySpec& body) { return body.net.has_value(); });
  const std::vector<NetSpec>& nets = scenario.of<NetSpec>();
  if (nets.empty()) return;
  std::set<std::string> wanted = named_bodies(scenario);
  for (const BodySpec& body : scenario.bodies) wanted.erase(body.name);
  std::vector<BodySpec> tied;
  for (const NetSpec& net : nets)
    if (wanted.erase(net.name) > 0) tied.push_back(body_of(net, surroundings_of(scenario)));
  scenario.bodies.insert(scenario.bodies.end(), tied.begin(), tied.end());
}

void check_ties(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const std::vector<ConnectionSpec>& all = scenario.of<ConnectionSpec>();
  if (scenario.of<NetSpec>().empty()) return;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!net_at(scenario, all[i].a) && !net_at(scenario, all[i].b)) continue;
    for (std::size_t j = 0; j < i; ++j)
      if (same_ends(all[i], all[j])) {
        diagnostics.add(all[i].origin.error(
            "", fmt::format("joins the same places as the connection {}", all[j].name),
            "leave out one of the two"));
        break;
      }
  }
}

void check_planes(ScenarioDraft& draft, const Input& u, const State& placed) {
  const std::vector<ConnectionSpec>& specs = draft.spec.of<ConnectionSpec>();
  if (draft.spec.of<NetSpec>().empty() || specs.empty()) return;
  Workspace ws(draft.model);
  update_kinematics(draft.model, placed, u, nullptr, ws);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const Connection& c = draft.model.connections[i];
    for (const Mount* end : {&c.a, &c.b}) {
      const bool first = end == &c.a;
      const BodySpec* const net = net_at(draft.spec, first ? specs[i].a : specs[i].b);
      if (!net) continue;
      const Mount& other = first ? c.b : c.a;
      const Pose plane = ws.bodies[size_t(end->body)].X_WB;
      const Vector3 normal = plane.R.col(2);
      const Pose X = mount_motion(draft.model, ws, other, false).X_WM;
      const double out = normal.dot(X.p - plane.p);
      const double size = draft.bodies[size_t(end->body)]->reach();
      const Origin& origin = specs[i].origin;
      const char* const field = first ? "b" : "a";
      if (std::abs(out) > kInPlane * size) {
        draft.diagnostics.add(origin.error(
            field, fmt::format("is {:.4g} m out of the plane of the net {}", std::abs(out), net->name),
            "nets stay in their plane: move the body, or the net by plane: {position: ...}"));
        break;
      }
      if (c.kind->turns != HeldTurns::all) continue;
      const double tilt = normal.cross(Vector3(X.R.col(2))).norm();
      const double turned = std::atan2(tilt, normal.dot(X.R.col(2)));
      if (turned > kInPlane) {
        draft.diagnostics.add(origin.error(
            field,
            fmt::format("is turned out of the plane of the net {} by {:.4g} rad", net->name,
                        turned),
            "the frame of a node has x along the strip, y to its left and z across the plane: turn "
            "the other frame by pose: {rotation: ...}"));
        break;
      }
    }
  }
}

}  // namespace cuttle
