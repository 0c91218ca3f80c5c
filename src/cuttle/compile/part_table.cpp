#include "cuttle/compile/part_table.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cuttle {

// A new part has one line here and one in the table below; its row stands in its own folder.
extern const PartKind kLoads, kCables, kMuscles, kSprings;          // actuation/
extern const PartKind kShellLoads, kJets;                           // shell/
extern const PartKind kConnections, kObstacles, kContacts;          // connection/, contact/
extern const PartKind kThrusters, kFins;                            // water/
extern const PartKind kNets, kSensors, kControllers;                // net/, control/
extern const std::span<const ProbeKind> kBodyProbes, kShellProbes;  // record/probe_*.cpp
extern const std::span<const ProbeKind> kSwimmerProbes;

namespace {

// in the order of the model language
constexpr std::array kParts = {&kNets,      &kLoads,   &kCables,      &kMuscles,    &kShellLoads,
                               &kJets,      &kSprings, &kConnections, &kObstacles,  &kContacts,
                               &kThrusters, &kFins,    &kSensors,     &kControllers};

std::vector<const PartKind*> sorted_by_turn() {
  std::vector<const PartKind*> kinds(kParts.begin(), kParts.end());
  std::ranges::stable_sort(kinds, std::less<>(), &PartKind::turn);
  return kinds;
}

std::vector<const ProbeKind*> all_probes() {
  std::vector<const ProbeKind*> kinds;
  const auto add = [&kinds](std::span<const ProbeKind> rows) {
    for (const ProbeKind& row : rows) kinds.push_back(&row);
  };
  for (const PartKind* kind : kParts) add(kind->probes);
  for (const auto& rows : {kBodyProbes, kShellProbes, kSwimmerProbes}) add(rows);
  std::ranges::stable_sort(kinds, std::less<>(), &ProbeKind::order);
  return kinds;
}

}  // namespace

std::span<const PartKind* const> part_table() { return kParts; }

std::span<const PartKind* const> parts_by_turn() {
  static const std::vector<const PartKind*> kinds = sorted_by_turn();
  return kinds;
}

const PartKind* find_part_kind(std::string_view list) {
  const auto found = std::ranges::find(kParts, list, &PartKind::list);
  return found == kParts.end() ? nullptr : *found;
}

const PartKind* find_part_kind(const Type& part) {
  for (const PartKind* kind : kParts)
    if (kind->type->type->of == &part) return kind;
  return nullptr;
}

bool has_subsystems(const ScenarioSpec& spec) {
  return std::ranges::any_of(kParts, [&](const PartKind* kind) {
    return kind->chapter == Chapter::beside && spec.size(*kind->type) > 0;
  });
}

std::span<const ProbeKind* const> probe_table() {
  static const std::vector<const ProbeKind*> kinds = all_probes();
  return kinds;
}

const ProbeKind* find_probe_kind(std::string_view field) {
  const auto found = std::ranges::find(probe_table(), field, &ProbeKind::field);
  return found == probe_table().end() ? nullptr : *found;
}

}  // namespace cuttle
