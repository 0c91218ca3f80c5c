// Probes of nets.

#include <algorithm>

#include "cuttle/net/net_energy.h"
#include "cuttle/net/net_model.h"
#include "cuttle/net/row.h"

namespace cuttle {

namespace {

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

/// How a net moves, in its plane.
///   <segment>_<node>_x, _y [m]   of the nodes asked for
///   <segment>_curvature [1/m]    mean of the segments asked for: sum of kappa / sum of lengths
///   com_x, com_y [m]             centre of mass
///   px, py [N s], L [N m s]      momentum, angular about the origin of the plane
///   kinetic, elastic, gravity [J], and total, their sum
///   contacts, sticking [-]       nodes that touch the ground, and those of them that stick
///   normal [N]                   sum of the normal forces of the ground
class NetProbe final : public ProbeTarget {
 public:
  NetProbe(const Draft& draft, const ProbeSpec& probe) {
    const NetList& nets = draft.shared<NetList>();
    while (nets[size_t(index_)]->name != probe.target()) ++index_;
    net_ = nets[size_t(index_)];
    for (const NetPlaceSpec& place : probe.nodes) {
      nodes_.push_back(net_->node(place));
      node_labels_.push_back(node_label(place));
    }
    for (const std::string& segment : probe.segments) segments_.push_back(net_->segment(segment));
  }

  void add_columns(const Model&, ColumnList& list) const override {
    for (const std::string& label : node_labels_)
      list.add({label + "_x", label + "_y"}, "m", "position of the node in the plane");
    for (const int segment : segments_)
      list.add({net_->data.segments[std::size_t(segment)].name + "_curvature"}, "1/m",
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

  void write(const Snapshot& at, RowWriter& row) const override {
    const NetData& net = net_->data;
    const NetState& state = at.x.nets[std::size_t(index_)];
    const NetReading& reading = at.ws.nets[std::size_t(index_)];
    for (const int node : nodes_) row.put_all(Vector2(state.x.segment<2>(2 * node)));
    for (const int segment : segments_) row.put(mean_curvature(net, segment, state.x));

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

 private:
  std::shared_ptr<const NetModel> net_;
  int index_ = 0;  // of the scenario's nets
  std::vector<int> nodes_;
  std::vector<std::string> node_labels_;
  std::vector<int> segments_;
};

}  // namespace

ProbeTargetPtr make_net_probe(const Draft& draft, const ProbeSpec& probe) {
  return make_probe<NetProbe>(draft, probe);
}

}  // namespace cuttle
