#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuttle/io/read_slips.h"
#include "cuttle/io/read_values.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/model/spec_describe.h"

namespace cuttle {

/// Reads one map of the file into one spec struct, as its describe() says.
class ReadVisitor {
 public:
  ReadVisitor(const YamlNode& node, std::string path, Origin& origin, ReadContext& context)
      : node_(node), path_(std::move(path)), origin_(origin), context_(context) {
    origin_.path = path_;
    origin_.mark = node.mark;
  }

  void about(const char*, const char*) {}

  /// A bare value stands for a map with that one field.
  void shorthand(const std::string& field) {
    if (!node_.is_scalar()) return;
    wrapped_.kind = YamlNode::Kind::map;
    wrapped_.mark = node_.mark;
    wrapped_.keys = {field};
    wrapped_.key_marks = {node_.mark};
    wrapped_.items = {node_};
  }

  template <class T>
  Field<ReadVisitor, T> field(const char* name, T& value) {
    return Field<ReadVisitor, T>(*this, name, value);
  }

  template <class T>
  void visit(const FieldInfo& info, T& value);

  /// Exactly one of these fields must be given.
  void one_of(const std::vector<std::string>& fields);

  template <class T>
  void list_or_inline(const char* name, std::vector<T>& list, const char* doc);

  /// Reports what is not a map, and keys that nobody asked for.
  void finish();

  /// The map with its slips of the pen corrected; nullopt: there are none. They are told by
  /// `slips`, once: what follows from them is not told.
  std::optional<YamlNode> as_meant() const;
  const Diagnostics& slips() const { return slip_messages_; }
  const std::vector<KnownField>& known() const { return known_; }

 private:
  bool moved_into_empty(std::size_t key);
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
  std::vector<EmptyPart> empty_;
  std::vector<Slip> slips_;
  Diagnostics unfit_;                                       // fields that mean nothing here
  std::vector<std::pair<std::size_t, std::size_t>> moved_;  // key, into which empty part
  Diagnostics slip_messages_;
  bool choice_failed_ =
      false;  // a kind is wrong or missing: fields that depend on it are not judged
};

template <class T>
concept Described = requires(ReadVisitor& visitor, T& spec) {
  describe(visitor, spec);
};

// A part, by its describe(). With slips of the pen it is read again as it was meant, so that they
// have no followers: a body called `bodeis` is not unknown to all that name it.
template <Described T>
bool read_part(const Slot& slot, T& spec) {
  Diagnostics found;
  ReadContext context{slot.context.folder, found, slot.context.owner, slot.context.used,
                      slot.context.kept};
  std::optional<YamlNode> meant;
  for (const YamlNode* node = &slot.node; node;) {
    ReadVisitor visitor(*node, slot.path, spec.origin, context);
    describe(visitor, spec);
    visitor.finish();
    node = nullptr;
    const bool again = meant.has_value();
    if (!again) meant = visitor.as_meant();
    if (!again && meant) {
      found = Diagnostics();
      spec = T{};
      node = &*meant;
    }
    for (const Diagnostic& slip : visitor.slips().list()) found.add(slip);
  }
  for (const Diagnostic& diagnostic : found.list()) slot.context.diagnostics.add(diagnostic);
  return found.empty();
}

// the names of the fields of a part
template <Described T>
std::vector<std::string> fields_of_part() {
  Diagnostics ignored;
  ReadContext context{{}, ignored};
  const YamlNode nothing;
  T spec;
  ReadVisitor visitor(nothing, "", spec.origin, context);
  describe(visitor, spec);
  std::vector<std::string> names;
  for (const KnownField& field : visitor.known()) names.push_back(field.name);
  return names;
}

template <class T>
struct PartOf {
  using type = T;
};
template <class T>
struct PartOf<std::optional<T>> {
  using type = T;
};

template <Described T>
bool read_value(const Slot& slot, T& spec) {
  return read_part(slot, spec);
}

template <class E>
requires std::is_enum_v<E>
bool read_value(const Slot& slot, E& value) {
  for (const Choice<E>& choice : choices(value)) {
    if (!slot.node.is_scalar() || slot.node.text != choice.name) continue;
    value = choice.value;
    return true;
  }
  const std::vector<std::string> names = names_of<E>();
  if (slot.node.is_scalar())
    slot.error("unknown " + slot.info.name + " '" + slot.node.text + "'",
               suggest_word(slot.node.text, names));
  else
    slot.error("expected a word, got " + slot.node.what(), suggest("", names, "words"));
  return false;
}

template <class T>
bool read_value(const Slot& slot, std::optional<T>& value) {
  const bool ok = read_value(slot, value.emplace());
  // keep half a part for the checks to come, but not half a value
  if (!ok && !(Described<T> && slot.node.is_map())) value.reset();
  return ok;
}

// lists of parts, or of words
template <class T>
requires(Described<T> || std::is_enum_v<T>) bool read_value(const Slot& slot,
                                                            std::vector<T>& list) {
  if (!slot.node.is_list()) {
    slot.error("expected a list, got " + slot.node.what(),
               slot.node.is_map() ? "each item of a list begins with a - and a blank" : "");
    return false;
  }
  list.assign(slot.node.items.size(), T{});
  bool ok = true;
  for (std::size_t i = 0; i < list.size(); ++i) ok = read_value(slot.item(i), list[i]) && ok;
  return ok;
}

// parts by name
template <Described T>
bool read_value(const Slot& slot, std::map<std::string, T>& parts) {
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
    ok = read_value(Slot{slot.node.items[i], path, slot.info, slot.context}, parts[name]) && ok;
  }
  return ok;
}

template <class T>
void ReadVisitor::visit(const FieldInfo& info, T& value) {
  const YamlNode* const node = accept(info);
  if (!node) return;
  using Part = typename PartOf<T>::type;
  if constexpr (Described<Part>)
    if (node->is_null() && map().is_map())
      empty_.push_back({std::size_t(node - map().items.data()), fields_of_part<Part>()});
  const bool ok = read_value(Slot{*node, path_of(info.name), info, context_}, value);
  const bool choice = std::is_enum_v<T> || !info.choices.empty();
  if (!ok && choice) choice_failed_ = true;
}

template <class T>
void ReadVisitor::list_or_inline(const char* name, std::vector<T>& list, const char* doc) {
  // what is no map has all of these fields to offer
  if (!map().is_map()) {
    T offered;
    describe(*this, offered);
  }
  if (map().find(name) || !map().is_map()) {
    field(name, list).required().doc(doc);
    return;
  }
  T& only = list.emplace_back();
  describe(*this, only);
  only.origin = origin_;
  known_.push_back({name, "", true});  // could have been given
}

}  // namespace cuttle
