// Probes of nets.

#include "cuttle/core/model.h"
#include "cuttle/net/body/net_actuation.h"
#include "cuttle/net/net_energy.h"
#include "cuttle/net/net_model.h"
#include "cuttle/net/net_view.h"
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
  NetProbe(const Draft& draft, const ProbeSpec& probe)
      : net_(draft.find_actor<NetModel>(probe.target())),
        drive_(draft.find_actor<NetActuation>(probe.target())),
        ground_(ground_rule(probe.target())) {
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
    const auto [x, v] = view_of(*net_, at.x, at.ws);
    for (const int node : nodes_) row.put_all(Vector2(x.segment<2>(2 * node)));
    for (const int segment : segments_) row.put(mean_curvature(net, segment, x));

    Vector2 moment = Vector2::Zero();
    for (int i = 0; i < net.nodes(); ++i) moment += net.mass[i] * x.segment<2>(2 * i);
    row.put_all(Vector2(moment / net.mass.sum()));
    row.put_all(net_momentum(net, x, v));
    const NetEnergy energy = net_energy(net, input_of(at), x, v);
    row.put(energy.kinetic);
    row.put(energy.stretch + energy.bend);
    row.put(-net.gravity.dot(moment));
    row.put(energy.kinetic + energy.stretch + energy.bend - net.gravity.dot(moment));

    const Touch touch = net_->body < 0 ? own_touch(at) : touch_of_body(at);
    row.put(touch.count);
    row.put(touch.sticking);
    row.put(touch.normal);
  }

 private:
  struct Touch {
    double count = 0, sticking = 0;  // nodes
    double normal = 0;               // [N]
  };

  const NetInput& input_of(const Snapshot& at) const {
    if (net_->body < 0) return at.ws.nets[std::size_t(net_->index)].input;
    NetInput& input = NetBody::scratch(at.ws.bodies[std::size_t(net_->body)]).other;
    set_rest_input(net_->data, input);
    if (drive_) drive_->set(at.u, input);
    return input;
  }

  Touch own_touch(const Snapshot& at) const {
    Touch touch;
    for (const NodeContact& contact : at.x.nets[std::size_t(net_->index)].contact) {
      touch.count += contact.mode != NodeContact::Mode::free ? 1 : 0;
      touch.sticking += contact.mode == NodeContact::Mode::stick ? 1 : 0;
    }
    for (const NodeForce& force : at.ws.nets[std::size_t(net_->index)].force)
      touch.normal += force.normal;
    return touch;
  }

  // each node is one shape, and the ground one more
  Touch touch_of_body(const Snapshot& at) const {
    Touch touch;
    const std::vector<ContactRule>& rules = at.model.contact.rules;
    for (const Contact& contact : at.ws.contact.contacts) {
      if (!contact.closed() || rules[std::size_t(contact.rule)].name != ground_) continue;
      ++touch.count;
      touch.sticking += contact.sliding ? 0 : 1;
      touch.normal += contact.normal;
    }
    return touch;
  }

  std::shared_ptr<const NetModel> net_;
  std::shared_ptr<const NetActuation> drive_;  // of one that is a body and is driven
  std::string ground_;                         // its rule of contact
  std::vector<int> nodes_;
  std::vector<std::string> node_labels_;
  std::vector<int> segments_;
};

}  // namespace

ProbeTargetPtr make_net_probe(const Draft& draft, const ProbeSpec& probe) {
  return make_probe<NetProbe>(draft, probe);
}

}  // namespace cuttle
