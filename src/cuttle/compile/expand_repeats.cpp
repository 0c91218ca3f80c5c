#include "cuttle/compile/expand_repeats.h"

#include "cuttle/compile/part_table.h"

namespace cuttle {

namespace {

constexpr std::size_t kMaxBodies = 10'000;

bool is_descendant(const BodyIndex& index, const BodySpec& body, const BodySpec& root) {
  const BodySpec* walk = &body;
  while (walk && walk != &root) walk = index.parent(*walk);
  return walk != nullptr;
}

// the first body with a repeat that has no repeated ancestor
const BodySpec* outermost_repeat(const ScenarioSpec& scenario) {
  const BodyIndex index(scenario);
  for (const BodySpec& body : scenario.bodies) {
    bool outermost = body.repeat.has_value();
    const BodySpec* above = index.parent(body);
    for (; above && outermost; above = index.parent(*above)) outermost = !above->repeat.has_value();
    if (outermost) return &body;
  }
  return nullptr;
}

std::size_t size_of(const RepeatGroup& group) {
  std::size_t size = 0;
  for (const auto& [list, names] : group.copied) size += names.size();
  return size;
}

RepeatGroup make_group(const ScenarioSpec& scenario, const BodySpec& root) {
  const BodyIndex index(scenario);
  RepeatGroup group;
  group.root = root;
  if (const BodySpec* parent = index.parent(root)) group.parent = *parent;
  for (const BodySpec& body : scenario.bodies)
    if (is_descendant(index, body, root)) group.copied["bodies"].insert(body.name);
  // parts, the probes that look at them, and the parts whose formulas read these
  for (std::size_t before = 0; before != size_of(group);) {
    before = size_of(group);
    for (const PartKind* kind : part_table()) join_group(*kind, scenario, group);
    for (const ProbeSpec& probe : scenario.probes)
      if (is_copied(look_at(probe), group)) group.copied["probes"].insert(probe.name);
  }
  return group;
}

BodySpec copy_body(const PartCopy& copy, BodySpec body) {
  if (body.name == copy.group.root.name) {
    body.pose.position = copy.turn() * body.pose.position;
    body.pose.rotation = copy.turn() * body.pose.rotation;
    body.repeat.reset();
  } else {
    body.parent = copy.name(body.parent);
  }
  body.name = copy.name(body.name);
  body.copy = copy.index;
  number_copy(value_of(body), copy);
  return body;
}

ProbeSpec copy_probe(const PartCopy& copy, ProbeSpec probe) {
  make_copy(value_of(probe), probe.name, copy);
  return probe;
}

// each part that belongs to the group gives n parts, in its place; what was read for single copies
// stands side by side
template <class Part, class Belongs, class Make>
void copy_list(std::vector<Part>& parts, const RepeatGroup& group, const Belongs& belongs,
               const Make& make) {
  std::vector<Part> list;
  for (std::size_t i = 0, end = 0; i < parts.size(); i = end) {
    end = i + 1;
    if (!belongs(parts[i])) {
      list.push_back(std::move(parts[i]));
      continue;
    }
    while (end < parts.size() && are_siblings(parts[i].origin, parts[end].origin)) ++end;
    for (int k = 1; k <= group.count(); ++k)
      for (std::size_t j = i; j < end; ++j)
        if (is_for(parts[j].origin, group, k))
          list.push_back(make(PartCopy{group, {k, group.count()}}, parts[j]));
  }
  parts = std::move(list);
}

void expand_one(ScenarioSpec& scenario, const RepeatGroup& group) {
  const auto count = static_cast<std::size_t>(group.count());
  const std::size_t bodies = group.copied.at("bodies").size();
  if (scenario.bodies.size() + bodies * (count - 1) > kMaxBodies)
    throw InputError(group.root.repeat->origin.error("count", "more than 10000 bodies"));
  copy_list(
      scenario.bodies, group, [&](const BodySpec& body) { return group.has_body(body.name); },
      copy_body);
  for (const PartKind* kind : part_table()) repeat_parts(*kind, scenario, group);
  copy_list(
      scenario.probes, group,
      [&](const ProbeSpec& probe) { return is_copied(look_at(probe), group); }, copy_probe);
}

}  // namespace

ScenarioSpec expand_repeats(ScenarioSpec scenario) {
  while (const BodySpec* root = outermost_repeat(scenario))
    expand_one(scenario, make_group(scenario, *root));
  return scenario;
}

}  // namespace cuttle
