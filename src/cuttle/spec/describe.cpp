#include "cuttle/spec/describe.h"

#include <cctype>
#include <utility>

#include "cuttle/signal/expression_parts.h"

namespace cuttle {

std::vector<std::string> FieldInfo::variable_names() const {
  std::vector<std::string> names;
  for (const char c : variables)
    if (std::isalpha(static_cast<unsigned char>(c))) names.emplace_back(1, c);
  return names;
}

std::vector<std::string> FieldInfo::variable_names(const std::string& formula) const {
  std::vector<std::string> names = variable_names();
  if (!columns) return names;
  const std::vector<std::string> named = column_names(formula);
  names.insert(names.end(), named.begin(), named.end());
  return names;
}

Field::Field(Fields& fields, const char* name, Value value) : fields_(fields), value_(value) {
  info_.name = name;
}

Field::~Field() { fields_.visit(info_, value_); }

Field& Field::unit(const char* text) {
  info_.unit = text;
  return *this;
}

Field& Field::unit(const std::string& text) {
  info_.unit = text;
  return *this;
}

Field& Field::doc(const char* text) {
  info_.doc = text;
  return *this;
}

Field& Field::otherwise(const char* text) {
  info_.default_text = text;
  return *this;
}

Field& Field::columns() {
  info_.columns = true;
  return *this;
}

Field& Field::variables(const char* text) {
  info_.variables = text;
  return *this;
}

Field& Field::choices(std::vector<NamedChoice> list) {
  info_.choices = std::move(list);
  return *this;
}

Field& Field::required(bool yes) {
  info_.required = yes;
  return *this;
}

Field& Field::direction() {
  info_.direction = true;
  return *this;
}

Field& Field::identifier() {
  info_.identifier = true;
  return *this;
}

Field& Field::refers_to(const char* list) {
  info_.refers_to = list;
  return *this;
}

Field& Field::polynomial() {
  info_.polynomial = true;
  return *this;
}

Field& Field::table() {
  info_.table = true;
  return *this;
}

Field& Field::diagonal() {
  info_.diagonal = true;
  return *this;
}

Field& Field::above(double bound) {
  info_.low = bound;
  info_.low_open = true;
  return *this;
}

Field& Field::at_least(double bound) {
  info_.low = bound;
  return *this;
}

Field& Field::below(double bound) {
  info_.high = bound;
  info_.high_open = true;
  return *this;
}

Field& Field::at_most(double bound) {
  info_.high = bound;
  return *this;
}

Field& Field::when(bool applies, const char* condition) {
  info_.applies = applies;
  info_.when = condition;
  return *this;
}

}  // namespace cuttle
