#pragma once

#include <any>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/io/write_values.h"
#include "cuttle/model/spec_describe.h"

namespace cuttle {

/// The members of a spec struct by the names of their fields.
class Members {
 public:
  void about(const char*, const char*) {}
  void shorthand(const char*) {}
  void one_of(const std::vector<std::string>&) {}
  template <class T>
  Field<Members, T> field(const char* name, T& value) {
    return Field<Members, T>(*this, name, value);
  }
  template <class T>
  void visit(const FieldInfo& info, T& value) {
    members_[info.name] = static_cast<const T*>(&value);
  }
  template <class T>
  void list_or_inline(const char*, std::vector<T>&, const char*) {}

  /// nullptr: there is no such member, or it is of another type.
  template <class T>
  const T* find(const std::string& name) const {
    const auto found = members_.find(name);
    if (found == members_.end()) return nullptr;
    const T* const* const member = std::any_cast<const T*>(&found->second);
    return member ? *member : nullptr;
  }

 private:
  std::map<std::string, std::any> members_;
};

/// Makes one map of the file from one spec struct, as its describe() says: all fields that are
/// required, or differ from those of another struct that holds the defaults.
class WriteVisitor {
 public:
  explicit WriteVisitor(const Members& defaults) : defaults_(defaults) {}

  void about(const char*, const char*) {}
  void one_of(const std::vector<std::string>&) {}
  void shorthand(const char* field) { shorthand_ = field; }

  template <class T>
  Field<WriteVisitor, T> field(const char* name, T& value) {
    return Field<WriteVisitor, T>(*this, name, value);
  }

  template <class T>
  void visit(const FieldInfo& info, T& value);

  template <class T>
  void list_or_inline(const char* name, std::vector<T>& list, const char* doc);

  /// True if a field is not as in the defaults.
  bool differs() const { return differs_; }

  /// The map; a bare value if that says the same.
  YamlNode take() {
    const bool bare = map_.keys.size() == 1 && map_.keys[0] == shorthand_;
    return bare && map_.items[0].is_scalar() ? map_.items[0] : map_;
  }

 private:
  const Members& defaults_;
  YamlNode map_ = yaml_map();
  std::string shorthand_;
  bool differs_ = false;
};

template <class T>
concept Writable = requires(WriteVisitor& visitor, T& spec) {
  describe(visitor, spec);
};

/// A value as YAML, and whether it is not the default.
struct Written {
  YamlNode node;
  bool differs = true;
};

// describe() lets a reader change its struct; these visitors only look
template <class Visitor, class T>
void look_at(Visitor& visitor, const T& spec) {
  describe(visitor, const_cast<T&>(spec));
}

template <Writable T>
Written write_part(const T& spec, const T& defaults) {
  Members members;
  look_at(members, defaults);
  WriteVisitor visitor(members);
  look_at(visitor, spec);
  return {visitor.take(), visitor.differs()};
}

// parts, and lists and maps of them
template <Writable T>
YamlNode yaml_of(const FieldInfo&, const T& spec) {
  return write_part(spec, T{}).node;
}
template <Writable T>
YamlNode yaml_of(const FieldInfo&, const std::vector<T>& parts) {
  YamlNode list = yaml_list();
  const T defaults{};
  for (const T& part : parts) list.items.push_back(write_part(part, defaults).node);
  return list;
}
template <Writable T>
YamlNode yaml_of(const FieldInfo&, const std::map<std::string, T>& parts) {
  YamlNode map = yaml_map();
  const T defaults{};
  for (const auto& [name, part] : parts) add_key(map, name, write_part(part, defaults).node);
  return map;
}

template <class T>
Written write_field(const FieldInfo& info, const T& value, const T* usual) {
  YamlNode node = yaml_of(info, value);
  bool differs = !usual || !same_contents(node, yaml_of(info, *usual));
  // a list that is not there by default is empty
  if constexpr (requires { value.empty(); }) differs = differs && (usual || !value.empty());
  return {std::move(node), differs};
}
template <Writable T>
Written write_field(const FieldInfo& info, const T& value, const T* usual) {
  return usual ? write_part(value, *usual) : Written{yaml_of(info, value)};
}
template <class T>
Written write_field(const FieldInfo& info, const std::optional<T>& value,
                    const std::optional<T>* usual) {
  if (!value) return {};
  if (!usual || !*usual) return {yaml_of(info, *value)};
  return write_field(info, *value, &**usual);
}

template <class T>
void WriteVisitor::visit(const FieldInfo& info, T& value) {
  if (!info.applies) return;
  Written written = write_field(info, std::as_const(value), defaults_.find<T>(info.name));
  if (written.node.is_null()) return;
  differs_ = differs_ || written.differs;
  if (written.differs || info.required) add_key(map_, info.name, std::move(written.node));
}

template <class T>
void WriteVisitor::list_or_inline(const char* name, std::vector<T>& list, const char*) {
  differs_ = true;
  if (list.size() != 1) return add_key(map_, name, yaml_of(FieldInfo(), list));
  const YamlNode only = write_part(list[0], T{}).node;
  for (std::size_t i = 0; i < only.keys.size(); ++i) add_key(map_, only.keys[i], only.items[i]);
}

}  // namespace cuttle
