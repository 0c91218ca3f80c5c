// What there is to see of a net: every segment is a strip with a section per node; forces of loads
// and of the ground, nodes that probes watch, and the ground.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "cuttle/net/body/net_actuation.h"
#include "cuttle/net/net_model.h"
#include "cuttle/net/net_view.h"
#include "cuttle/net/row.h"
#include "cuttle/signal/signal.h"

namespace cuttle {
namespace {

constexpr double kSlenderness = 60;  // of a strip without a width: so many times longer
constexpr double kThinnest = 0.006;  // of the size of the net, for all strips
constexpr double kInside = 0.985;    // a strip on top of another one is so much smaller

double size_of(const NetData& data) {
  const Eigen::Map<const Eigen::Matrix2Xd> places(data.placed.data(), 2, data.nodes());
  return (places.rowwise().maxCoeff() - places.rowwise().minCoeff()).norm();
}

/// How many strips a strip is inside of: glued edges are at one place, and one of them is seen.
std::vector<int> depths(const NetModel& net) {
  std::map<std::string_view, int> number;
  for (const NetSegmentSpec& segment : net.spec.segments)
    number.emplace(segment.name, int(number.size()));
  // those before it that a segment is glued to
  std::vector<std::vector<int>> before(net.spec.segments.size());
  for (const NetBondSpec& bond : net.spec.bonds) {
    const auto [a, b] =
        std::minmax(number.at(bond.edges[0].segment), number.at(bond.edges[1].segment));
    if (a != b) before[std::size_t(b)].push_back(a);
  }
  std::vector<int> depth(before.size(), 0);
  for (std::size_t s = 0; s < depth.size(); ++s) {
    std::set<int> taken;
    for (const int other : before[s]) taken.insert(depth[std::size_t(other)]);
    while (taken.contains(depth[s])) ++depth[s];
  }
  return depth;
}

/// Free coordinates of the nodes that a segment is the first to own.
std::vector<int> free_coordinates(const NetData& data) {
  std::vector<int> dof(data.segments.size(), 0);
  std::vector<char> counted(std::size_t(data.nodes()), 0);
  for (std::size_t s = 0; s < dof.size(); ++s)
    for (const int node : data.segment_nodes[s]) {
      if (counted[std::size_t(node)]++) continue;
      for (const int k : {0, 1}) dof[s] += data.fixed[std::size_t(2 * node + k)] ? 0 : 1;
    }
  return dof;
}

// size of kappa over the length of the bend
double curvature(const Vector2& e, const Vector2& f, double both) {
  const double sine = e.x() * f.y() - e.y() * f.x();
  const double kappa = 2 * sine / (e.norm() * f.norm() + e.dot(f));
  return std::abs(2 * kappa / both);
}

/// A net in the states of its scenario.
struct DrawnNet {
  std::shared_ptr<const NetModel> model;
  std::shared_ptr<const NetActuation> drive;  // of one that is a body; null: nothing drives it

  Vector2 place(const Snapshot& at, int node) const {
    return view_of(*model, at.x, at.ws).x.segment<2>(2 * node);
  }
  Vector3 world(const Snapshot& at, int node) const { return model->in_world(place(at, node)); }
  Vector3 direction(const Vector2& v) const { return v.x() * model->x + v.y() * model->y; }

  /// x along the strip, y to the left of it in the plane, z out of the plane.
  Matrix3 axes(const Vector2& tangent) const {
    const Vector3 x = direction(tangent), z = model->x.cross(model->y).normalized();
    Matrix3 R;
    R << x, z.cross(x), z;
    return R;
  }

