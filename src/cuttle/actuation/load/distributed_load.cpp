#include "cuttle/actuation/load/distributed_load.h"

#include <algorithm>
#include <utility>

#include "cuttle/base/contract.h"

namespace cuttle {

DistributedLoad::DistributedLoad(Data data) : data_(std::move(data)) {
  expects(data_.body >= 0, "a load acts on a body");
}

bool DistributedLoad::reads(int input) const {
  return std::ranges::any_of(data_.nodes, [&](const Node& node) {
    return input >= node.first_input && input < node.first_input + 6;
  });
}

void DistributedLoad::apply(const Model&, const State&, const Input& u, bool with_tangent,
                            Workspace& ws) const {
  for (const Node& node : data_.nodes) {
    const Vector3 force = node.weight * u.u.segment<3>(node.first_input);
    const Vector3 moment = node.weight * u.u.segment<3>(node.first_input + 3);
    add_load({.body = data_.body, .point = node.point}, data_.frame, force, moment, with_tangent,
             ws);
  }
}

EnergyBooks DistributedLoad::books(const Model&, const State&, const Input& u,
                                   const Workspace& ws) const {
  EnergyBooks books;
  for (const Node& node : data_.nodes)
    books.power += node.weight * load_power({.body = data_.body, .point = node.point}, data_.frame,
                                            u.u.segment<3>(node.first_input),
                                            u.u.segment<3>(node.first_input + 3), ws);
  return books;
}

}  // namespace cuttle
