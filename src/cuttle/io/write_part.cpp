#include "cuttle/io/write_part.h"

#include <map>
#include <string>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/io/value_table.h"
#include "cuttle/io/write_yaml.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

namespace {

/// The members of a spec struct by the names of their fields.
class Members final : public Fields {
 public:
  explicit Members(Value part) { part.type->describe(part.at, *this); }

  void visit(const FieldInfo& info, Value value) override { members_[info.name] = value; }
  void visit_list_or_inline(const char*, Value, const char*) override {}

  /// nullptr: there is no such member, or it is of another type.
  void* find(const std::string& name, const Type* type) const {
    const auto found = members_.find(name);
    return found != members_.end() && found->second.type == type ? found->second.at : nullptr;
  }

 private:
  std::map<std::string, Value> members_;
};

/// A value as YAML, and whether it is not the default.
struct Written {
  YamlNode node;
  bool differs = true;
};

/// Makes one map of the file from one spec struct.
class PartWriter final : public Fields {
 public:
  PartWriter(Value part, Value defaults) : defaults_(defaults) {
    part.type->describe(part.at, *this);
  }

  void shorthand(const char* field) override { shorthand_ = field; }
  void visit(const FieldInfo& info, Value value) override;
  void visit_list_or_inline(const char* name, Value list, const char* doc) override;

  /// The map, and whether a field is not as in the defaults; a bare value if that says the same.
  Written take() {
    const bool bare =
        map_.keys.size() == 1 && map_.keys[0] == shorthand_ && map_.items[0].is_scalar();
    return {bare ? map_.items[0] : map_, differs_};
  }

 private:
  Members defaults_;
  YamlNode map_ = yaml_map();
  std::string shorthand_;
  bool differs_ = false;
};

YamlNode write_value(const FieldInfo& info, Value value) {
  const Type& type = *value.type;
  const ValueRow* const row = find_value_row(type);
  if (row && row->write) return row->write(info, value.at);
  YamlNode node;
  switch (type.form) {
    case Form::word:
      return yaml_text(chosen_word(value));
    case Form::part:
      return write_part(value);
    case Form::list:
      node = yaml_list();
      for (std::size_t i = 0; i < type.size(value.at); ++i)
        node.items.push_back(write_value(info, type.item(value.at, i)));
      return node;
    case Form::map:
      node = yaml_map();
      for (const NamedValue& entry : type.entries(value.at))
        add_key(node, entry.name, write_value(info, entry.value));
      return node;
    case Form::optional:
    case Form::leaf:
      break;
  }
  expects(false, "every value has a writer");
  return node;
}

// `usual`: of the same type, or nullptr if there is none
Written write_field(const FieldInfo& info, Value value, void* usual) {
  const Type& type = *value.type;
  if (type.form == Form::optional) {
    if (type.size(value.at) == 0) return {};
    const Value item = type.item(value.at, 0);
    if (!usual || type.size(usual) == 0) return {write_value(info, item)};
    return write_field(info, item, type.item(usual, 0).at);
  }
  if (type.form == Form::part)
    return usual ? PartWriter(value, {usual, &type}).take() : Written{write_value(info, value)};
  YamlNode node = write_value(info, value);
  // a list that is not there by default is empty
  const bool differs = usual ? !same_contents(node, write_value(info, {usual, &type}))
                             : !node.items.empty() || !node.text.empty();
  return {std::move(node), differs};
}

void PartWriter::visit(const FieldInfo& info, Value value) {
  if (!info.applies) return;
  Written written = write_field(info, value, defaults_.find(info.name, value.type));
  if (written.node.is_null()) return;
  differs_ = differs_ || written.differs;
  if (written.differs || info.required) add_key(map_, info.name, std::move(written.node));
}

void PartWriter::visit_list_or_inline(const char* name, Value list, const char*) {
  differs_ = true;
  if (list.type->size(list.at) != 1) return add_key(map_, name, write_value(FieldInfo(), list));
  const YamlNode only = write_part(list.type->item(list.at, 0));
  for (std::size_t i = 0; i < only.keys.size(); ++i) add_key(map_, only.keys[i], only.items[i]);
}

}  // namespace

YamlNode write_part(Value part, Value defaults) { return PartWriter(part, defaults).take().node; }

YamlNode write_part(Value part) { return write_part(part, FreshPart(*part.type).value()); }

}  // namespace cuttle
