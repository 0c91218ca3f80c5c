#pragma once
// The C++ types of spec structs and of their members as data, so that one reader, one writer and
// one schema serve them all without being compiled anew for each.

#include <array>
#include <concepts>
#include <cstddef>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/spec/choice.h"

namespace cuttle {

class Fields;
struct Type;

/// A spec struct or one of its members, and what it is.
struct Value {
  void* at = nullptr;
  const Type* type = nullptr;

  /// The value as a T, or nullptr if it is of another type.
  template <class T>
  T* as() const;
};

/// A value of an enumeration.
struct Word {
  int value;
  const char* name;
  const char* doc;
};

/// An entry of a map.
struct NamedValue {
  std::string name;
  Value value;
};

enum class Form {
  leaf,      // written in a way of its own: a number, a place, a signal, ...
  word,      // an enumeration
  part,      // a struct with the members describe(Fields&) and origin
  optional,  // at most one value
  list,
  map  // by name
};

/// What can be done with a value of some C++ type. Of the functions only those of its form are
/// there. A type is known by its address, which is that of kTypeOf<T>.
struct Type {
  Form form = Form::leaf;
  const Type* of = nullptr;  // optional, list, map: of what

  // part
  void (*describe)(void* part, Fields& fields) = nullptr;
  Origin& (*origin)(void* part) = nullptr;
  std::size_t bytes = 0, alignment = 0;
  void (*construct)(void* memory) = nullptr;  // with its defaults
  void (*destroy)(void* part) = nullptr;

  // word
  std::size_t words = 0;  // that there are
  Word (*word)(std::size_t i) = nullptr;
  int (*number)(const void* value) = nullptr;
  void (*set_number)(void* value, int number) = nullptr;

  // optional, list
  std::size_t (*size)(const void* list) = nullptr;
  Value (*item)(void* list, std::size_t i) = nullptr;
  void (*refill)(void* list, std::size_t size) = nullptr;  // so many fresh ones; null: std::array

  // map
  Value (*entry)(void* map, const std::string& name) = nullptr;  // made if it is not there
  std::vector<NamedValue> (*entries)(void* map) = nullptr;
};

template <class T>
concept HasFields = requires(T& part, Fields& fields) {
  part.describe(fields);
  { part.origin } -> std::convertible_to<Origin&>;
};

template <class T>
struct TypeMaker;

/// The type of a spec struct or of a member, one object in the whole program.
template <class T>
inline constexpr Type kTypeOf = TypeMaker<T>::make();

/// A struct or a member as a value.
template <class T>
Value value_of(T& x) {
  return {&x, &kTypeOf<T>};
}

/// The same for those that only look: describe() is not const, because readers fill what it shows.
template <class T>
Value look_at(const T& x) {
  return value_of(const_cast<T&>(x));
}

template <class T>
T* Value::as() const {
  return type == &kTypeOf<T> ? static_cast<T*>(at) : nullptr;
}

/// A part with its defaults.
class FreshPart {
 public:
  explicit FreshPart(const Type& type);
  FreshPart(const FreshPart&) = delete;
  FreshPart& operator=(const FreshPart&) = delete;
  ~FreshPart();

  Value value() const { return {part_, &type_}; }

 private:
  const Type& type_;
  void* part_;
};

/// All words of an enumeration.
std::vector<NamedChoice> words_of(const Type& type);
/// The word that an enumeration holds.
const char* chosen_word(Value value);
/// False: there is no such word.
bool choose_word(Value value, std::string_view word);

template <class T>
struct TypeMaker {
  static constexpr Type make() {
    Type type;
    if constexpr (std::is_enum_v<T>) {
      type.form = Form::word;
      type.words = choices(T{}).size();
      type.word = [](std::size_t i) -> Word {
        const Choice<T>& choice = choices(T{})[i];
        return {static_cast<int>(choice.value), choice.name, choice.doc};
      };
      type.number = [](const void* x) { return static_cast<int>(*static_cast<const T*>(x)); };
      type.set_number = [](void* x, int i) { *static_cast<T*>(x) = static_cast<T>(i); };
    } else if constexpr (HasFields<T>) {
      type.form = Form::part;
      type.describe = [](void* x, Fields& fields) { static_cast<T*>(x)->describe(fields); };
      type.origin = [](void* x) -> Origin& { return static_cast<T*>(x)->origin; };
      type.bytes = sizeof(T);
      type.alignment = alignof(T);
      type.construct = [](void* memory) { ::new (memory) T(); };
      type.destroy = [](void* x) { static_cast<T*>(x)->~T(); };
    }
    return type;
  }
};

template <class T>
struct TypeMaker<std::optional<T>> {
  using Optional = std::optional<T>;
  static constexpr Type make() {
    Type type{.form = Form::optional, .of = &kTypeOf<T>};
    type.size = [](const void* x) -> std::size_t {
      return static_cast<const Optional*>(x)->has_value() ? 1 : 0;
    };
    type.item = [](void* x, std::size_t) { return value_of(**static_cast<Optional*>(x)); };
    type.refill = [](void* x, std::size_t size) {
      Optional& value = *static_cast<Optional*>(x);
      value.reset();
      if (size > 0) value.emplace();
    };
    return type;
  }
};

template <class T>
struct TypeMaker<std::vector<T>> {
  using List = std::vector<T>;
  static constexpr Type make() {
    Type type{.form = Form::list, .of = &kTypeOf<T>};
    type.size = [](const void* x) { return static_cast<const List*>(x)->size(); };
    type.item = [](void* x, std::size_t i) { return value_of((*static_cast<List*>(x))[i]); };
    type.refill = [](void* x, std::size_t size) { *static_cast<List*>(x) = List(size); };
    return type;
  }
};

template <class T, std::size_t n>
struct TypeMaker<std::array<T, n>> {
  static constexpr Type make() {
    Type type{.form = Form::list, .of = &kTypeOf<T>};
    type.size = [](const void*) { return n; };
    type.item = [](void* x, std::size_t i) {
      return value_of((*static_cast<std::array<T, n>*>(x))[i]);
    };
    return type;
  }
};

template <class T>
struct TypeMaker<std::map<std::string, T>> {
  using Map = std::map<std::string, T>;
  static constexpr Type make() {
    Type type{.form = Form::map, .of = &kTypeOf<T>};
    type.entry = [](void* x, const std::string& name) {
      return value_of((*static_cast<Map*>(x))[name]);
    };
    type.entries = [](void* x) {
      std::vector<NamedValue> list;
      for (auto& [name, value] : *static_cast<Map*>(x)) list.push_back({name, value_of(value)});
      return list;
    };
    return type;
  }
};

}  // namespace cuttle
