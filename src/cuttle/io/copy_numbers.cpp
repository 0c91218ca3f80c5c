#include "cuttle/io/copy_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cuttle/compile/check_scenario.h"
#include "cuttle/compile/expand_repeats.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/io/read_part.h"

namespace cuttle {

namespace {

constexpr int kMostCopies = 1000;

bool depends_on_copy(const YamlNode& node) {
  const auto words = mentioned_parameters(node);
  return words.contains("k") || words.contains("n");
}

std::string item_path(const std::string& list, std::size_t i) {
  return fmt::format("{}[{}]", list, i);
}

/// Names are numbered by the copy anyhow, and how often something is repeated is known before.
bool same_in_all_copies(const std::string& field) { return field == "name" || field == "repeat"; }

void fill_item(Parameters& parameters, YamlNode& item, const std::string& path, CopyIndex copy) {
  if (!item.is_map()) return parameters.fill(item, path, copy);
  for (std::size_t i = 0; i < item.items.size(); ++i) {
    const std::string& field = item.keys[i];
    const CopyIndex known = same_in_all_copies(field) ? CopyIndex{} : copy;
    parameters.fill(item.items[i], path + "." + field, known);
  }
}

bool has_cycle(const ScenarioSpec& scenario) {
  const BodyIndex index(scenario);
  return std::ranges::any_of(scenario.bodies, [&](const BodySpec& body) {
    const BodySpec* walk = &body;
    for (std::size_t i = 0; walk && i <= scenario.bodies.size(); ++i) walk = index.parent(*walk);
    return walk != nullptr;
  });
}

/// Calls use(origin) for all parts that may be copied.
template <class Use>
void for_each_origin_of(const ScenarioSpec& scenario, const Use& use) {
  for (const BodySpec& body : scenario.bodies) use(body.origin);
  for (const ProbeSpec& probe : scenario.probes) use(probe.origin);
  for (const PartKind* kind : part_table())
    for_each_part(*kind, scenario, [&](const std::string&, const Origin& origin) { use(origin); });
}

/// The item of a list of a document.
class ItemFinder final : public Fields {
 public:
  ItemFinder(const std::string& list, std::size_t index) : list_(list), index_(index) {}

  void visit(const FieldInfo& info, Value value) override {
    if (info.name != list_ || value.type->form != Form::list) return;
    if (index_ >= value.type->size(value.at)) return;
    found = value.type->item(value.at, index_);
    field = info;
  }
  void visit_list_or_inline(const char*, Value, const char*) override {}

  Value found;
  FieldInfo field;

