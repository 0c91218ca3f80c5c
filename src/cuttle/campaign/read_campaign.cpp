#include "cuttle/campaign/read_campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "cuttle/campaign/outcome.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/io/read_part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/schema.h"
#include "cuttle/io/yaml.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

// words that formulas know already, and the columns that tables have anyhow
constexpr std::array kReserved = {"pi", "e", "k", "n", "X", "t", "sample", "status"};
constexpr std::array kOfSearches = {"start", "evaluation", "objective", "feasible"};

bool among(const auto& words, const std::string& name) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

void check_name(const std::string& name, const Origin& origin, bool search,
                std::set<std::string>& names, Diagnostics& diagnostics) {
  if (name.empty()) return;  // reported as missing
  if (among(kReserved, name) || (search && among(kOfSearches, name)))
    diagnostics.add(origin.error("name", "'" + name + "' is a reserved word",
                                 "tables and formulas already use this word: choose another"));
  else if (name.find('-') != std::string::npos)
    diagnostics.add(origin.error("name", "'" + name + "' cannot be used in a formula",
                                 "letters, digits and _"));
  else if (!names.insert(name).second)
    diagnostics.add(origin.error("name", "'" + name + "' is used twice"));
}

void check_parameter(const ParameterSpec& p, Diagnostics& diagnostics) {
  if (p.range && !((*p.range)[0] < (*p.range)[1]))
    diagnostics.add(p.origin.error(
        "range", fmt::format("is empty: from {} to {}", (*p.range)[0], (*p.range)[1]),
        "write the smaller number first"));
  if (p.origin.given("values") && p.values.empty())
    diagnostics.add(p.origin.error("values", "is empty", "give at least one number"));
  if (p.range && !p.values.empty())
    diagnostics.add(p.origin.error("range", "cannot be combined with values"));
  if (p.normal && !((*p.normal)[1] > 0))
    diagnostics.add(p.origin.error(
        "normal", fmt::format("the standard deviation must be > 0, got {}", (*p.normal)[1])));
  if (p.prior && !((*p.prior)[1] > 0))
    diagnostics.add(p.origin.error(
        "prior", fmt::format("the standard deviation must be > 0, got {}", (*p.prior)[1])));
  if (p.scale == ParameterScale::log && p.range && !((*p.range)[0] > 0))
    diagnostics.add(p.origin.error(
        "range", fmt::format("a logarithmic range must be above 0, got {}", (*p.range)[0])));
  if (p.start && p.range && !(*p.start >= (*p.range)[0] && *p.start <= (*p.range)[1]))
    diagnostics.add(p.origin.error("start", fmt::format("must be in the range [{}, {}], got {}",
                                                        (*p.range)[0], (*p.range)[1], *p.start)));
}

/// Values are SI, so the unit must be.
void check_unit(const ParameterSpec& p, Diagnostics& diagnostics) {
  if (p.unit.empty() || p.unit == "-") return;
  const auto unit = parse_unit(p.unit);
  if (!unit || unit->factor != 1)
    diagnostics.add(
        p.origin.error("unit", "must be an SI unit, got '" + p.unit + "'",
                       "tables are in SI: m, rad, Pa, N s/m; make mm a derived number"));
}

/// Each place of the model is set once.
void check_paths(const CampaignSpec& spec, Diagnostics& diagnostics) {
  std::map<std::string, std::string> owner;
  for (const std::string& setting : spec.set)
    owner.emplace(setting.substr(0, setting.find('=')), "set");
  for (const ParameterSpec& p : spec.parameters)
    for (const std::string& path : p.path)
      if (const auto [found, fresh] = owner.emplace(path, "'" + p.name + "'"); !fresh)
        diagnostics.add(
            p.origin.error("path", fmt::format("{} is also set by {}", path, found->second)));
}

void check_optimize(const OptimizeSpec& spec, std::set<std::string> names,
                    Diagnostics& diagnostics) {
  for (const ConstraintSpec& c : spec.constraints) {
    // a bound of a column may have its name
    if (!(bounds_column(c) && names.count(c.name) > 0))
      check_name(c.name, c.origin, true, names, diagnostics);
    if (!c.at_most && !c.at_least) diagnostics.add(c.origin.error("", "needs at_most or at_least"));
    if (c.at_most && c.at_least && *c.at_most < *c.at_least)
      diagnostics.add(c.origin.error(
          "at_most", fmt::format("must be >= at_least = {}, got {}: nothing lies between them",
                                 *c.at_least, *c.at_most)));
  }
}

