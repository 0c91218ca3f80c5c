#include "cuttle/part/input_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace cuttle {

namespace {

std::vector<std::string> segments_of(const std::string& name) {
  std::vector<std::string> segments(1);
  for (const char c : name)
    if (c == '.')
      segments.emplace_back();
    else
      segments.back() += c;
  return segments;
}

bool can_be_driven(const Draft& draft, int input) {
  const InputRole role = draft.inputs.role(input);
  return role != InputRole::prescribed && role != InputRole::current &&
         !draft.inputs.follows_state(input);
}

// What the inputs of a net or a rod are made from in the file; empty: the body is neither.
std::string strain_hint(const Draft& draft, int body) {
  const BodySpec& spec = draft.body_spec(body);
  const std::string_view family = draft.model.bodies[size_t(body)].family->family();
  if (spec.rod)
    return fmt::format(
        "the rod {} has no such input: rest strains and stiffness_factor are inputs where the file "
        "gives them as signals of t, such as rest: {{bend_y: \"0*t\"}}; its joint, where it has an "
        "effort",
        spec.name);
  if (family == "net")
    return fmt::format(
        "the net {} has no such input: rest_curvature, stiffness and sma of its segments and its "
        "loads are inputs where the file gives them",
        spec.name);
  return "";
}

// a body in the name whose joint could have an effort, but has none
std::string joint_hint(const Draft& draft, const std::string& name) {
  const std::vector<std::string> segments = segments_of(name);
  const bool effort = segments.front() == "joints" || segments.back() == "effort";
  for (const std::string& segment : segments) {
    const int body = draft.body_index(segment);
    if (body < 0) continue;
    const Body& carried = draft.model.bodies[size_t(body)];
    if (const std::string own = effort ? "" : strain_hint(draft, body); !own.empty()) return own;
    int count = 0;
    for (const JointStep& step : carried.steps) count += step.nv();
    if (count == 1) return "declare an effort in its joint: joint: {effort: 0}";
    if (count > 1)
      return fmt::format(
          "declare efforts in its joint, one for each of its {} coordinates: joint: {{effort: [0, "
          "...]}}",
          count);
    return "its joint is fixed: it has no effort";
  }
  return "";
}

}  // namespace

std::vector<int> find_inputs(const Model& model, const std::string& name) {
  std::vector<int> found;
  const std::vector<std::string> wanted = segments_of(name);
  for (int i = 0; i < model.nu(); ++i) {
    const std::string& full = model.inputs[std::size_t(i)].name;
    if (full == name) return {i};
    // the kind of the owner alone (cables) names nothing
    const std::vector<std::string> have = segments_of(full);
    const auto at = std::search(have.begin(), have.end(), wanted.begin(), wanted.end());
    if (at != have.end() && (at != have.begin() || wanted.size() > 1)) found.push_back(i);
  }
  return found;
}

InputNames::InputNames(Draft& draft) : draft_(draft) {
  for (int i = 0; i < draft.model.nu(); ++i)
    if (can_be_driven(draft, i)) names_.push_back(full_name(i));
}

int InputNames::find(const std::string& name, const Origin& origin, const char* field) {
  const std::vector<int> all = find_inputs(draft_.model, name);
  std::vector<int> driven;
  for (const int i : all)
    if (can_be_driven(draft_, i)) driven.push_back(i);
  if (driven.size() == 1) return driven[0];
  const auto refuse = [&](std::string message, std::string way_out) {
    draft_.diagnostics.add(origin.error(field, std::move(message), std::move(way_out)));
  };
  if (driven.size() > 1) {
    refuse(fmt::format("'{}' is ambiguous: it may mean several inputs", name), choice(driven));
  } else if (!all.empty()) {
    const bool current = draft_.inputs.role(all[0]) == InputRole::current;
    if (draft_.inputs.follows_state(all[0]))
      return refuse(
                 fmt::format("{} is given by a formula of the state and cannot be controlled, too",
                             full_name(all[0])),
                 "give it a number or a formula of t, or leave it to its formula"),
             -1;
    refuse(fmt::format("{} is {} and cannot be controlled", full_name(all[0]),
                       current ? "a current of the water" : "a prescribed coordinate"),
           "controllers drive efforts, tensions, strengths, commands, loads and rest strains");
  } else {
    refuse(fmt::format("there is no input '{}'", name), hint(name));
  }
  return -1;
}

std::string InputNames::choice(const std::vector<int>& inputs) const {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < std::min<std::size_t>(inputs.size(), 6); ++i)
    list.push_back(full_name(inputs[i]));
  return fmt::format("write more of the name: {}{}", fmt::join(list, ", "),
                     inputs.size() > list.size() ? ", ..." : "");
}

std::string InputNames::hint(const std::string& name) const {
  const std::string list = segments_of(name).front();
  if (list == "rods" || list == "nets")
    if (const std::string near = nearest(name, names_); !near.empty())
      return "did you mean '" + near + "'?";
  if (const std::string joint = joint_hint(draft_, name); !joint.empty()) return joint;
  // typos in names of owners, too
  std::vector<std::string> owners;
  for (const std::string& full : names_) owners.push_back(segments_of(full)[1]);
  const std::string near = nearest(name, owners);
  return near.empty() ? suggest(name, names_, "inputs") : "did you mean '" + near + "'?";
}

}  // namespace cuttle
