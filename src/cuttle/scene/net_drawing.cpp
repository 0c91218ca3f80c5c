#include "cuttle/scene/net_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "cuttle/scene/section_outline.h"

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

SceneRod strip_of(const NetSegmentSpec& spec, const NetSegment& segment, double size, int depth) {
  SceneRod strip;
  strip.outline = outline_of(SectionOutline::square);
  strip.abscissa = {0};
  for (const double edge : segment.edge_length)
    strip.abscissa.push_back(strip.abscissa.back() + edge);
  const double slender = strip.abscissa.back() / kSlenderness;
  const double thickness = std::max(spec.thickness.value_or(slender), kThinnest * size);
  const double width = std::max(spec.width.value_or(slender), kThinnest * size);
  const double part = 0.5 * std::pow(kInside, depth);
  strip.half_y.assign(strip.abscissa.size(), part * thickness);
  strip.half_z.assign(strip.abscissa.size(), part * width);
  return strip;
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

void add_strips(const NetModel& net, Drawing& drawing) {
  Scene& scene = drawing.still;
  const double size = size_of(net.data);
  const std::vector<int> depth = depths(net), dof = free_coordinates(net.data);
  int first = 0;
  for (const SceneRod& rod : scene.rods) first += rod.sections();
  for (std::size_t s = 0; s < net.data.segments.size(); ++s) {
    const NetSegment& segment = net.data.segments[s];
    SceneRod strip = strip_of(net.spec.segments[s], segment, size, depth[s]);
    strip.body = int(scene.bodies.size());
    strip.first = first;
    first += strip.sections();
    const double mass = segment.linear_density * strip.abscissa.back() +
                        segment.node_mass * double(net.data.segment_nodes[s].size());
    const std::string name = net.name == segment.name ? net.name : net.name + "." + segment.name;
    scene.bodies.push_back({name, "net", "", -1, dof[s], mass});
    scene.rods.push_back(std::move(strip));
  }
}

void add_arrows(const NetModel& net, NetSource& source, Scene& scene) {
  const auto node_name = [&](int node) {
    return net.name + "." + net.node_names[std::size_t(node)];
  };
  for (const NetLoadSpec& load : net.spec.loads) {
    source.loads.push_back({net.node(load.node), {load.force[0], load.force[1]}});
    scene.arrows.push_back({"loads." + node_name(source.loads.back().node), ArrowKind::force, "N"});
  }
  if (source.ground)
    for (int node = 0; node < net.data.nodes(); ++node)
      scene.arrows.push_back({"contacts." + node_name(node), ArrowKind::contact, "N"});
}

/// The numbers of one net in one frame.
class NetFrame {
 public:
  NetFrame(const NetSource& source, std::span<const double> record, Scene& scene)
      : source_(source), net_(*source.net), scene_(scene) {
    const std::size_t size = std::size_t(net_.data.nodes()) * kNetNumbers;
    if (!record.empty()) numbers_ = record.subspan(std::size_t(source.first) * kNetNumbers, size);
  }

  void put(double t) {
    for (std::size_t s = 0; s < net_.data.segments.size(); ++s) put_strip(s);
    for (const NetLoadSource& load : source_.loads)
      put_arrow(load.node, {load.force[0].value(t), load.force[1].value(t)});
    if (source_.ground)
      for (int node = 0; node < net_.data.nodes(); ++node) put_contact(node);
    for (const int node : source_.points) put_vector(world(node), scene_.point_position);
  }

 private:
  static void put_vector(const Eigen::VectorXd& values, Channel& channel) {
    for (const double value : values) channel.data.push_back(float(value));
  }
  static void put_number(double value, Channel& channel) { channel.data.push_back(float(value)); }

  double number(int node, std::size_t which) const {
    return numbers_.empty() ? 0 : numbers_[std::size_t(node) * kNetNumbers + which];
  }
  Vector2 place(int node) const {
    if (numbers_.empty()) return net_.data.placed.segment<2>(2 * node);
    return {number(node, 0), number(node, 1)};
  }
  Vector3 world(int node) const { return net_.in_world(place(node)); }
  Vector3 direction(const Vector2& v) const { return v.x() * net_.x + v.y() * net_.y; }

  /// x along the strip, y to the left of it in the plane, z out of the plane.
  Vector4 rotation(const Vector2& tangent) const {
    const Vector3 x = direction(tangent), z = net_.x.cross(net_.y).normalized();
    Matrix3 R;
    R << x, z.cross(x), z;
    return rotation_to_quaternion(R);
  }

  void put_strip(std::size_t s) {
    const NetSegment& segment = net_.data.segments[s];
    const std::vector<int>& nodes = net_.data.segment_nodes[s];
    const std::size_t edges = segment.edge_length.size();
    const auto corner = [&](std::size_t i) { return nodes[i % nodes.size()]; };
    for (std::size_t i = 0; i <= edges; ++i) {
      // the edges before and behind; at an end it is the same one
      std::size_t a = i == 0 ? (segment.closed ? edges - 1 : 0) : i - 1;
      std::size_t b = i == edges ? (segment.closed ? 0 : edges - 1) : i;
      const auto edge = [&](std::size_t k) {
        return Vector2(place(corner(k + 1)) - place(corner(k)));
      };
      const Vector2 e = edge(a), f = edge(b);
      Vector2 tangent = e.normalized() + f.normalized();
      if (tangent.norm() < 1e-6) tangent = f;
      const Vector3 p = world(corner(i));
      const Vector4 q = rotation(tangent.normalized());
      if (i == 0) {
        put_vector(p, scene_.body_position);
        put_vector(q, scene_.body_rotation);
      }
      put_vector(p, scene_.section_position);
      put_vector(q, scene_.section_rotation);
      put_number((e.norm() / segment.edge_length[a] + f.norm() / segment.edge_length[b]) / 2,
                 scene_.stretch);
      put_number(0, scene_.torsion);
      put_number(0, scene_.speed);
      // an end is as curved as the node next to it
      if (!segment.closed && edges > 1) {
        a = std::clamp<std::size_t>(i, 1, edges - 1) - 1;
        b = a + 1;
      }
      put_number(curvature(edge(a), edge(b), segment.edge_length[a] + segment.edge_length[b]),
                 scene_.curvature);
    }
  }

  // size of kappa over the length of the bend
  static double curvature(const Vector2& e, const Vector2& f, double both) {
    const double sine = e.x() * f.y() - e.y() * f.x();
    const double kappa = 2 * sine / (e.norm() * f.norm() + e.dot(f));
    return std::abs(2 * kappa / both);
  }

  void put_arrow(int node, const Vector2& force) {
    put_vector(world(node), scene_.arrow_position);
    put_vector(direction(force), scene_.arrow_vector);
  }

  void put_contact(int node) {
    const double slope = source_.ground(place(node).x()).slope;
    const Vector2 along = Vector2(1, slope).normalized();
    put_arrow(node, number(node, 3) * Vector2(-along.y(), along.x()) + number(node, 4) * along);
    put_number(number(node, 2), scene_.contact_state);
  }

  const NetSource& source_;
  const NetModel& net_;
  Scene& scene_;
  std::span<const double> numbers_;  // (nodes x kNetNumbers), or empty
};

}  // namespace