 private:
  const std::string& list_;
  std::size_t index_;
};

bool same_words(const Diagnostic& a, const Diagnostic& b) {
  return a.path == b.path && a.message == b.message;
}

bool has(const Diagnostics& list, const Diagnostic& wanted) {
  return std::ranges::any_of(list.list(),
                             [&](const Diagnostic& d) { return same_words(d, wanted); });
}

/// Parts of one list, each with those that were read for other copies behind it.
template <class Part>
void join_list(std::vector<Part>& parts, const std::vector<Part>& others) {
  std::vector<Part> all;
  for (Part& part : parts) {
    const std::string path = part.origin.path;
    const std::size_t at = all.size();
    all.push_back(std::move(part));
    for (const Part& other : others)
      if (other.origin.path == path) all.push_back(other);
    if (all.size() > at + 1) {
      all[at].origin.only = 1;
      all[at].origin.repeat = all.back().origin.repeat;
    }
  }
  parts = std::move(all);
}

void join_parts(const PartKind& kind, PartLists& lists, PartLists& others) {
  const ListType& type = *kind.type;
  void* const extra = const_cast<void*>(others.find(type));
  void* const list = const_cast<void*>(lists.find(type));
  if (!extra || !list) return;
  PartLists all;
  void* const made = all.list(type);
  for (std::size_t i = 0; i < type.type->size(list); ++i) {
    const Value part = type.type->item(list, i);
    Origin& origin = part.type->origin(part.at);
    std::vector<void*> behind;
    for (std::size_t j = 0; j < type.type->size(extra); ++j)
      if (const Value other = type.type->item(extra, j);
          other.type->origin(other.at).path == origin.path)
        behind.push_back(other.at);
    if (!behind.empty()) {
      origin.only = 1;
      origin.repeat = part.type->origin(behind.front()).repeat;
    }
    type.append(made, part.at);
    for (const void* other : behind) type.append(made, other);
  }
  lists.replace(type, std::move(all));
}

}  // namespace

CopyNumbers::CopyNumbers(const YamlNode& root, const std::filesystem::path& file,
                         const std::vector<DataFileUse>* kept) {
  for (std::size_t i = 0; root.is_map() && i < root.items.size(); ++i)
    for (std::size_t j = 0; root.items[i].is_list() && j < root.items[i].items.size(); ++j)
      if (const YamlNode& item = root.items[i].items[j]; depends_on_copy(item))
        units_.push_back({root.keys[i], j, item_path(root.keys[i], j), "", 0, item});
  if (units_.empty()) return;

  // one copy of each tells who makes the last one
  YamlNode tree = root;
  Parameters parameters;
  parameters.define(tree.find("parameters"));
  for (std::size_t i = 0; i < tree.items.size(); ++i)
    parameters.fill(tree.items[i], tree.keys[i], {1, 2});
  Diagnostics ignored;
  ReadContext context{file.parent_path(), ignored};
  context.kept = kept;
  ScenarioSpec scenario = read_parts(tree, file, context);
  resolve_names(scenario, ignored);
  // a repeat that cannot be read is told later
  if (const YamlNode* const bodies = tree.find("bodies"))
    for (std::size_t i = 0; i < std::min(bodies->items.size(), scenario.bodies.size()); ++i)
      if (bodies->items[i].find("repeat") && !scenario.bodies[i].repeat)
        scenario.bodies[i].repeat.emplace().count = 2;
  std::map<std::string, int> counts;
  std::map<std::string, std::string> repeats;
  for (BodySpec& body : scenario.bodies) {
    if (!body.repeat) continue;
    counts[body.origin.path] = std::clamp(body.repeat->count, 1, kMostCopies);
    body.repeat->count = 1;
  }
  if (!has_cycle(scenario))
    for_each_origin_of(expand_repeats(std::move(scenario)),
                       [&](const Origin& origin) { repeats[origin.path] = origin.repeat; });
  for (Unit& unit : units_) {
    unit.repeat = repeats[unit.path];
    unit.n = counts[unit.repeat];
  }
  std::erase_if(units_, [](const Unit& unit) { return unit.n == 0; });
}

const CopyNumbers::Unit* CopyNumbers::find(const std::string& path) const {
  const auto found = std::ranges::find(units_, path, &Unit::path);
  return found == units_.end() ? nullptr : &*found;
}

void CopyNumbers::fill(Parameters& parameters, const std::string& field, YamlNode& node) const {
  if (units_.empty() || !node.is_list()) return parameters.fill(node, field);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string path = item_path(field, i);
    const Unit* const unit = find(path);
    fill_item(parameters, node.items[i], path, unit ? CopyIndex{1, unit->n} : CopyIndex{});
  }
}

// what the reader says of each unit goes to its own list
void CopyNumbers::read_copy(int k, Parameters& parameters, ScenarioSpec& scenario,
                            ReadContext& context, std::vector<Diagnostics>& found) const {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const Unit& unit = units_[i];
    if (k > unit.n) continue;
    YamlNode text = unit.text;
    const std::size_t before = parameters.problems().size();
    fill_item(parameters, text, unit.path, {k, unit.n});
    const std::vector<Diagnostic>& problems = parameters.problems().list();
    for (std::size_t j = before; j < problems.size(); ++j) found[i].add(problems[j]);
    if (problems.size() > before) continue;
    ItemFinder finder(unit.list, unit.index);
    scenario.describe(finder);
    if (!finder.found.at) continue;
    const auto& [at, type] = finder.found;
    if (type->form == Form::part) {
      type->destroy(at);
      type->construct(at);
    }
    ReadContext own{context.folder, found[i], context.owner, context.used, context.kept};
    read_value(Slot{text, unit.path, finder.field, own}, finder.found);
  }
}

