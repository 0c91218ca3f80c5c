#include "cuttle/io/bound_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_part.h"
#include "cuttle/io/value_table.h"
#include "cuttle/io/yaml_parameters.h"

namespace cuttle {

namespace {

void find_formulas(YamlNode& node, std::vector<YamlNode*>& found) {
  if (node.is_scalar() && node.text.find("$(") != std::string::npos) found.push_back(&node);
  for (YamlNode& item : node.items) find_formulas(item, found);
}

bool holds(const YamlNode& node, const YamlNode* wanted) {
  return &node == wanted ||
         std::ranges::any_of(node.items, [&](const YamlNode& item) { return holds(item, wanted); });
}

// Names decide which item of a list the path of a setting means.
bool is_name(const YamlNode& node, const YamlNode* wanted) {
  return node.find("name") == wanted || std::ranges::any_of(node.items, [&](const YamlNode& item) {
           return is_name(item, wanted);
         });
}

}  // namespace

std::vector<std::string> SampledModel::settings_of(std::span<const double> numbers) const {
  std::vector<std::string> all = settings;
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (const std::string& path : paths[i]) all.push_back(fmt::format("{}={}", path, numbers[i]));
  return all;
}

/// The tree and the spec of a sample, as its parts are read.
class BoundModel::Reading {
 public:
  /// Reads a sample in which nothing is wrong.
  Reading(const SampledModel& model, std::span<const double> numbers);

  /// Everything that may change can be set.
  bool complete() const { return complete_; }
  /// Goes on to another sample. False: something is wrong with it.
  bool set(std::span<const double> numbers);
  const ScenarioSpec& spec() const { return spec_; }

 private:
  /// What is read at once, on its own: an item of a list of the file, or one of its fields.
  struct Unit {
    const YamlNode* node;
    const YamlNode* field;  // of the file, in which it stands
    std::string path;
    FieldInfo info;
    Value value;
    bool stale = false;  // its text has changed since it was read
  };
  class UnitFinder;

  /// A scalar of the tree that is not the same in all samples.
  struct Text {
    YamlNode* node;
    std::string formula = {};  // with $(...); empty: a number is set
    std::string last = {};     // what stood there in the sample before
    Unit* unit = nullptr;
  };
  struct Number {
    YamlNode* node;
    std::size_t index;  // among the numbers of a sample
    std::string path;
  };

  ReadContext context(Diagnostics& diagnostics) const;
  void fill();
  bool read_again(Unit& unit, ReadContext& context);

  const SampledModel& model_;
  YamlNode tree_;
  Parameters parameters_;
  std::vector<Number> numbers_;
  std::vector<Text> texts_;
  ScenarioSpec spec_;
  std::vector<Unit> units_;
  bool complete_ = true;
};

/// Lists the units of a file.
class BoundModel::Reading::UnitFinder final : public Fields {
 public:
  UnitFinder(const YamlNode& tree, std::vector<Unit>& units) : tree_(tree), units_(units) {}

  void visit(const FieldInfo& info, Value value) override {
    const YamlNode* const field = tree_.find(info.name);
    if (!field) return;
    const auto add = [&](const YamlNode& node, const std::string& step, Value what) {
      units_.push_back({&node, field, info.name + step, info, what});
    };
    const Type& type = *value.type;
    const ValueRow* const row = find_value_row(type);
    const bool by_form = !row || !row->read;
    const bool list = by_form && type.form == Form::list, map = by_form && type.form == Form::map;
    if (!list && !map) add(*field, "", value);
    for (std::size_t i = 0; i < field->items.size(); ++i) {
      if (list) add(field->items[i], fmt::format("[{}]", i), type.item(value.at, i));
      if (map) add(field->items[i], "." + field->keys[i], type.entry(value.at, field->keys[i]));
    }
  }
  // a file has no such field; what stands in one would have no unit
  void visit_list_or_inline(const char*, Value, const char*) override {}