void add_nets(const Scenario& scenario, Drawing& drawing) {
  int nodes = 0;
  for (const auto& net : scenario.nets) {
    NetSource source{
        .net = net, .first = nodes, .ground = ground_profile(net->spec), .loads = {}, .points = {}};
    nodes += net->data.nodes();
    add_strips(*net, drawing);
    add_arrows(*net, source, drawing.still);
    for (const ProbeSpec& probe : scenario.spec.probes) {
      if (!probe.is("net") || probe.target() != net->name) continue;
      for (const NetPlaceSpec& place : probe.nodes) {
        drawing.still.points.push_back({probe.name + "." + node_label(place)});
        source.points.push_back(net->node(place));
      }
    }
    drawing.nets.push_back(std::move(source));
  }
}

void put_nets(const Drawing& drawing, double t, std::span<const double> record, Scene& scene) {
  for (const NetSource& source : drawing.nets) NetFrame(source, record, scene).put(t);
}

void put_net_speeds(const Scenario& scenario, const State& x, Scene& scene) {
  if (scenario.nets.empty()) return;
  const auto first_body = std::ranges::find(scene.bodies, "net", &SceneBody::family);
  auto strip =
      std::ranges::find(scene.rods, int(first_body - scene.bodies.begin()), &SceneRod::body);
  float* const speed = scene.speed.data.data() + scene.speed.data.size() - scene.speed.frame_size();
  for (std::size_t i = 0; i < scenario.nets.size(); ++i)
    for (const std::vector<int>& nodes : scenario.nets[i]->data.segment_nodes) {
      for (int k = 0; k < strip->sections(); ++k) {
        const int node = nodes[std::size_t(k) % nodes.size()];
        speed[strip->first + k] = float(x.nets[i].v.segment<2>(2 * node).norm());
      }
      ++strip;
    }
}

}  // namespace cuttle
