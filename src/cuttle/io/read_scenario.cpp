#include "cuttle/io/read_scenario.h"

#include <algorithm>
#include <set>

#include "cuttle/io/read_tree.h"
#include "cuttle/io/read_visitor.h"
#include "cuttle/io/yaml.h"
#include "cuttle/model/spec_check.h"
#include "cuttle/model/spec_repeat.h"

namespace cuttle {

namespace {

bool has_word(const std::string& text, const std::string& word) {
  const auto in_word = [&](std::size_t at) {
    return at < text.size() && is_identifier(std::string("a") + text[at]);
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !in_word(at - 1)) && !in_word(at + word.size())) return true;
  return false;
}

// One mistake, one message: others that name a body whose kind could not be read, or a list that
// could not, have nothing new to say.
void add_independent(const Diagnostics& between_parts, const ScenarioSpec& scenario,
                     Diagnostics& diagnostics) {
  std::set<std::string> unread;
  for (const Diagnostic& d : diagnostics.list()) unread.insert(d.path);
  std::vector<std::string> unknown_kind;
  for (const BodySpec& body : scenario.bodies)
    for (const char* kind : {"", ".rigid", ".rod", ".shell"})
      if (!body.name.empty() && unread.count(body.origin.path + kind) > 0)
        unknown_kind.push_back(body.name);
  for (const Diagnostic& d : between_parts.list()) {
    const auto named = [&](const std::string& name) { return has_word(d.message, name); };
    if (unread.count(d.path) == 0 && std::ranges::none_of(unknown_kind, named)) diagnostics.add(d);
  }
}

}  // namespace

std::string name_of_file(const std::filesystem::path& file) {
  std::string name = file.stem().string();
  for (char& c : name)
    if (!is_identifier(std::string("a") + c)) c = '_';
  return is_identifier(name) ? name : "model_" + name;
}

ScenarioSpec parse_scenario(const std::string& text, const std::filesystem::path& file,
                            const std::vector<std::string>& overrides) {
  ScenarioSpec scenario = read_tree(parse_yaml(text, file.string()), file, overrides);
  scenario.source = text;
  return scenario;
}

ScenarioSpec read_tree(YamlNode root, const std::filesystem::path& file,
                       const std::vector<std::string>& overrides, std::vector<DataFileUse>* used) {
  Diagnostics diagnostics;
  if (root.mark.file.empty()) root.mark.file = file.string();
  for (const char* verb : {"sweep", "optimize", "fit"})
    if (root.find(verb) && root.find("model"))
      throw InputError(Diagnostic{root.mark, "", "this is a study, not a model",
                                  std::string("call cuttle ") + verb});
  // a setting may replace what used a parameter, which is no fault of the parameter
  const std::set<std::string> mentioned = mentioned_parameters(root);
  apply_overrides(root, overrides, diagnostics);
  // what they left open cannot be read
  const std::size_t before = diagnostics.size();
  apply_parameters(root, mentioned, diagnostics);
  if (diagnostics.size() > before) diagnostics.throw_if_any();

  // each part by its describe(), then what concerns several parts
  ScenarioSpec scenario;
  ReadContext context{file.parent_path(), diagnostics};
  context.used = used;
  const FieldInfo info;
  read_value(Slot{root, "", info, context}, scenario);
  if (scenario.name.empty()) scenario.name = name_of_file(file);
  Diagnostics between_parts;
  resolve_names(scenario, between_parts);
  if (root.is_map()) check_scenario(scenario, between_parts);
  add_independent(between_parts, scenario, diagnostics);
  diagnostics.throw_if_any();

  ScenarioSpec expanded = expand_repeats(std::move(scenario));
  check_expanded(expanded, diagnostics);
  diagnostics.throw_if_any();
  return expanded;
}

ScenarioSpec read_scenario(const std::filesystem::path& path,
                           const std::vector<std::string>& overrides) {
  return parse_scenario(read_text_file(path), path, overrides);
}

}  // namespace cuttle
