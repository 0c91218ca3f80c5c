#pragma once

#include <string>
#include <vector>

#include "cuttle/base/error.h"

namespace cuttle {

/// A word that a field may hold, and what it means.
struct NamedChoice {
  std::string name;
  std::string doc;
};

/// The rows of a table of kinds (joints, bases, ...), each with a name and a doc, as choices.
template <class Table>
std::vector<NamedChoice> rows_of(const Table& table) {
  std::vector<NamedChoice> list;
  for (const auto& row : table) list.push_back({std::string(row.name), std::string(row.doc)});
  return list;
}

/// One name of an enumeration E. A function choices(E), found beside the enumeration, lists all.
template <class E>
struct Choice {
  E value;
  const char* name;
  const char* doc;
};

/// The name of a value: name_of(Method::bdf) is "bdf".
template <class E>
const char* name_of(E value) {
  for (const Choice<E>& choice : choices(value))
    if (choice.value == value) return choice.name;
  expects(false, "every enumerator has a name");
  return "";
}

/// All names of an enumeration, in order.
template <class E>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const Choice<E>& choice : choices(E{})) names.emplace_back(choice.name);
  return names;
}

}  // namespace cuttle
