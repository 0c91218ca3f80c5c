#include "cuttle/io/read_visitor.h"

namespace cuttle {

// the node of a field that is there and may be there; otherwise reports and returns nullptr
const YamlNode* ReadVisitor::accept(const FieldInfo& info) {
  known_.push_back({info.name, info.unit, info.applies});
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
    unfit_.add(node->mark, path_of(info.name), "has no meaning here", "it is for " + info.when);
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
  if (given.empty()) choice_failed_ = true;
  if (given.empty()) {
    context_.diagnostics.add(map().mark, path_, "one of these must be given: " + all);
  } else if (given.size() > 1) {
    context_.diagnostics.add(map().find(given[1])->mark, path_of(given[1]),
                             "cannot stand beside " + given[0],
                             "give exactly one of these: " + all);
  }
}

// fields that stand below an empty part and should stand in it
bool ReadVisitor::moved_into_empty(std::size_t key) {
  const auto holds = [&](const EmptyPart& part) {
    return part.key < key && std::ranges::find(part.fields, map().keys[key]) != part.fields.end();
  };
  const auto part = std::ranges::find_if(empty_, holds);
  if (part == empty_.end()) return false;
  const std::string& name = map().keys[part->key];
  const bool first = std::ranges::none_of(moved_, [&](auto m) { return m.second == part->key; });
  moved_.emplace_back(key, part->key);
  if (first)
    slip_messages_.add(map().key_marks[key], path_of(map().keys[key]),
                       "is a field of " + name + ", but not indented further",
                       "what belongs to " + name + " is indented by two more blanks");
  return true;
}

void ReadVisitor::finish() {
  if (!map().is_map()) {
    context_.diagnostics.add(node_.mark, path_, "expected a map, got " + node_.what(),
                             suggest_map(node_.text, known_));
    return;
  }
  if (!choice_failed_)
    for (const Diagnostic& diagnostic : unfit_.list()) context_.diagnostics.add(diagnostic);
  std::vector<std::string> taken;
  for (const std::string& key : map().keys)
    if (std::ranges::find(known_, key, &KnownField::name) != known_.end()) taken.push_back(key);
  for (std::size_t i = 0; i < map().keys.size(); ++i) {
    const std::string& key = map().keys[i];
    if (std::ranges::find(taken, key) != taken.end() || moved_into_empty(i)) continue;
    if (auto slip = find_slip(map(), i, known_, taken)) {
      slip_messages_.add(map().key_marks[i], path_of(key), "unknown key", slip->hint);
      taken.push_back(slip->name);
      slips_.push_back(std::move(*slip));
    } else {
      context_.diagnostics.add(map().key_marks[i], path_of(key), "unknown key",
                               suggest_field(key, known_));
    }
  }
}

std::optional<YamlNode> ReadVisitor::as_meant() const {
  if (slips_.empty() && moved_.empty()) return std::nullopt;
  YamlNode meant = map();
  for (const Slip& slip : slips_) {
    meant.keys[slip.key] = slip.name;
    if (!slip.value) continue;
    meant.items[slip.key].kind = YamlNode::Kind::scalar;
    meant.items[slip.key].text = *slip.value;
  }
  for (const auto& [key, into] : moved_) {
    YamlNode& part = meant.items[into];
    part.kind = YamlNode::Kind::map;
    part.keys.push_back(meant.keys[key]);
    part.key_marks.push_back(meant.key_marks[key]);
    part.items.push_back(map().items[key]);
  }
  for (const auto& [key, into] : moved_) meant.erase(map().keys[key]);
  return meant;
}

}  // namespace cuttle
