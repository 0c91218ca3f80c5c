#include "cuttle/compile/tie_nets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cuttle/connection/connection_rows.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/connection/scales.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/dynamics/jacobian.h"
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

/// Reports an end that is out of the plane of the net at the other end.
bool is_in_plane(ScenarioDraft& draft, const ConnectionSpec& spec, const Connection& c, bool first,
                 const Workspace& ws) {
  const int body = first ? c.a.body : c.b.body;
  const std::string& name = draft.model.bodies[size_t(body)].name;
  const Pose& plane = ws.bodies[size_t(body)].X_WB;
  const Pose X = mount_motion(draft.model, ws, first ? c.b : c.a, false).X_WM;
  const Vector3 normal = plane.R.col(2), z = X.R.col(2);
  const char* const field = first ? "b" : "a";
  if (const double out = std::abs(normal.dot(X.p - plane.p));
      out > kInPlane * draft.bodies[size_t(body)]->reach()) {
    draft.diagnostics.add(spec.origin.error(
        field, fmt::format("is {:.4g} m out of the plane of the net {}", out, name),
        "nets stay in their plane: move the body, or the net by plane: {position: ...}"));
    return false;
  }
  const double tilt = std::atan2(normal.cross(z).norm(), normal.dot(z));
  if (c.kind->turns != HeldTurns::all || tilt <= kInPlane) return true;
  draft.diagnostics.add(spec.origin.error(
      field, fmt::format("is turned out of the plane of the net {} by {:.4g} rad", name, tilt),
      "the frame of a node has x along the strip, y to its left and z across the plane: turn the "
      "other frame by pose: {rotation: ...}"));
  return false;
}

/// Can anything that is free move the mount across a direction, at a state?
bool moves_across(const Model& model, const Workspace& ws, const Mount& mount,
                  const Vector3& normal) {
  if (mount.body < 0) return false;
  const Pose X = mount_motion(model, ws, mount, false).X_WM;
  const MatrixX J = jacobian(model, ws, mount.body, mount.point);
  const Pose X_WP = point_pose(ws, mount.body, mount.point);
  // per velocity: of the place, and of the frame's turn out of the plane
  const Vector3 across = X_WP.R.transpose() * normal, arm = X_WP.R.transpose() * (X.p - X_WP.p);
  const VectorX slides =
      J.bottomRows(3).transpose() * across + J.topRows(3).transpose() * arm.cross(across);
  const MatrixX turns = hat(across) * J.topRows(3);
  const double most = std::max(slides.cwiseAbs().maxCoeff(), turns.cwiseAbs().maxCoeff());
  return most > kInPlane * std::max(1.0, J.cwiseAbs().maxCoeff());
}

/// What is left of a kind of connection between two bodies that stay in a plane; null: all of it.
const ConnectionKind* kind_in_plane(const Connection& c, const Vector3& normal) {
  static constexpr ConnectionKind kPin{"spherical", HeldTurns::none, HeldSlides::off_axis},
      kHinge{"revolute", HeldTurns::none, HeldSlides::off_axis},
      kClamp{"fixed", HeldTurns::about_axis, HeldSlides::off_axis};
  if (c.kind->slides != HeldSlides::all) return nullptr;
  switch (c.kind->turns) {
    case HeldTurns::none:
      return &kPin;
    case HeldTurns::off_axis:
      return c.axis.cross(normal).norm() < kInPlane ? &kHinge : nullptr;
    case HeldTurns::all:
      return &kClamp;
    default:
      return nullptr;
  }
}

/// Of what stays in the plane anyhow a tie need not hold it there: rows that nothing can answer are
/// redundant. Its frames then have z across the plane.
void leave_out_rows(const Model& model, const State& placed, const Input& u, Connection& c,
                    bool first) {
  const int net = first ? c.a.body : c.b.body;
  Workspace ws(model);
  // where it is placed, and somewhere else
  State x = placed;
  for (const double part : {0.0, 0.1}) {
    retract(model, placed.q, part * displacement_scale(model), x.q);
    update_kinematics(model, x, u, nullptr, ws);
    const Vector3 normal = ws.bodies[size_t(net)].X_WB.R.col(2);
    if (moves_across(model, ws, first ? c.b : c.a, normal)) return;
  }
  update_kinematics(model, placed, u, nullptr, ws);
  const Matrix3 plane = ws.bodies[size_t(net)].X_WB.R;
  const Matrix3 of_net = mount_motion(model, ws, first ? c.a : c.b, false).X_WM.R;
  const ConnectionKind* const kind = kind_in_plane(c, of_net.transpose() * plane.col(2));
  if (kind == nullptr) return;
  for (Mount* mount : {&c.a, &c.b}) {
    // a clamp keeps what its frames are turned against each other
    const Matrix3 R = kind->turns == HeldTurns::about_axis
                          ? of_net
                          : mount_motion(model, ws, *mount, false).X_WM.R;
    mount->X_PM.R = mount->X_PM.R * R.transpose() * plane;
  }
  c.kind = kind;
  c.axis = Vector3::UnitZ();
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
    const bool first = net_at(draft.spec, specs[i].a) != nullptr;
    if (!first && !net_at(draft.spec, specs[i].b)) continue;
    Connection& c = draft.model.connections[i];
    if (is_in_plane(draft, specs[i], c, first, ws))
      leave_out_rows(draft.model, placed, u, c, first);
  }
}

}  // namespace cuttle
