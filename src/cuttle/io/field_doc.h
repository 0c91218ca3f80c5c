#pragma once

#include <string>

#include "cuttle/spec/describe.h"

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

}  // namespace cuttle