 private:
  const YamlNode& tree_;
  std::vector<Unit>& units_;
};

BoundModel::Reading::Reading(const SampledModel& model, std::span<const double> numbers)
    : model_(model), tree_(model.tree) {
  Diagnostics diagnostics;
  if (tree_.mark.file.empty()) tree_.mark.file = model.file.string();
  apply_overrides(tree_, model.settings_of(numbers), diagnostics);
  for (std::size_t i = 0; i < model.paths.size(); ++i)
    for (const std::string& path : model.paths[i]) {
      YamlNode* const node = find_setting(tree_, path);
      complete_ = complete_ && node && !is_name(tree_, node);
      if (!complete_) return;
      numbers_.push_back({node, i, path});
      texts_.push_back({node});
    }
  std::vector<YamlNode*> formulas;
  find_formulas(tree_, formulas);
  for (YamlNode* const node : formulas) texts_.push_back({node, node->text});
  fill();
  for (Text& text : texts_) text.last = text.node->text;
  ReadContext all = context(diagnostics);
  spec_ = read_parts(tree_, model.file, all);

  UnitFinder finder(tree_, units_);
  spec_.describe(finder);
  for (Text& text : texts_)
    for (Unit& unit : units_)
      if (holds(*unit.node, text.node)) text.unit = &unit;
  complete_ = diagnostics.empty() && parameters_.problems().empty() &&
              std::ranges::all_of(texts_, [](const Text& text) { return text.unit != nullptr; });
}

ReadContext BoundModel::Reading::context(Diagnostics& diagnostics) const {
  ReadContext context{model_.file.parent_path(), diagnostics};
  context.kept = model_.kept();
  return context;
}

/// Writes numbers for all $(...).
void BoundModel::Reading::fill() {
  for (Text& text : texts_)
    if (!text.formula.empty()) text.node->text = text.formula;
  parameters_.define(tree_.find("parameters"));
  for (Text& text : texts_)
    if (!text.formula.empty()) parameters_.fill(*text.node, "");
}

bool BoundModel::Reading::set(std::span<const double> numbers) {
  for (const Number& bound : numbers_) {
    bound.node->text = fmt::format("{}", numbers[bound.index]);
    bound.node->mark = {fmt::format("--set {}={}", bound.path, bound.node->text), 0, 0};
  }
  fill();
  for (Text& text : texts_)
    if (text.node->text != text.last) {
      text.last = text.node->text;
      text.unit->stale = true;
    }
  if (!parameters_.problems().empty()) return false;
  Diagnostics diagnostics;
  ReadContext some = context(diagnostics);
  for (Unit& unit : units_)
    if (unit.stale) unit.stale = !read_again(unit, some);
  return diagnostics.empty();
}

bool BoundModel::Reading::read_again(Unit& unit, ReadContext& context) {
  const auto& [at, type] = unit.value;
  if (type->form == Form::part) {
    type->destroy(at);
    type->construct(at);
  }
  spec_.origin.fields[unit.info.name] = unit.field->mark;
  return read_value(Slot{*unit.node, unit.path, unit.info, context}, unit.value);
}

BoundModel::BoundModel(const SampledModel& model, Mistakes told) : model_(model), told_(told) {}
BoundModel::~BoundModel() = default;

Scenario BoundModel::scenario(std::span<const double> numbers) {
  const bool all = told_ == Mistakes::all;
  const auto compiled = [all](const ScenarioSpec& spec) {
    Diagnostics diagnostics;
    std::optional<Scenario> scenario = compile_sample(spec, diagnostics);
    if (!all) diagnostics.throw_if_any();
    return scenario;
  };
  if (reading_ && reading_->complete() && reading_->set(numbers))
    if (std::optional<Scenario> scenario = compiled(reading_->spec())) return std::move(*scenario);
  ++full_readings_;
  const ScenarioSpec spec = read_tree(model_.tree, model_.file, model_.settings_of(numbers),
                                      nullptr, model_.kept(), told_);
  Scenario scenario = all ? build(spec) : *compiled(spec);
  if (!reading_) reading_ = std::make_unique<Reading>(model_, numbers);
  return scenario;
}

}  // namespace cuttle
