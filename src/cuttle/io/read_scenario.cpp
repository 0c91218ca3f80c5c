#include "cuttle/io/read_scenario.h"

#include "cuttle/io/read_tree.h"
#include "cuttle/io/read_visitor.h"
#include "cuttle/io/yaml.h"
#include "cuttle/model/spec_check.h"
#include "cuttle/model/spec_repeat.h"

namespace cuttle {

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
  resolve_names(scenario, diagnostics);
  if (root.is_map()) check_scenario(scenario, diagnostics);
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
