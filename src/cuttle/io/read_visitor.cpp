#include "cuttle/io/read_visitor.h"

namespace cuttle {

// the node of a field that is there and may be there; otherwise reports and returns nullptr
const YamlNode* ReadVisitor::accept(const FieldInfo& info) {
  known_.emplace_back(info.name, info.unit);
  if (!map().is_map()) return nullptr;
  const YamlNode* const node = map().find(info.name);
  const bool judged = !choice_failed_ || info.when.empty();
  if (!node) {
    if (info.required && info.applies && judged)
      context_.diagnostics.add(
          map().mark, path_of(info.name), "missing",
          info.doc + (info.unit.empty() || info.unit == "*" ? "" : " [" + info.unit + "]"));
    return nullptr;
  }
  origin_.fields[info.name] = node->mark;
  if (!info.applies) {
    if (judged)
      context_.diagnostics.add(node->mark, path_of(info.name), "has no meaning here",
                               "it is for " + info.when);
    return nullptr;
  }
  return node;
}

void ReadVisitor::one_of(const std::vector<std::string>& fields) {
  if (!map().is_map()) return;
  std::vector<std::string> given;
  std::string all;
  for (const std::string& name : fields) {
    if (map().find(name)) given.push_back(name);
    all += (all.empty() ? "" : ", ") + name;
  }
  if (given.empty()) {
    context_.diagnostics.add(map().mark, path_, "one of these must be given: " + all);
  } else if (given.size() > 1) {
    context_.diagnostics.add(map().find(given[1])->mark, path_of(given[1]),
                             "cannot stand beside " + given[0],
                             "give exactly one of these: " + all);
  }
}

void ReadVisitor::finish() {
  if (!map().is_map()) {
    std::string fields;
    for (std::size_t i = 0; i < known_.size() && i < 6; ++i)
      fields += (i ? ", " : "") + known_[i].first;
    if (known_.size() > 6) fields += ", ...";
    context_.diagnostics.add(node_.mark, path_, "expected a map, got " + node_.what(),
                             "its fields are " + fields);
    return;
  }
  std::vector<std::string> names;
  for (const auto& [name, unit] : known_) names.push_back(name);
  for (std::size_t i = 0; i < map().keys.size(); ++i) {
    const std::string& key = map().keys[i];
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    // the suggestion carries the unit, if the field has one
    std::string hint = suggest(key, names, "fields");
    for (const auto& [name, unit] : known_)
      if (!unit.empty() && unit != "*" && hint == "did you mean '" + name + "'?")
        hint = "did you mean '" + name + "' (" + unit + ")?";
    context_.diagnostics.add(map().key_marks[i], path_of(key), "unknown key", hint);
  }
}

}  // namespace cuttle
