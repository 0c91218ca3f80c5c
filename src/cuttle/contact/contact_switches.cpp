// Which places have begun or ceased to push since a step began.

#include <algorithm>

#include "cuttle/contact/contact_solver.h"
#include "cuttle/contact/find_contacts.h"
#include "cuttle/dynamics/joint_forces.h"

namespace cuttle {
namespace {

/// Whether something is true of a contact beside that of a panel, along its rod.
template <class Test>
bool any_neighbour(const Model& model, const ContactKey& key, const Test& test) {
  const std::vector<ContactShape>& shapes = model.contact.shapes;
  for (int ContactKey::*side : {&ContactKey::a, &ContactKey::b}) {
    const ContactShape& shape = shapes[size_t(key.*side)];
    for (const int next : {shape.previous, shape.next}) {
      ContactKey beside = key;
      beside.*side = next;
      if (next >= 0 && test(beside)) return true;
    }
  }
  return false;
}

/// True if a stop pushes that did not when the step began or, unless only that counts, the reverse.
bool joint_stops_switched(const State& x, const Workspace& ws, bool only_closed) {
  for (size_t i = 0; i < ws.joint_touches.size(); ++i) {
    const JointContactMemory* const memory = joint_memory(x, i);
    const bool pushes = ws.joint_touches[i].push > 0, pushed = memory && memory->pushed;
    if (pushes != pushed && (pushes || !only_closed)) return true;
  }
  return false;
}

}  // namespace

bool ContactSolver::closed_anew(const State& x, const Workspace& ws) {
  return std::ranges::any_of(ws.contact.contacts,
                             [&](const Contact& c) {
                               const ContactMemory* memory = find_memory(x, c.key);
                               return !c.exact && c.closed() &&
                                      (memory == nullptr || !memory->closed);
                             }) ||
         joint_stops_switched(x, ws, true);
}

bool ContactSolver::pushes(const ContactKey& key) const {
  const auto found =
      std::lower_bound(places_.begin(), places_.end(), key,
                       [](const Place& l, const ContactKey& wanted) { return l.key < wanted; });
  return found != places_.end() && found->key == key && found->lambda[0] > 0;
}

bool ContactSolver::switched(const Model& model, const State& x, const Workspace& ws) const {
  if (joint_stops_switched(x, ws, false)) return true;
  const auto pushed = [&](const ContactKey& key) {
    const ContactMemory* memory = find_memory(x, key);
    return memory != nullptr && memory->closed;
  };
  for (const Place& place : places_)
    if (place.lambda[0] > 0 && !pushed(place.key) && !any_neighbour(model, place.key, pushed))
      return true;
  const auto still = [&](const ContactKey& key) { return pushes(key); };
  return std::ranges::any_of(x.contacts, [&](const ContactMemory& memory) {
    return memory.closed && !still(memory.key) && !any_neighbour(model, memory.key, still);
  });
}

}  // namespace cuttle