  SectionMotion section(const Snapshot& at, std::size_t s, std::size_t i) const {
    const NetSegment& segment = model->data.segments[s];
    const std::vector<int>& nodes = model->data.segment_nodes[s];
    const std::size_t edges = segment.edge_length.size();
    const auto corner = [&](std::size_t k) { return nodes[k % nodes.size()]; };
    const auto edge = [&](std::size_t k) {
      return Vector2(place(at, corner(k + 1)) - place(at, corner(k)));
    };
    // the edges before and behind; at an end it is the same one
    std::size_t a = i == 0 ? (segment.closed ? edges - 1 : 0) : i - 1;
    std::size_t b = i == edges ? (segment.closed ? 0 : edges - 1) : i;
    const Vector2 e = edge(a), f = edge(b);
    Vector2 tangent = e.normalized() + f.normalized();
    if (tangent.norm() < 1e-6) tangent = f;
    SectionMotion now;
    now.place = world(at, corner(i));
    now.R = axes(tangent.normalized());
    now.stretch = (e.norm() / segment.edge_length[a] + f.norm() / segment.edge_length[b]) / 2;
    // an end is as curved as the node next to it
    if (!segment.closed && edges > 1) {
      a = std::clamp<std::size_t>(i, 1, edges - 1) - 1;
      b = a + 1;
    }
    now.curvature = curvature(edge(a), edge(b), segment.edge_length[a] + segment.edge_length[b]);
    now.speed = view_of(*model, at.x, at.ws).v.segment<2>(2 * corner(i)).norm();
    return now;
  }
};

void draw_strips(const DrawnNet& net, Canvas& canvas) {
  const NetModel& model = *net.model;
  const double size = size_of(model.data);
  const std::vector<int> depth = depths(model), dof = free_coordinates(model.data);
  for (std::size_t s = 0; s < model.data.segments.size(); ++s) {
    const NetSegment& segment = model.data.segments[s];
    const NetSegmentSpec& spec = model.spec.segments[s];
    Strip strip;
    // a body has the name of the net
    const bool alone = model.body < 0 && model.name == segment.name;
    strip.name = alone ? model.name : model.name + "." + segment.name;
    strip.family = "net";
    strip.dof = dof[s];
    strip.abscissa = {0};
    for (const double edge : segment.edge_length)
      strip.abscissa.push_back(strip.abscissa.back() + edge);
    strip.mass = segment.linear_density * strip.abscissa.back() +
                 segment.node_mass * double(model.data.segment_nodes[s].size());
    const double slender = strip.abscissa.back() / kSlenderness;
    const double part = 0.5 * std::pow(kInside, depth[s]);
    strip.half_thickness = part * std::max(spec.thickness.value_or(slender), kThinnest * size);
    strip.half_width = part * std::max(spec.width.value_or(slender), kThinnest * size);
    strip.motion = [net, s](const Snapshot& at, std::size_t i) { return net.section(at, s, i); };
    canvas.strip(std::move(strip));
  }
}

void draw_forces(const DrawnNet& net, Canvas& canvas) {
  const NetModel& model = *net.model;
  const auto node_name = [&](int node) {
    return model.name + "." + model.node_names[std::size_t(node)];
  };
  for (std::size_t i = 0; i < model.spec.loads.size(); ++i) {
    const NetLoadSpec& load = model.spec.loads[i];
    const int node = model.node(load.node);
    const auto motion = [net, node, i, x = Signal(load.force[0]),
                         y = Signal(load.force[1])](const Snapshot& at) -> ForceMotion {
      const Vector2 force =
          net.drive ? net.drive->force(at.u, i) : Vector2(x.value(at.x.t), y.value(at.x.t));
      return {.place = net.world(at, node), .force = net.direction(force)};
    };
    canvas.force({.name = "loads." + node_name(node), .motion = motion});
  }
  if (model.body >= 0) return;  // what touches it is drawn with all contacts of bodies
  const auto ground = ground_profile(model.spec);
  for (int node = 0; ground && node < model.data.nodes(); ++node) {
    const auto motion = [net, node, ground](const Snapshot& at) -> ForceMotion {
      const NodeForce& force = at.ws.nets[std::size_t(net.model->index)].force[std::size_t(node)];
      const double slope = ground(net.place(at, node).x()).slope;
      const Vector2 along = Vector2(1, slope).normalized();
      const Vector2 sum = force.normal * Vector2(-along.y(), along.x()) + force.tangential * along;
      return {.place = net.world(at, node),
              .force = net.direction(sum),
              .contact = contact_state(
                  at.x.nets[std::size_t(net.model->index)].contact[std::size_t(node)])};
    };
    canvas.force({.name = "contacts." + node_name(node), .ground = true, .motion = motion});
  }
}

void draw_probed_nodes(const DrawnNet& net, const std::vector<ProbeSpec>& probes, Canvas& canvas) {
  for (const ProbeSpec& probe : probes) {
    if (!probe.is("net") || probe.target() != net.model->name) continue;
    for (const NetPlaceSpec& place : probe.nodes)
      canvas.point(
          probe.name + "." + node_label(place),
          [net, node = net.model->node(place)](const Snapshot& at) { return net.world(at, node); });
  }
}

void draw_ground(const NetModel& net, Canvas& canvas) {
  if (!net.spec.ground) return;
  canvas.ground({.name = net.name + ".ground",
                 .origin = net.position,
                 .x = net.x,
                 .y = net.y,
                 .at = [profile = ground_profile(net.spec)](double x) {
                   const GroundPoint point = profile(x);
                   return std::pair(point.height, point.slope);
                 }});
}

}  // namespace

void draw_nets(const Built& built, Canvas& canvas) {
  for (const NetSpec& spec : built.spec.of<NetSpec>()) {
    const DrawnNet net{built.actors.find<NetModel>(spec.name),
                       built.actors.find<NetActuation>(spec.name)};
    draw_strips(net, canvas);
    draw_forces(net, canvas);
    draw_probed_nodes(net, built.spec.probes, canvas);
    draw_ground(*net.model, canvas);
  }
}

}  // namespace cuttle
