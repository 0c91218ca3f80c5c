#include "cuttle/sim/probe_net.h"

#include <algorithm>

#include "cuttle/net/net_energy.h"

namespace cuttle {

namespace {

// "leg_0", "leg_last"
std::string label_of(const NetPlaceSpec& place) {
  const std::string number = place.index == -1 ? "last" : std::to_string(place.index);
  return place.segment + "_" + number;
}

// sum of kappa over sum of the lengths of the bends
double mean_curvature(const NetData& net, int segment, const VectorX& x) {
  double kappa = 0, length = 0;
  for (const BendTerm& bend : net.bends) {
    if (bend.segment != segment) continue;
    const Vector2 e = x.segment<2>(2 * bend.j) - x.segment<2>(2 * bend.i);
    const Vector2 f = x.segment<2>(2 * bend.k) - x.segment<2>(2 * bend.j);
    kappa += 2 * (e.x() * f.y() - e.y() * f.x()) / (e.norm() * f.norm() + e.dot(f));
    length += bend.length;
  }
  return kappa / length;
}

}  // namespace

NetTarget make_net_target(std::shared_ptr<const NetModel> net, int index, const ProbeSpec& probe) {
  NetTarget target{
      .net = std::move(net), .index = index, .nodes = {}, .node_labels = {}, .segments = {}};
  for (const NetPlaceSpec& place : probe.nodes) {
    target.nodes.push_back(target.net->node(place));
    target.node_labels.push_back(label_of(place));
  }
  for (const std::string& segment : probe.segments)
    target.segments.push_back(target.net->segment(segment));
  return target;
}

void add_columns(const NetTarget& target, const Model&, ColumnList& list) {
  for (const std::string& label : target.node_labels)
    list.add({label + "_x", label + "_y"}, "m", "place of the node in the plane");
  for (const int segment : target.segments)
    list.add({target.net->data.segments[std::size_t(segment)].name + "_curvature"}, "1/m",
             "mean curvature of the segment");
  list.add({"com_x", "com_y"}, "m", "centre of mass in the plane");
  list.add({"px", "py"}, "N s", "momentum in the plane");
  list.add({"L"}, "N m s", "angular momentum about the origin of the plane");
  list.add({"kinetic"}, "J", "kinetic energy");
  list.add({"elastic"}, "J", "energy of stretching and bending");
  list.add({"gravity"}, "J", "potential of gravity, zero at the origin of the plane");
  list.add({"total"}, "J", "sum of the three");
  list.add({"contacts"}, "-", "nodes that touch the ground");
  list.add({"sticking"}, "-", "of these, the nodes that stick");
  list.add({"normal"}, "N", "sum of the normal forces of the ground");
}

void write(const NetTarget& target, const Snapshot& at, RowWriter& row) {
  const NetData& net = target.net->data;
  const NetState& state = at.x.nets[std::size_t(target.index)];
  const NetReading& reading = at.ws.nets[std::size_t(target.index)];
  for (const int node : target.nodes) row.put_all(Vector2(state.x.segment<2>(2 * node)));
  for (const int segment : target.segments) row.put(mean_curvature(net, segment, state.x));

  Vector2 moment = Vector2::Zero();
  for (int i = 0; i < net.nodes(); ++i) moment += net.mass[i] * state.x.segment<2>(2 * i);
  row.put_all(Vector2(moment / net.mass.sum()));
  row.put_all(net_momentum(net, state.x, state.v));
  const NetEnergy energy = net_energy(net, reading.input, state.x, state.v);
  row.put(energy.kinetic);
  row.put(energy.stretch + energy.bend);
  row.put(-net.gravity.dot(moment));
  row.put(energy.kinetic + energy.stretch + energy.bend - net.gravity.dot(moment));

  const auto count = [&](auto test) {
    return double(std::count_if(state.contact.begin(), state.contact.end(), test));
  };
  row.put(count([](const NodeContact& c) { return c.mode != NodeContact::Mode::free; }));
  row.put(count([](const NodeContact& c) { return c.mode == NodeContact::Mode::stick; }));
  double normal = 0;
  for (const NodeForce& force : reading.force) normal += force.normal;
  row.put(normal);
}

}  // namespace cuttle
