#pragma once

#include <string>
#include <vector>

#include "cuttle/model/describe.h"

namespace cuttle {

/// What the reference says of one field.
struct FieldDoc {
  enum class Shape { number, integer, text, value, part, list, map };
  FieldInfo info;  // choices are filled for enumerations, too
  Shape shape = Shape::value;
  std::string type;     // "number", "3 numbers", "signal", ...
  std::string section;  // part, list, map: of what
  std::string default_value;
};

/// What the reference says of one part (a map in the file).
struct SectionDoc {
  std::string name, text, shorthand;
  std::vector<std::string> one_of;
  std::vector<FieldDoc> fields;
};

/// The sections of a language, each once, a part before its own parts. `root` is the whole file.
std::vector<SectionDoc> sections_of(const Type& root);

}  // namespace cuttle
