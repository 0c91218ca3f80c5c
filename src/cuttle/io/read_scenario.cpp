#include "cuttle/io/read_scenario.h"

#include <algorithm>
#include <set>

#include "cuttle/compile/check_scenario.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/expand_repeats.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/io/copy_numbers.h"
#include "cuttle/io/read_part.h"
#include "cuttle/io/yaml.h"
#include "cuttle/io/yaml_parameters.h"

namespace cuttle {

namespace {

// Is a path one of these, or a field of a material that is one of them?
bool was_told(const std::set<std::string>& unread, const std::string& path) {
  const bool of_material = path.starts_with("materials.");
  return unread.contains(path) || (of_material && unread.contains(path.substr(0, path.rfind('.'))));
}

// Bodies of which nobody knows what they are. What they have is judged, what other parts want of
// them is not: one mistake, one message.
void forget_unread_kinds(const std::set<std::string>& unread, ScenarioSpec& scenario,
                         Diagnostics& diagnostics) {
  for (BodySpec& body : scenario.bodies) {
    const auto is_unread = [&](const FamilyKind* family) {
      return unread.contains(body.origin.path + "." + family->field);
    };
    if (!unread.contains(body.origin.path) && std::ranges::none_of(family_table(), is_unread))
      continue;
    BodySpec parts = body;
    parts.joint = {};  // which is judged with the rest
    check_body(parts, diagnostics);
    for (const FamilyKind* family : family_table()) family->forget(body);
  }
}

// A list that could not be read at all: what names its items has nobody to name.
bool lacks_list(const std::set<std::string>& unread, const YamlNode& root) {
  const auto lacks = [&](const char* list) { return root.find(list) && unread.contains(list); };
  return lacks("bodies") ||
         std::ranges::any_of(part_table(), [&](const PartKind* kind) { return lacks(kind->list); });
}

// What is asked of the study. A study that could not be read is not judged, nor is a figure or an
// expectation of which something could not be read.
void check_asked_as_read(const std::set<std::string>& unread, const ScenarioSpec& scenario,
                         Diagnostics& diagnostics) {
  const auto is_unread = [&unread](const std::string& part) {
    const auto below = unread.lower_bound(part);
    return below != unread.end() && below->starts_with(part);
  };
  if (is_unread("study")) return;
  Diagnostics asked;
  check_asked(scenario, asked);
  for (const Diagnostic& d : asked.list())
    if (!is_unread(d.path.substr(0, d.path.rfind('.')))) diagnostics.add(d);
}

}  // namespace

std::string name_of_file(const std::filesystem::path& file) {
  std::string name = file.stem().string();
  for (char& c : name)
    if (!is_identifier(std::string("a") + c)) c = '_';
  return is_identifier(name) ? name : "model_" + name;
}

ScenarioSpec parse_scenario(const std::string& text, const std::filesystem::path& file,
                            const std::vector<std::string>& overrides,
                            std::vector<DataFileUse>* used) {
  ScenarioSpec scenario = read_tree(parse_yaml(text, file.string()), file, overrides, used);
  scenario.source = text;
  return scenario;
}

ScenarioSpec read_parts(const YamlNode& root, const std::filesystem::path& file,
                        ReadContext& context) {
  ScenarioSpec scenario;
  const FieldInfo info;
  read_part(Slot{root, "", info, context}, value_of(scenario));
  if (scenario.name.empty()) scenario.name = name_of_file(file);
  return scenario;
}

ScenarioSpec read_tree(YamlNode root, const std::filesystem::path& file,
                       const std::vector<std::string>& overrides, std::vector<DataFileUse>* used,
                       const std::vector<DataFileUse>* kept, Mistakes told) {
  Diagnostics diagnostics;
  if (root.mark.file.empty()) root.mark.file = file.string();
  for (const char* verb : {"sweep", "optimize", "fit"})
    if (root.find(verb) && root.find("model"))
      throw InputError(Diagnostic{root.mark, "", "this is a study, not a model",
                                  std::string("use cuttle ") + verb});
  // a setting may replace what used a parameter, which is no fault of the parameter
  const std::set<std::string> mentioned = mentioned_parameters(root);
  apply_overrides(root, overrides, diagnostics);
  // what they left open cannot be read
  const std::size_t before = diagnostics.size();
  CopyNumbers copies(root, file, kept);
  apply_parameters(
      root, mentioned,
      [&](Parameters& parameters, const std::string& field, YamlNode& node) {
        copies.fill(parameters, field, node);
      },
      diagnostics);
  if (diagnostics.size() > before) diagnostics.throw_if_any();

  // each part by its describe(), then what concerns several parts
  ReadContext context{file.parent_path(), diagnostics};
  context.used = used;
  context.kept = kept;
  ScenarioSpec scenario = read_parts(root, file, context);
  std::set<std::string> unread;
  for (const Diagnostic& d : diagnostics.list()) unread.insert(d.path);
  copies.read_others(root, scenario, context);
  if (lacks_list(unread, root)) diagnostics.throw_if_any();
  Diagnostics between_parts;
  resolve_names(scenario, between_parts);
  forget_unread_kinds(unread, scenario, between_parts);
  if (root.is_map()) {
    check_scenario(scenario, between_parts);
    check_asked_as_read(unread, scenario, between_parts);
  }
  // what could not be read has nothing new to say
  for (const Diagnostic& d : between_parts.list())
    if (!was_told(unread, d.path)) diagnostics.add(d);
  const bool all = told == Mistakes::all;
  if (all && root.is_map()) find_more(scenario, diagnostics);
  diagnostics.throw_if_any();

  copies.join(scenario, context);
  ScenarioSpec expanded = expand_repeats(std::move(scenario));
  check_expanded(expanded, diagnostics);
  check_expressions(look_at(expanded), diagnostics);
  if (all) find_more(expanded, diagnostics);
  diagnostics.throw_if_any();
  return expanded;
}

ScenarioSpec read_scenario(const std::filesystem::path& path,
                           const std::vector<std::string>& overrides,
                           std::vector<DataFileUse>* used) {
  return parse_scenario(read_text_file(path), path, overrides, used);
}

}  // namespace cuttle
