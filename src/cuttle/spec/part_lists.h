#pragma once
// Lists of parts by their type. A model file has lists of muscles, fins, ...; whoever holds them
// here does not know what a muscle is, so that a new part is written in its own folder alone.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cuttle/spec/type.h"

namespace cuttle {

/// What can be done with a list of parts of one type, which have a name and an origin. A list is
/// known by the address of its type, which is that of kListOf<Spec>.
struct ListType {
  const Type* type;  // of the list, a std::vector; type->of is that of a part
  void* (*make)();
  void* (*clone)(const void* list);
  void (*destroy)(void* list);
  void (*append)(void* list, const void* part);  // a copy of a part
  std::string& (*name)(void* part);
};

template <class Spec>
inline constexpr ListType kListOf{
    .type = &kTypeOf<std::vector<Spec>>,
    .make = []() -> void* { return new std::vector<Spec>(); },
    .clone = [](const void* list) -> void* {
      return new std::vector<Spec>(*static_cast<const std::vector<Spec>*>(list));
    },
    .destroy = [](void* list) { delete static_cast<std::vector<Spec>*>(list); },
    .append =
        [](void* list, const void* part) {
          static_cast<std::vector<Spec>*>(list)->push_back(*static_cast<const Spec*>(part));
        },
    .name = [](void* part) -> std::string& { return static_cast<Spec*>(part)->name; }};

/// Lists of parts, at most one of a type. A copy copies them all.
class PartLists {
 public:
  PartLists() = default;
  PartLists(const PartLists& other);
  PartLists(PartLists&&) noexcept = default;
  PartLists& operator=(const PartLists& other);
  PartLists& operator=(PartLists&&) noexcept = default;
  ~PartLists() = default;

  /// The list of a type: spec.of<CableSpec>(). Made when it is first asked for.
  template <class Spec>
  std::vector<Spec>& of() {
    return *static_cast<std::vector<Spec>*>(list(kListOf<Spec>));
  }
  /// Empty if there is none.
  template <class Spec>
  const std::vector<Spec>& of() const {
    static const std::vector<Spec> none;
    const void* const found = find(kListOf<Spec>);
    return found ? *static_cast<const std::vector<Spec>*>(found) : none;
  }

  /// The same for those who know the type at run time only.
  void* list(const ListType& type);
  const void* find(const ListType& type) const;  // null if there is none
  /// A list as a value, as describe() of the scenario shows it.
  Value value(const ListType& type) { return {list(type), type.type}; }
  void replace(const ListType& type, PartLists&& other);  // by the list of another one

  std::size_t size(const ListType& type) const;
  /// The names in a list.
  std::vector<std::string> names(const ListType& type) const;

 private:
  struct Delete {
    const ListType* type;
    void operator()(void* list) const { type->destroy(list); }
  };
  using List = std::unique_ptr<void, Delete>;
  std::vector<List> lists_;
};

}  // namespace cuttle
