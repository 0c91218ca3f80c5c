#include "cuttle/net/net_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"
#include "cuttle/signal/function.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

namespace {

constexpr double kOnTheGround = 1e-6;    // part of the shortest edge
constexpr double kSlopeStep = 1e-5;      // [m] for the derivatives of formulas
constexpr double kSteepest = 5;          // slope of a ground that counts as a wall
constexpr int kGroundSamples = 1000;     // where it is looked for
constexpr double kLargestHeight = 1e15;  // [m]

int index_of(const NetSpec& spec, const std::string& name) {
  for (std::size_t s = 0; s < spec.segments.size(); ++s)
    if (spec.segments[s].name == name) return int(s);
  return -1;
}

// a place in numbers of the core; edges and nodes count the same but for the last node
struct Place {
  int segment, index;
};
Place node_of(const NetSpec& spec, const NetPlaceSpec& place) {
  const int s = index_of(spec, place.segment);
  const NetSegmentSpec& segment = spec.segments[std::size_t(s)];
  const int count = int(edge_lengths(segment).size()) + (segment.closed ? 0 : 1);
  return {s, place.index < 0 ? place.index + count : place.index};
}
Place edge_of(const NetSpec& spec, const NetPlaceSpec& place) {
  const int s = index_of(spec, place.segment);
  const int count = int(edge_lengths(spec.segments[std::size_t(s)]).size());
  return {s, place.index < 0 ? place.index + count : place.index};
}

double value_at(const std::optional<SignalSpec>& signal, double t, double otherwise) {
  return signal ? Signal(*signal).value(t) : otherwise;
}

NetSegment segment_of(const NetSpec& spec, const NetSegmentSpec& s, double t0) {
  NetSegment segment;
  segment.name = s.name;
  segment.edge_length = edge_lengths(s);
  segment.closed = s.closed;
  segment.young = s.young;
  const double width = s.width.value_or(0), thickness = s.thickness.value_or(0);
  segment.area = s.area.value_or(width * thickness);
  segment.inertia = s.inertia.value_or(width * std::pow(thickness, 3) / 12);
  segment.viscosity = s.viscosity;
  double length = 0;
  for (const double edge : segment.edge_length) length += edge;
  if (s.density) segment.linear_density = *s.density * segment.area;
  if (s.linear_density) segment.linear_density = *s.linear_density;
  if (s.mass) segment.linear_density = *s.mass / length;
  segment.node_mass = s.node_mass;
  segment.drag = s.drag;
  segment.length_drag = s.drag_per_length;
  segment.rest_curvature = s.sma ? s.sma->rest_curvature : value_at(s.rest_curvature, t0, 0);
  if (s.start) segment.start = {(*s.start)[0], (*s.start)[1]};
  segment.angle = s.angle;
  segment.placed_curvature = s.placed_curvature;
  if (!s.start)
    for (const NetBondSpec& bond : spec.bonds)
      for (const NetPlaceSpec& edge : bond.edges)
        if (edge.segment == s.name && index_of(spec, s.name) > 0) segment.placed = false;
  return segment;
}

NetDesign design_of(const NetSpec& spec, const Vector2& gravity, double t0) {
  NetDesign design;
  design.gravity = gravity;
  for (const NetSegmentSpec& s : spec.segments) design.segments.push_back(segment_of(spec, s, t0));
  for (const NetBondSpec& bond : spec.bonds) {
    const Place a = edge_of(spec, bond.edges[0]), b = edge_of(spec, bond.edges[1]);
    design.bonds.push_back({a.segment, a.index, b.segment, b.index, bond.antiparallel});
  }
  for (const NetWeldSpec& weld : spec.welds) {
    const Place a = node_of(spec, weld.nodes[0]), b = node_of(spec, weld.nodes[1]);
    design.welds.push_back({a.segment, a.index, b.segment, b.index});
  }
  for (const NetSupportSpec& support : spec.supports) {
    const Place at = node_of(spec, support.node);
    design.supports.push_back({at.segment, at.index, support.x, support.y});
  }
  for (const NetClampSpec& clamp : spec.clamps)
    design.clamps.push_back({index_of(spec, clamp.segment), clamp.end == NetEnd::end,
                             clamp.order == ClampOrder::second});
  for (const NetLoadSpec& load : spec.loads) {
    const Place at = node_of(spec, load.node);
    design.loads.push_back(
        {at.segment, at.index,
         Vector2(Signal(load.force[0]).value(t0), Signal(load.force[1]).value(t0))});
  }
  return design;
}

// turns all segments about the first node of the first, and lifts them
void move_all(NetDesign& design, double angle, const Vector2& by) {
  const Eigen::Rotation2Dd turn(angle);
  const Vector2 pivot = design.segments.front().start;
  for (NetSegment& segment : design.segments) {
    segment.start = pivot + turn * (segment.start - pivot) + by;
    segment.angle += angle;
  }
}

Vector2 placed_at(const NetDesign& design, const NetData& data, const Place& place) {
  expects(place.segment < int(design.segments.size()), "a place in the net");
  const int node = data.segment_nodes[std::size_t(place.segment)][std::size_t(place.index)];
  return data.placed.segment<2>(2 * node);
}

// level and clearance
NetBuild place(const NetSpec& spec, NetDesign& design) {
  NetBuild build = build_net(design);
  if (build.ok() && spec.level) {
    const Vector2 line = placed_at(design, build.net, node_of(spec, (*spec.level)[1])) -
                         placed_at(design, build.net, node_of(spec, (*spec.level)[0]));
    move_all(design, -std::atan2(line.y(), line.x()), Vector2::Zero());
    build = build_net(design);
  }
  if (build.ok() && spec.clearance) {
    const auto profile = ground_profile(spec);
    double lowest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < build.net.nodes(); ++i)
      lowest =
          std::min(lowest, build.net.placed[2 * i + 1] - profile(build.net.placed[2 * i]).height);
    move_all(design, 0, Vector2(0, *spec.clearance - lowest));
    build = build_net(design);
  }
  return build;
}

