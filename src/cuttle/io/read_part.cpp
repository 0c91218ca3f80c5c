#include "cuttle/io/read_part.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/io/read_slips.h"
#include "cuttle/io/value_table.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

namespace {

/// Reads one map of the file into one spec struct.
class PartReader final : public Fields {
 public:
  PartReader(const YamlNode& node, std::string path, Origin& origin, ReadContext& context)
      : node_(node), path_(std::move(path)), origin_(origin), context_(context) {
    origin_.path = path_;
    origin_.mark = node.mark;
  }

  void shorthand(const char* field) override;
  void visit_one_of(std::span<const char* const> fields) override;
  void visit(const FieldInfo& info, Value value) override;
  void visit_list_or_inline(const char* name, Value list, const char* doc) override;

  /// Reports what is not a map, and keys that nobody asked for.
  void finish();

  /// The map with its slips of the pen corrected; nullopt: there are none. They are told by
  /// `slips`, once: what follows from them is not told.
  std::optional<YamlNode> as_meant() const;
  const Diagnostics& slips() const { return slip_messages_; }
  /// False for what was found in fields that exclude each other: one of them has to go first.
  bool matters(const Diagnostic& found) const;
  const std::vector<KnownField>& known() const { return known_; }

 private:
  bool moved_into_empty(std::size_t key);
  std::string hint_for(std::size_t key) const;
  const YamlNode& map() const { return wrapped_.is_map() ? wrapped_ : node_; }
  std::string path_of(const std::string& name) const {
    return path_.empty() ? name : path_ + "." + name;
  }
  const YamlNode* accept(const FieldInfo& info);

  const YamlNode& node_;
  YamlNode wrapped_;
  std::string path_;
  Origin& origin_;
  ReadContext& context_;
  std::vector<KnownField> known_;
  std::vector<std::pair<std::string, const Type*>> parts_;  // that it may have
  std::vector<EmptyPart> empty_;
  std::vector<Slip> slips_;
  std::vector<std::string> clashing_;                       // paths of fields
  std::vector<std::string> unread_;                         // optional values that are wrong
  Diagnostics unfit_;                                       // fields that mean nothing here
  std::vector<std::pair<std::size_t, std::size_t>> moved_;  // key, into which empty part
  Diagnostics slip_messages_;
  bool choice_failed_ =
      false;  // a kind is wrong or missing: fields that depend on it are not judged
};

// what may stand there; values that have a reader of their own take many things
KnownField known_field(const FieldInfo& info, const Type& type) {
  KnownField field{info.name, info.unit, info.applies};
  const Type& of = type.form == Form::optional ? *type.of : type;
  const ValueRow* const row = find_value_row(of);
  if (of.form == Form::word) field.list = field.map = false;
  if (row && row->read) return field;
  if (of.form == Form::list) field.scalar = false;
  if (of.form == Form::part || of.form == Form::map) field.list = false;
  return field;
}

void PartReader::shorthand(const char* field) {
  if (!node_.is_scalar()) return;
  wrapped_.kind = YamlNode::Kind::map;
  wrapped_.mark = node_.mark;
  wrapped_.keys = {field};
  wrapped_.key_marks = {node_.mark};
  wrapped_.items = {node_};
}

// the node of a field that is there and may be there; otherwise reports and returns nullptr
const YamlNode* PartReader::accept(const FieldInfo& info) {
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
    // what goes with a value that cannot be read has its meaning all the same
    if (std::ranges::any_of(unread_, [&](const std::string& name) {
          return info.when.find(name) != std::string::npos;
        }))
      return nullptr;
    unfit_.add(node->mark, path_of(info.name), "has no meaning here", "it is for " + info.when);
    return nullptr;
  }
  return node;
}

void PartReader::visit_one_of(std::span<const char* const> fields) {
  if (!map().is_map()) return;
  std::vector<std::string> given;
  std::string all;
  for (const std::string name : fields) {
    if (map().find(name)) given.push_back(name);
    all += (all.empty() ? "" : ", ") + name;
  }
  if (given.empty()) {
    choice_failed_ = true;
    context_.diagnostics.add(map().mark, path_, "one of these must be given: " + all);
  } else if (given.size() > 1) {
    context_.diagnostics.add(map().find(given[1])->mark, path_of(given[1]),
                             "cannot be combined with " + given[0],
                             "give exactly one of these: " + all);
    for (const std::string& name : given) clashing_.push_back(path_of(name) + ".");
  }
}

bool PartReader::matters(const Diagnostic& found) const {
  return std::ranges::none_of(
      clashing_, [&](const std::string& field) { return found.path.starts_with(field); });
}

// fields that stand below an empty part and should stand in it
bool PartReader::moved_into_empty(std::size_t key) {
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
                       "what belongs to " + name + " must be indented by two more spaces");
  return true;
}

void PartReader::finish() {
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
      context_.diagnostics.add(map().key_marks[i], path_of(key), "unknown key", hint_for(i));
    }
  }
}