void check_fit(const FitSpec& spec, Diagnostics& diagnostics) {
  const bool model = !spec.data.empty() || !spec.targets.empty();
  if (!model && !spec.curve)
    diagnostics.add(
        spec.origin.error("", "there is nothing to fit to", "give data, targets or a curve"));
  if (model && spec.curve)
    diagnostics.add(spec.origin.error("curve", "cannot be combined with data and targets"));
  for (const DataSpec& data : spec.data)
    for (const MeasuredSpec& m : data.columns)
      if (m.scale == 0)
        diagnostics.add(m.origin.error("scale", "must not be 0"));
      else if (m.sigma && !m.sigma_column.empty())
        diagnostics.add(m.origin.error("sigma_column", "cannot be combined with sigma"));
}

bool leads_to_model(const std::string& path) {
  const std::filesystem::path p(path);
  return p.is_relative() && (p.extension() == ".yaml" || p.extension() == ".yml");
}

void check_campaign(const CampaignSpec& spec, Diagnostics& diagnostics) {
  std::set<std::string> names;
  const bool search = spec.optimize.has_value();
  for (const ParameterSpec& p : spec.parameters) {
    check_name(p.name, p.origin, search, names, diagnostics);
    check_parameter(p, diagnostics);
    check_unit(p, diagnostics);
    if (p.prior && !spec.fit)
      diagnostics.add(p.origin.error("prior", "has no effect: this study is no fit",
                                     "a prior is a measurement that a fit takes into account"));
  }
  for (const DerivedSpec& d : spec.derived) {
    const bool is_objective = search && d.name == "objective" && spec.optimize->objective == d.name;
    check_name(d.name, d.origin, search && !is_objective, names, diagnostics);
  }
  check_paths(spec, diagnostics);
  for (const DerivedSpec& d : spec.derived)
    if (std::ranges::any_of(d.unit, [](unsigned char c) { return c < ' ' || c == 0x7f; }))
      diagnostics.add(d.origin.error("unit", "has characters that cannot be shown"));
  if (!spec.sweep && !spec.optimize && !spec.fit)
    diagnostics.add(spec.origin.error("", "nothing to do", "give sweep, optimize or fit"));
  if (spec.optimize) check_optimize(*spec.optimize, names, diagnostics);
  if (spec.fit) check_fit(*spec.fit, diagnostics);
  if (spec.fit && spec.fit->curve && spec.fit->curve->type == CurveType::formula)
    for (const ParameterSpec& p : spec.parameters)
      if (p.name == "x")
        diagnostics.add(p.origin.error("name", "'x' is the abscissa of the curve"));

  const bool curve_only = spec.fit && spec.fit->curve && !spec.sweep && !spec.optimize;
  if (spec.model.empty() && !curve_only)
    diagnostics.add(spec.origin.error("model", "missing", "model file, relative to this file"));
  else if (!spec.model.empty() && !leads_to_model(spec.model))
    diagnostics.add(spec.origin.error(
        "model", "must be the relative path of a .yaml file, got '" + spec.model + "'"));
  if (spec.parameters.empty() && !curve_only)
    diagnostics.add(spec.origin.error("parameters", "missing", "what is varied?"));
}

}  // namespace

CampaignSpec parse_campaign(const std::string& text, const std::filesystem::path& file) {
  const YamlNode root = parse_yaml(text, file.string());
  if ((root.find("bodies") || root.find("nets")) && !root.find("model"))
    throw InputError(Diagnostic{
        root.mark, "", "this is a model, not a study",
        "use cuttle run, or write a study that names it: model: " + file.filename().string()});
  Diagnostics diagnostics;
  CampaignSpec spec;
  ReadContext context{file.parent_path(), diagnostics};
  const FieldInfo info;
  read_part(Slot{root, "", info, context}, value_of(spec));
  spec.origin.mark.file = file.string();
  diagnostics.throw_if_any();
  if (spec.name.empty()) spec.name = name_of_file(file);
  spec.file = file.string();
  spec.source = text;
  for (ParameterSpec& p : spec.parameters)
    if (p.path.empty()) p.path = {"parameters." + p.name};
  check_campaign(spec, diagnostics);
  diagnostics.throw_if_any();
  return spec;
}

CampaignSpec read_campaign(const std::filesystem::path& path) {
  return parse_campaign(read_text_file(path), path);
}

namespace {

constexpr const char* kHead = R"(# The study language

One YAML file describes many runs of a model: a sweep over parameters (`cuttle sweep`), a search for
the best (`cuttle optimize`), or a fit to measurements (`cuttle fit`). Plain numbers are SI; a number
may carry its unit. Formulas may use the names of parameters, figures and derived numbers, `pi`, `e`
and the usual functions.

)";

std::vector<SectionDoc> sections() { return sections_of(kTypeOf<CampaignSpec>); }

}  // namespace

std::string campaign_schema_text() { return kHead + sections_text(sections()); }

std::string campaign_schema_json() {
  return sections_json(sections(), "cuttle study file").dump(2);
}

}  // namespace cuttle
