#pragma once

#include <string>

#include "cuttle/io/yaml.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

struct FieldDoc;
struct Slot;

/// What the form of a type does not determine: how its values are read, written and documented.
/// Every leaf has all three; what is null for another type goes by its form.
struct ValueRow {
  const Type* type;
  bool (*read)(const Slot& slot, void* value);
  YamlNode (*write)(const FieldInfo& info, const void* value);
  const char* words;    // in the reference: "3 numbers", with {} where the section is named
  const Type* section;  // the part whose fields may stand there; null: none
  void (*tell)(FieldDoc& doc, const void* value);  // more for the reference; value null: no default
};

/// The row of a type, or nullptr.
const ValueRow* find_value_row(const Type& type);

/// What the reference says of one field.
struct FieldDoc {
  enum class Shape { number, integer, text, value, part, list, map };
  FieldInfo info;  // choices are filled for enumerations, too
  Shape shape = Shape::value;
  std::string type;     // "number", "3 numbers", "list of {}", ...; {} is the section
  std::string section;  // part, list, map: of what
  std::string default_value;
};

}  // namespace cuttle