void CopyNumbers::read_others(const YamlNode& root, const ScenarioSpec& first,
                              ReadContext& context) {
  if (units_.empty()) return;
  first_ = first;
  if (const YamlNode* const map = root.find("parameters")) map_ = *map;
  for (const Unit& unit : units_) most_ = std::max(most_, unit.n);
  Parameters parameters;
  parameters.define(&map_);
  std::vector<std::vector<Diagnostics>> copies;
  for (int k = 2; k <= most_; ++k) {
    ScenarioSpec scenario = first_;
    copies.emplace_back(units_.size());
    read_copy(k, parameters, scenario, context, copies.back());
  }
  tell(copies, context.diagnostics);
}

std::size_t CopyNumbers::unit_of(const Diagnostic& d) const {
  std::size_t i = 0;
  while (i < units_.size() && d.path != units_[i].path && !d.path.starts_with(units_[i].path + "."))
    ++i;
  return i;
}

// what all copies say alike is no matter of copies
void CopyNumbers::tell(const std::vector<std::vector<Diagnostics>>& copies,
                       Diagnostics& diagnostics) const {
  Diagnostics all;
  for (Diagnostic d : diagnostics.list()) {
    const std::size_t i = unit_of(d);
    const bool alike = i == units_.size() ||
                       std::ranges::all_of(copies.begin(), copies.begin() + (units_[i].n - 1),
                                           [&](const auto& found) { return has(found[i], d); });
    if (!alike) d.copy = {1, units_[i].n};
    all.add(std::move(d));
  }
  const Diagnostics first = all;
  const auto told = [&](const Diagnostic& d) {
    return std::ranges::any_of(first.list(), [&](const Diagnostic& other) {
      return other.copy.n == 0 && same_words(other, d);
    });
  };
  for (std::size_t j = 0; j < copies.size(); ++j)
    for (std::size_t i = 0; i < units_.size(); ++i)
      for (Diagnostic d : copies[j][i].list()) {
        if (told(d)) continue;
        d.copy = {int(j) + 2, units_[i].n};
        all.add(std::move(d));
      }
  diagnostics = std::move(all);
}

void CopyNumbers::join(ScenarioSpec& scenario, ReadContext& context) {
  if (units_.empty()) return;
  Parameters parameters;
  parameters.define(&map_);
  ReadContext again{context.folder, context.diagnostics, context.owner, nullptr, context.kept};
  for (int k = 2; k <= most_; ++k) {
    ScenarioSpec copy = first_;
    std::vector<Diagnostics> none(units_.size());
    read_copy(k, parameters, copy, again, none);
    Diagnostics between;
    resolve_names(copy, between);
    check_scenario(copy, between);
    for (Diagnostic d : between.list()) {
      const std::size_t i = unit_of(d);
      d.copy = {k, i < units_.size() ? units_[i].n : most_};
      context.diagnostics.add(std::move(d));
    }
    take(k, copy);
  }
  context.diagnostics.throw_if_any();
  join_list(scenario.bodies, others_.bodies);
  join_list(scenario.probes, others_.probes);
  for (const PartKind* kind : part_table()) join_parts(*kind, scenario, others_);
}

void CopyNumbers::take(int k, const ScenarioSpec& scenario) {
  const auto wanted = [&](const Origin& origin) {
    const Unit* const unit = find(origin.path);
    return unit && k <= unit->n;
  };
  const auto mark = [&](Origin& origin) {
    origin.repeat = find(origin.path)->repeat;
    origin.only = k;
  };
  for (const BodySpec& body : scenario.bodies)
    if (wanted(body.origin)) mark(others_.bodies.emplace_back(body).origin);
  for (const ProbeSpec& probe : scenario.probes)
    if (wanted(probe.origin)) mark(others_.probes.emplace_back(probe).origin);
  for (const PartKind* kind : part_table()) {
    const ListType& type = *kind->type;
    void* const list = const_cast<void*>(scenario.find(type));
    for (std::size_t i = 0; list && i < type.type->size(list); ++i) {
      const Value part = type.type->item(list, i);
      if (!wanted(part.type->origin(part.at))) continue;
      void* const taken = others_.list(type);
      type.append(taken, part.at);
      const Value last = type.type->item(taken, type.type->size(taken) - 1);
      mark(last.type->origin(last.at));
    }
  }
}

}  // namespace cuttle