void report_faults(const NetSpec& spec, const std::vector<NetFault>& faults,
                   Diagnostics& diagnostics) {
  for (const NetFault& fault : faults) {
    const bool known = fault.segment >= 0 && fault.segment < int(spec.segments.size());
    const Origin& origin = known ? spec.segments[std::size_t(fault.segment)].origin : spec.origin;
    diagnostics.add(origin.error("", fault.what));
  }
}

// a wall has no height over x
void check_ground(const NetModel& net, Diagnostics& diagnostics) {
  const auto profile = ground_profile(net.spec);
  if (!profile) return;
  double left = net.data.placed[0], right = left;
  for (int i = 0; i < net.data.nodes(); ++i) {
    left = std::min(left, net.data.placed[2 * i]);
    right = std::max(right, net.data.placed[2 * i]);
  }
  const double size = right - left;
  for (int i = 0; i <= kGroundSamples; ++i) {
    const double x = left - 2 * size + 5 * size * i / kGroundSamples;
    const GroundPoint point = profile(x);
    const bool finite = std::abs(point.height) < kLargestHeight;
    if (finite && std::abs(point.slope) < kSteepest) continue;
    diagnostics.add(net.spec.ground->origin.error(
        "height",
        finite ? fmt::format("the slope is {:.4g} at X = {:.4g} m: too steep for a ground",
                             point.slope, x)
               : fmt::format("is {} m at X = {:.4g} m", point.height, x),
        finite ? "the ground is a height over X, so it cannot have walls; slopes must stay below 5"
               : ""));
    return;
  }
}

std::vector<std::string> names_of_nodes(const NetData& data) {
  std::vector<std::string> names{std::size_t(data.nodes())};
  for (std::size_t s = 0; s < data.segments.size(); ++s)
    for (std::size_t i = 0; i < data.segment_nodes[s].size(); ++i) {
      std::string& name = names[std::size_t(data.segment_nodes[s][i])];
      if (name.empty()) name = fmt::format("{}.{}", data.segments[s].name, i);
    }
  return names;
}

}  // namespace

std::string node_label(const NetPlaceSpec& place) {
  return place.segment + "_" + (place.index == -1 ? "last" : std::to_string(place.index));
}

int NetModel::free_count() const { return int(data.size() - std::ranges::count(data.fixed, 1)); }

int NetModel::segment(const std::string& segment_name) const {
  return index_of(spec, segment_name);
}

int NetModel::node(const NetPlaceSpec& place) const {
  const Place at = node_of(spec, place);
  return data.segment_nodes[std::size_t(at.segment)][std::size_t(at.index)];
}

