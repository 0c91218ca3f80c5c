#include "cuttle/campaign/written_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_part.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

constexpr std::size_t kMostFields = 3;  // that one parameter is tried in

/// A number of a parameter with its unit, or the `unit` of a parameter.
struct Written {
  std::string field;  // of the parameter
  std::string text;   // "1000 mm", or "mm" of `unit`
  std::string unit;
};

void find_units(const YamlNode& node, const std::string& field, std::vector<Written>& found) {
  for (const YamlNode& item : node.items) find_units(item, field, found);
  if (!node.is_scalar()) return;
  const auto quantity = parse_quantity(node.text);
  if (!quantity || quantity->unit.empty()) return;
  // each unit once
  if (std::ranges::find(found, quantity->unit, &Written::unit) == found.end())
    found.push_back({field, node.text, quantity->unit});
}

std::vector<Written> written_units(const YamlNode& parameter) {
  std::vector<Written> found;
  for (const char* field : {"values", "range", "normal", "start", "prior"})
    if (const YamlNode* const node = parameter.find(field)) find_units(*node, field, found);
  if (const YamlNode* const unit = parameter.find("unit"); unit && parse_unit(unit->text))
    if (unit->text != "-" && !unit->text.empty()) found.push_back({"unit", unit->text, unit->text});
  return found;
}

// "parameters.m" -> m
std::string parameter_of(const std::string& path) {
  constexpr std::string_view kParameters = "parameters.";
  return path.starts_with(kParameters) ? path.substr(kParameters.size()) : "";
}

// the paths of fields that hold nothing but $(name)
void find_uses(const YamlNode& node, const std::string& text, const std::string& path,
               std::vector<std::string>& uses) {
  if (node.is_scalar() && node.text == text) uses.push_back(path);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    find_uses(node.items[i], text,
              node.is_map() ? (path.empty() ? "" : path + ".") + node.keys[i]
                            : fmt::format("{}[{}]", path, i),
              uses);
}

// the fields that a parameter sets
std::vector<std::string> fields_of(const ParameterSpec& parameter, const YamlNode& tree) {
  std::vector<std::string> fields;
  for (const std::string& path : parameter.path) {
    const std::string name = parameter_of(path);
    if (name.empty())
      fields.push_back(path);
    else
      find_uses(tree, "$(" + name + ")", "", fields);
  }
  if (fields.size() > kMostFields) fields.resize(kMostFields);
  return fields;
}

// what the reader of the model says about a setting; nullopt: nothing
std::optional<Diagnostic> complaint(const SampledModel& model, const ParameterPoint& trial,
                                    const std::string& setting) {
  std::vector<std::string> settings = model.settings_of(trial);
  settings.push_back(setting);
  try {
    build(read_tree(model.tree, model.file, settings, nullptr, model.kept()));
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      // lists of numbers of different kinds (water.linear) have no units in the model language
      const bool mixed = setting.find("]=") != std::string::npos &&
                         d.message.find("a pure number") != std::string::npos;
      if (d.mark.file == "--set " + setting && !mixed) return d;
    }
  }
  return std::nullopt;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

void check_parameter_units(const CampaignSpec& campaign, const SampledModel& model,
                           const ParameterPoint& trial, Diagnostics& diagnostics) {
  const YamlNode root = parse_yaml(campaign.source, campaign.file);
  const YamlNode* const list = root.find("parameters");
  if (!list || list->items.size() != campaign.parameters.size()) return;
  for (std::size_t i = 0; i < campaign.parameters.size(); ++i) {
    const ParameterSpec& parameter = campaign.parameters[i];
    const std::vector<Written> written = written_units(list->items[i]);
    if (written.empty()) continue;
    std::set<std::string> told;  // kinds of units: a parameter that is mistaken has one mistake
    for (const std::string& field : fields_of(parameter, model.tree))
      for (const Written& w : written) {
        const std::string kind = to_string(parse_unit(w.unit)->dimension);
        if (told.contains(kind)) continue;
        // the value that the model has taken, in this unit: nothing but the unit can be wrong
        const double factor = parse_unit(w.unit)->factor;
        const std::string tried = fmt::format("{} {}", trial[i] / factor, w.unit);
        auto problem = complaint(model, trial, field + "=" + tried);
        if (!problem) continue;
        told.insert(kind);
        if (w.field == "unit")
          replace_all(problem->message, "the unit of " + tried, "the unit " + w.text);
        replace_all(problem->message, tried, w.text);
        replace_all(problem->hint, tried, w.text);
        diagnostics.add(
            parameter.origin.error(w.field, field + ": " + problem->message, problem->hint));
      }
  }
}

void check_compared_units(const CampaignSpec& campaign, const std::string& section,
                          const std::string& list, const std::vector<std::string>& fields,
                          const std::vector<const Origin*>& origins,
                          const std::vector<std::string>& units, Diagnostics& diagnostics) {
  const YamlNode root = parse_yaml(campaign.source, campaign.file);
  const YamlNode* const part = root.find(section);
  const YamlNode* const items = part ? part->find(list) : nullptr;
  if (!items || items->items.size() != units.size()) return;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto unit = parse_unit(units[i]);
    if (!unit || units[i].empty() || units[i] == "-") continue;
    for (const std::string& field : fields) {
      const YamlNode* const number = items->items[i].find(field);
      const auto written = number ? parse_quantity(number->text) : std::nullopt;
      if (!written || written->unit.empty()) continue;
      if (!fits_unit(*written, units[i]))
        diagnostics.add(origins[i]->error(
            field,
            fmt::format("the unit of {} does not fit, expected {}", number->text, units[i])));
      else if (unit->factor != 1)  // numbers with units are in SI, and the column is not
        diagnostics.add(origins[i]->error(
            field, fmt::format("{} is compared with a number of {}", number->text, units[i]),
            "write it without a unit"));
    }
  }
}

}  // namespace cuttle
