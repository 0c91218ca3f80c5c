#pragma once

#include <string>
#include <vector>

#include "cuttle/io/field_doc.h"

namespace cuttle {

/// What the reference says of one part (a map in the file).
struct SectionDoc {
  std::string name, text, shorthand;
  std::vector<std::string> one_of;
  std::vector<FieldDoc> fields;
};

/// The sections of a language, each once, a part before its own parts. `root` is the whole file.
std::vector<SectionDoc> sections_of(const Type& root);

}  // namespace cuttle