SmaLaw sma_law(const SmaSpec& spec) {
  return {.rest_curvature = spec.rest_curvature,
          .amplitude = spec.amplitude,
          .t0 = spec.t0,
          .tau = spec.tau,
          .hot_stiffness = spec.hot_stiffness,
          .period = spec.period,
          .phase = spec.phase.empty() ? 0 : spec.phase.front(),
          .rise = spec.rise};
}

std::function<GroundPoint(double)> ground_profile(const NetSpec& spec) {
  if (!spec.ground) return {};
  const FunctionSpec& height = spec.ground->height;
  if (height.kind == FunctionSpec::Kind::constant)
    return [level = height.values[0]](double) { return GroundPoint{level, 0, 0}; };
  return [formula = std::make_shared<Function>(height, 1.0)](double x) {
    const double before = formula->value(x - kSlopeStep), here = formula->value(x),
                 behind = formula->value(x + kSlopeStep);
    return GroundPoint{.height = here,
                       .slope = (behind - before) / (2 * kSlopeStep),
                       .bend = (behind - 2 * here + before) / (kSlopeStep * kSlopeStep)};
  };
}

ContactState contact_state(const NodeContact& contact) {
  if (contact.mode == NodeContact::Mode::free) return ContactState::open;
  return contact.mode == NodeContact::Mode::stick ? ContactState::sticking : ContactState::sliding;
}

NetState initial_net_state(const NetModel& net) {
  NetState state = placed_state(net.data);
  const auto& [vx, vy, turn] = net.spec.velocity;
  Vector2 center = Vector2::Zero();
  for (int i = 0; i < net.data.nodes(); ++i)
    center += net.data.mass[i] * state.x.segment<2>(2 * i) / net.data.mass.sum();
  for (int i = 0; i < net.data.nodes(); ++i) {
    const Vector2 r = state.x.segment<2>(2 * i) - center;
    state.v.segment<2>(2 * i) = Vector2(vx - turn * r.y(), vy + turn * r.x());
  }
  for (int i = 0; i < net.data.size(); ++i)
    if (net.data.fixed[std::size_t(i)]) state.v[i] = 0;

  // nodes that rest on the ground stick to it
  const auto ground = ground_profile(net.spec);
  if (!ground) return state;
  for (int i = 0; i < net.data.nodes(); ++i) {
    const auto at = std::size_t(2 * i);
    const GroundPoint below = ground(state.x[2 * i]);
    const double gap = (state.x[2 * i + 1] - below.height) / std::hypot(1, below.slope);
    const bool held = net.data.fixed[at] || net.data.fixed[at + 1];
    if (!held && state.v.segment<2>(2 * i).isZero(0) &&
        std::abs(gap) <= kOnTheGround * net.data.shortest_edge)
      state.contact[std::size_t(i)].mode = NodeContact::Mode::stick;
  }
  return state;
}

NetSurroundings surroundings_of(const ScenarioSpec& scenario) {
  return {scenario.gravity, (scenario.frame == WorldFrame::ned ? -1.0 : 1.0) * Vector3::UnitZ(),
          scenario.study.type == StudyType::load_path ? scenario.study.from : 0};
}

std::shared_ptr<NetModel> build_net_model(const NetSurroundings& around, const NetSpec& given,
                                          Diagnostics& diagnostics) {
  auto net = std::make_shared<NetModel>();
  net->name = given.name;
  net->spec = expand_net(given);
  net->position = given.plane.position;
  net->x = given.plane.x;
  net->y = given.plane.y.value_or(around.up);
  if (std::abs(net->x.dot(net->y)) > 1e-6) {
    diagnostics.add(given.plane.origin.error("x", "points up: also give y, at a right angle to x"));
    return nullptr;
  }
  const Vector2 gravity(around.gravity.dot(net->x), around.gravity.dot(net->y));
  NetDesign design = design_of(net->spec, gravity, around.t0);
  NetBuild build = place(net->spec, design);
  if (!build.ok()) {
    report_faults(net->spec, build.faults, diagnostics);
    return nullptr;
  }
  net->data = std::move(build.net);
  net->node_names = names_of_nodes(net->data);
  check_ground(*net, diagnostics);
  return net;
}

}  // namespace cuttle