std::optional<YamlNode> PartReader::as_meant() const {
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

// the names of the fields of a part
std::vector<std::string> fields_of(const Type& part) {
  Diagnostics ignored;
  ReadContext context{{}, ignored};
  const YamlNode nothing;
  const FreshPart fresh(part);
  void* const at = fresh.value().at;
  PartReader reader(nothing, "", part.origin(at), context);
  part.describe(at, reader);
  std::vector<std::string> names;
  for (const KnownField& field : reader.known()) names.push_back(field.name);
  return names;
}

// What was probably meant by a key that is none: another one, or that of a part one level below.
std::string PartReader::hint_for(std::size_t i) const {
  const std::string& key = map().keys[i];
  std::vector<std::string> names;
  for (const KnownField& field : known_) names.push_back(field.name);
  if (nearest(key, names).empty())
    for (const auto& [name, type] : parts_) {
      const std::vector<std::string> fields = fields_of(*type);
      if (std::ranges::find(fields, key) != fields.end())
        return "it is a field of " + name + ": " + name + "." + key;
    }
  return suggest_field(key, map().items[i], known_);
}

void PartReader::visit(const FieldInfo& info, Value value) {
  const Type& part = value.type->form == Form::optional ? *value.type->of : *value.type;
  if (part.form == Form::part && info.applies) parts_.emplace_back(info.name, &part);
  known_.push_back(known_field(info, *value.type));
  const YamlNode* const node = accept(info);
  if (!node) return;
  if (part.form == Form::part && node->is_null())
    empty_.push_back({std::size_t(node - map().items.data()), fields_of(part)});
  const bool ok = read_value(Slot{*node, path_of(info.name), info, context_}, value);
  const bool choice = value.type->form == Form::word || !info.choices.empty();
  if (!ok && value.type->form == Form::optional) unread_.push_back(info.name);
  if (!ok && choice) choice_failed_ = true;
}

void PartReader::visit_list_or_inline(const char* name, Value list, const char* doc) {
  const Type& part = *list.type->of;
  // what is no map has all of these fields to offer
  if (!map().is_map()) part.describe(FreshPart(part).value().at, *this);
  if (map().find(name) || !map().is_map()) {
    Field(*this, name, list).required().doc(doc);
    return;
  }
  list.type->refill(list.at, 1);
  void* const only = list.type->item(list.at, 0).at;
  part.describe(only, *this);
  part.origin(only) = origin_;
  known_.push_back({name, "", true});  // could have been given
}

bool read_word(const Slot& slot, Value value) {
  if (slot.node.is_scalar() && choose_word(value, slot.node.text)) return true;
  std::vector<std::string> names;
  for (const NamedChoice& choice : words_of(*value.type)) names.push_back(choice.name);
  if (slot.node.is_scalar())
    slot.error("unknown " + slot.info.name + " '" + slot.node.text + "'",
               suggest_word(slot.node.text, names));
  else
    slot.error("expected a word, got " + slot.node.what(), suggest("", names, "words"));
  return false;
}

bool read_optional(const Slot& slot, Value value) {
  value.type->refill(value.at, 1);
  const bool ok = read_value(slot, value.type->item(value.at, 0));
  // keep half a part for the checks to come, but not half a value
  const bool half_part = value.type->of->form == Form::part && slot.node.is_map();
  if (!ok && !half_part) value.type->refill(value.at, 0);
  return ok;
}

bool read_list(const Slot& slot, Value list) {
  if (!slot.node.is_list()) {
    slot.error("expected a list, got " + slot.node.what(),
               slot.node.is_map() ? "each item of a list begins with a - and a space" : "");
    return false;
  }
  const std::size_t size = slot.node.items.size();
  list.type->refill(list.at, size);
  bool ok = true;
  for (std::size_t i = 0; i < size; ++i)
    ok = read_value(slot.item(i), list.type->item(list.at, i)) && ok;
  return ok;
}

bool read_map(const Slot& slot, Value map) {
  if (!slot.node.is_map()) {
    slot.error("expected a map of names, got " + slot.node.what());
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < slot.node.keys.size(); ++i) {
    const std::string& name = slot.node.keys[i];
    const std::string path = slot.path + "." + name;
    if (!is_identifier(name)) {
      slot.context.diagnostics.add(slot.node.key_marks[i], path, "'" + name + "' cannot be a name",
                                   "letters, digits, _ and -, beginning with a letter");
      ok = false;
      continue;
    }
    const Slot item{slot.node.items[i], path, slot.info, slot.context};
    ok = read_value(item, map.type->entry(map.at, name)) && ok;
  }
  return ok;
}

}  // namespace

// With slips of the pen a part is read again as it was meant, so that they have no followers: a
// body called `bodeis` is not unknown to all that name it.
bool read_part(const Slot& slot, Value part) {
  Diagnostics found;
  ReadContext context{slot.context.folder, found, slot.context.owner, slot.context.used,
                      slot.context.kept};
  std::optional<YamlNode> meant;
  for (const YamlNode* node = &slot.node; node;) {
    PartReader reader(*node, slot.path, part.type->origin(part.at), context);
    part.type->describe(part.at, reader);
    reader.finish();
    node = nullptr;
    const bool again = meant.has_value();
    if (!again) meant = reader.as_meant();
    if (!again && meant) {
      found = Diagnostics();
      part.type->destroy(part.at);
      part.type->construct(part.at);
      node = &*meant;
    }
    for (const Diagnostic& slip : reader.slips().list()) found.add(slip);
    Diagnostics kept;
    for (const Diagnostic& diagnostic : found.list())
      if (reader.matters(diagnostic)) kept.add(diagnostic);
    found = std::move(kept);
  }
  for (const Diagnostic& diagnostic : found.list()) slot.context.diagnostics.add(diagnostic);
  return found.empty();
}

bool read_value(const Slot& slot, Value value) {
  const ValueRow* const row = find_value_row(*value.type);
  if (row && row->read) return row->read(slot, value.at);
  switch (value.type->form) {
    case Form::word:
      return read_word(slot, value);
    case Form::part: {
      if (!read_part(slot, value)) return false;
      const PartKind* const kind = find_part_kind(*value.type);
      return !kind || !kind->table_file || read_table_file(slot, kind->table_file(value.at));
    }
    case Form::optional:
      return read_optional(slot, value);
    case Form::list:
      return read_list(slot, value);
    case Form::map:
      return read_map(slot, value);
    case Form::leaf:
      break;
  }
  expects(false, "every value has a reader");
  return false;
}

}  // namespace cuttle
