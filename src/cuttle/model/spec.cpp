#include "cuttle/model/spec.h"

namespace cuttle {

ProbeSpec::Kind ProbeSpec::kind() const {
  if (!strain.empty()) return Kind::strain;
  if (!joint.empty()) return Kind::joint;
  if (!cable.empty()) return Kind::cable;
  if (!muscle.empty()) return Kind::muscle;
  if (!connection.empty()) return Kind::connection;
  if (!contact.empty()) return Kind::contact;
  if (!momentum.empty()) return Kind::momentum;
  if (!thruster.empty()) return Kind::thruster;
  if (!fin.empty()) return Kind::fin;
  if (!swimmer.empty()) return Kind::swimmer;
  if (!shell.empty()) return Kind::shell;
  if (!jet.empty()) return Kind::jet;
  if (!reaction.empty()) return Kind::reaction;
  if (!net.empty()) return Kind::net;
  return Kind::frame;
}

const std::string& ProbeSpec::target() const {
  switch (kind()) {
    case Kind::strain:
      return strain;
    case Kind::joint:
      return joint;
    case Kind::cable:
      return cable;
    case Kind::muscle:
      return muscle;
    case Kind::connection:
      return connection;
    case Kind::contact:
      return contact;
    case Kind::momentum:
      return momentum;
    case Kind::thruster:
      return thruster;
    case Kind::fin:
      return fin;
    case Kind::swimmer:
      return swimmer;
    case Kind::shell:
      return shell;
    case Kind::jet:
      return jet;
    case Kind::reaction:
      return reaction;
    case Kind::net:
      return net;
    case Kind::frame:
      break;
  }
  return frame;
}

const BodySpec* find_body(const ScenarioSpec& scenario, const std::string& name) {
  for (const BodySpec& body : scenario.bodies)
    if (body.name == name) return &body;
  return nullptr;
}

BodyIndex::BodyIndex(const ScenarioSpec& scenario) {
  for (const BodySpec& body : scenario.bodies) bodies_.emplace(body.name, &body);
}

const BodySpec* BodyIndex::find(const std::string& name) const {
  const auto found = bodies_.find(name);
  return found == bodies_.end() ? nullptr : found->second;
}

}  // namespace cuttle
