#include "cuttle/spec/spec.h"

#include <algorithm>

namespace cuttle {

namespace {

const std::pair<const std::string, std::string>& given_target(const ProbeSpec& probe) {
  static const std::pair<const std::string, std::string> kNone = {"frame", ""};
  const auto found =
      std::ranges::find_if(probe.targets, [](const auto& entry) { return !entry.second.empty(); });
  return found == probe.targets.end() ? kNone : *found;
}

}  // namespace

const std::string& ProbeSpec::kind() const { return given_target(*this).first; }

const std::string& ProbeSpec::target() const { return given_target(*this).second; }

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

Vector3 up_of(const ScenarioSpec& scenario) {
  const double g = scenario.gravity.norm();
  if (g > 0) return -scenario.gravity / g;
  return scenario.frame == WorldFrame::ned ? Vector3(0, 0, -1) : Vector3(0, 0, 1);
}

}  // namespace cuttle
