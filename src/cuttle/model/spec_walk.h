#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/model/spec_describe.h"

namespace cuttle {

/// Calls a function on every FunctionSpec and SignalSpec below a spec struct: it walks the same
/// describe() as the reader does.
template <class Visit>
class ExpressionWalker {
 public:
  explicit ExpressionWalker(Visit visit) : visit_(std::move(visit)) {}

  void about(const char*, const char*) {}
  void shorthand(const char*) {}
  void one_of(const std::vector<std::string>&) {}
  template <class T>
  Field<ExpressionWalker, T> field(const char* name, T& value) {
    return Field<ExpressionWalker, T>(*this, name, value);
  }
  template <class T>
  void list_or_inline(const char*, std::vector<T>& list, const char*) {
    for (T& item : list) walk(item);
  }
  template <class T>
  void visit(const FieldInfo&, T& value) {
    walk(value);
  }

 private:
  void walk(FunctionSpec& function) { visit_(function); }
  void walk(SignalSpec& signal) { visit_(signal); }
  template <class T>
  void walk(std::optional<T>& value) {
    if (value) walk(*value);
  }
  template <class T>
  void walk(std::vector<T>& list) {
    if constexpr (!std::is_enum_v<T>)
      for (T& item : list) walk(item);
  }
  template <class T, std::size_t n>
  void walk(std::array<T, n>& list) {
    for (T& item : list) walk(item);
  }
  template <class T>
  void walk(std::map<std::string, T>& parts) {
    for (auto& [name, part] : parts) walk(part);
  }
  template <class T>
  void walk(T& part) {
    if constexpr (requires { describe(*this, part); }) describe(*this, part);
  }

  Visit visit_;
};

template <class Spec, class Visit>
void for_each_expression(Spec& spec, Visit visit) {
  ExpressionWalker<Visit> walker(std::move(visit));
  describe(walker, spec);
}

}  // namespace cuttle
