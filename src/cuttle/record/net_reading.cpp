#include "cuttle/record/net_reading.h"

#include "cuttle/net/net_energy.h"
#include "cuttle/record/trajectory.h"

namespace cuttle {
namespace {

NodeContact::Mode mode_of(ContactState state) {
  if (state == ContactState::open) return NodeContact::Mode::free;
  return state == ContactState::sticking ? NodeContact::Mode::stick : NodeContact::Mode::slip;
}

}  // namespace

NetReading rest_reading(const NetModel& net) {
  return {rest_input(net.data), std::vector<NodeForce>(std::size_t(net.data.nodes()))};
}

Energy energy_of_nets(const NetList& nets, const Vector3& gravity, const State& x,
                      const std::vector<NetReading>& readings) {
  Energy sum;
  for (std::size_t i = 0; i < nets.size(); ++i) {
    const NetEnergy net = net_energy(nets[i]->data, readings[i].input, x.nets[i].x, x.nets[i].v);
    sum.kinetic += net.kinetic;
    // the net's own is zero at the origin of its plane
    sum.gravity += net.gravity - nets[i]->data.mass.sum() * gravity.dot(nets[i]->position);
    sum.elastic += net.stretch + net.bend;
  }
  return sum;
}

double work_on_nets(const std::vector<NetReading>& readings) {
  double sum = 0;
  for (const NetReading& reading : readings) sum += reading.books.total();
  return sum;
}

void tell_nets(const State& x, const std::vector<NetReading>& readings, std::vector<double>& row) {
  row.clear();
  for (std::size_t i = 0; i < readings.size(); ++i)
    for (std::size_t node = 0; node < readings[i].force.size(); ++node) {
      const NodeForce& force = readings[i].force[node];
      const auto place = x.nets[i].x.segment<2>(2 * Eigen::Index(node));
      row.insert(row.end(), {place.x(), place.y(), double(contact_state(x.nets[i].contact[node])),
                             force.normal, force.tangential});
    }
}

void recall_nets(std::span<const double> row, State& x, std::vector<NetReading>& readings) {
  readings.resize(row.empty() ? 0 : x.nets.size());
  const double* numbers = row.data();
  for (std::size_t i = 0; i < readings.size(); ++i) {
    NetState& net = x.nets[i];
    net.v.setZero();
    readings[i].force.resize(net.contact.size());
    for (std::size_t node = 0; node < net.contact.size(); ++node, numbers += kNetNumbers) {
      net.x.segment<2>(2 * Eigen::Index(node)) << numbers[0], numbers[1];
      net.contact[node].mode = mode_of(ContactState(int(numbers[2])));
      readings[i].force[node] = {.normal = numbers[3], .tangential = numbers[4]};
    }
  }
}

}  // namespace cuttle
