#include "cuttle/record/net_reading.h"

#include "cuttle/net/net_energy.h"
#include "cuttle/record/trajectory.h"

namespace cuttle {
namespace {

ContactState contact_state(const NodeContact& contact) {
  if (contact.mode == NodeContact::Mode::free) return ContactState::open;
  return contact.mode == NodeContact::Mode::stick ? ContactState::sticking : ContactState::sliding;
}

}  // namespace

NetReading rest_reading(const NetModel& net) {
  return {rest_input(net.data), std::vector<NodeForce>(std::size_t(net.data.nodes()))};
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

}  // namespace cuttle
