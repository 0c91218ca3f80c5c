#pragma once
// Keys that are not in the language, and what was probably meant by them.

#include <optional>
#include <string>
#include <vector>

#include "cuttle/io/yaml.h"

namespace cuttle {

/// A field that a part has.
struct KnownField {
  std::string name, unit;
  bool applies = true;                          // here, with what stands beside it
  bool list = true, map = true, scalar = true;  // what its value may be, as far as it is known
};

/// The fields of a part that was left empty.
struct EmptyPart {
  std::size_t key;  // where it stands in the map
  std::vector<std::string> fields;
};

/// One key of a map that is a slip of the pen.
struct Slip {
  std::size_t key = 0;
  std::string name;                  // what it was meant to be
  std::optional<std::string> value;  // and its value, if the key had swallowed it
  std::string hint;
};

/// The slip behind an unknown key. `taken`: fields that are given already.
std::optional<Slip> find_slip(const YamlNode& map, std::size_t key,
                              const std::vector<KnownField>& fields,
                              const std::vector<std::string>& taken);

/// "did you mean 'length' (m)?" of those that can have the value, or the fields that there are.
std::string suggest_field(const std::string& key, const YamlNode& value,
                          const std::vector<KnownField>& fields);

/// "did you mean 'revolute'?" for a word that is none of these, or those that there are.
std::string suggest_word(const std::string& word, const std::vector<std::string>& words);

/// A hint for a text that should be a map of these fields: "length 10 cm", "length:10 cm".
std::string suggest_map(const std::string& text, const std::vector<KnownField>& fields);

/// A hint for "0,1" where 0.1 is meant, for blanks that are none, and for "2*3", which has to be
/// computed first; empty for all else.
std::string number_hint(std::string text);

}  // namespace cuttle
