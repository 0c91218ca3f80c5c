#pragma once
// JSON objects that the viewer reads. Each names its members once, in a function
//   void json_members(JsonMembers& m, const SceneCable& cable) {
//     m.object("SceneCable");
//     m("name", cable.name);
//   }
// and that one function writes the object and tells its type to the viewer
// (viewer/src/format/shared.ts): a member that gets another name in one of the two languages is
// missed by the type check of the other.

#include <array>
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuttle/math/types.h"
#include "cuttle/spec/choice.h"

namespace cuttle {

using OrderedJson = nlohmann::ordered_json;
class ByteStore;
class JsonMembers;

/// A text that is always the same: `cuttle-scene/1`.
struct FixedText {
  const char* text;
};

/// A number that may be unknown. JSON has no NaN: it is null there.
struct OrNull {
  double value = 0;
};
std::vector<OrNull> or_null(const std::vector<double>& values);

/// An object whose members are named by the user, or by the words of an enumeration.
template <class T, class Key = std::string>
struct ByName {
  std::vector<std::pair<std::string, T>> items;
};

/// The TypeScript file: declarations, each behind those that it needs.
class TypeScript {
 public:
  void declare(const std::string& name, const std::string& text);
  /// A list of words, and the type of which they are the values.
  void declare_words(const std::string& name, const std::vector<std::string>& words);
  /// Tuples get a name by their length.
  std::string tuple(std::size_t length);
  std::string text() const;

 private:
  std::vector<std::pair<std::string, std::string>> declarations_;
};

/// What has a function json_members.
template <class T>
concept JsonObject = requires(JsonMembers& m, const T& value) {
  json_members(m, value);
};

/// An enumeration whose words are `choices`, and whose type has a name there.
template <class T>
concept JsonWord = std::is_enum_v<T> && requires(T value) {
  choices(value);
  { json_name(value) } -> std::convertible_to<const char*>;
};

/// Takes the members of one object, either with their values or with their types.
class JsonMembers {
 public:
  /// Writes into `json`; arrays of numbers go into the store.
  JsonMembers(OrderedJson& json, ByteStore* store) : json_(&json), store_(store) {}
  /// Tells the types. Values do not matter, but numbers are stored all the same.
  JsonMembers(TypeScript& types, ByteStore* store) : types_(&types), store_(store) {}

  /// What the viewer calls the type; the last word counts.
  void object(const char* name, const char* about = "");

  template <class T>
  void operator()(const char* name, const T& value) {
    if (json_)
      (*json_)[name] = json_of(value);
    else
      add_type(name, type_of(value));
  }

  /// A member that is left out where there is nothing to say.
  template <class T>
  void optional(const char* name, bool is_there, const T& value) {
    if (types_)
      add_type(std::string(name) + "?", type_of(value));
    else if (is_there)
      (*json_)[name] = json_of(value);
  }

  ByteStore& store() const;

  template <class T>
  OrderedJson json_of(const T& value) const;
  /// The type of a value, declared together with what it is made of.
  template <class T>
  std::string type_of(const T& value) const;

 private:
  void add_type(const std::string& name, const std::string& type);
  void declare() const;

  template <class T>
  OrderedJson list(const T& items) const {
    OrderedJson json = OrderedJson::array();
    for (const auto& item : items) json.push_back(json_of(item));
    return json;
  }
  template <class T>
  OrderedJson json(const std::vector<T>& items) const {
    return list(items);
  }
  template <class T, std::size_t N>
  OrderedJson json(const std::array<T, N>& items) const {
    return list(items);
  }
  template <int N>
  OrderedJson json(const Eigen::Matrix<double, N, 1>& v) const {
    return list(v);
  }
  template <class T>
  OrderedJson json(const std::optional<T>& value) const {
    return value ? json_of(*value) : OrderedJson(nullptr);
  }
  template <class T, class Key>
  OrderedJson json(const ByName<T, Key>& members) const {
    OrderedJson json = OrderedJson::object();
    for (const auto& [name, value] : members.items) json[name] = json_of(value);
    return json;
  }
  OrderedJson json(const FixedText& word) const { return word.text; }
  OrderedJson json(const OrNull& number) const { return number.value; }

  template <class T>
  std::string type(const std::vector<T>&) const {
    const std::string item = type_of(T{});
    return (item.find(' ') == std::string::npos ? item : "(" + item + ")") + "[]";
  }
  template <class T, std::size_t N>
  std::string type(const std::array<T, N>&) const {
    return types_->tuple(N);
  }
  template <int N>
  std::string type(const Eigen::Matrix<double, N, 1>&) const {
    return types_->tuple(N);
  }
  template <class T>
  std::string type(const std::optional<T>&) const {
    return type_of(T{}) + " | null";
  }
  template <class T, class Key>
  std::string type(const ByName<T, Key>&) const {
    const std::string key = type_of(Key{});
    return "Record<" + key + ", " + type_of(T{}) + ">";
  }
  std::string type(const FixedText& word) const { return '"' + std::string(word.text) + '"'; }
  std::string type(const OrNull&) const { return "number | null"; }

  OrderedJson* json_ = nullptr;
  TypeScript* types_ = nullptr;
  ByteStore* store_ = nullptr;
  std::string name_, about_, members_;
};

template <class T>
OrderedJson JsonMembers::json_of(const T& value) const {
  if constexpr (JsonObject<T>) {
    OrderedJson object = OrderedJson::object();
    JsonMembers members(object, store_);
    json_members(members, value);
    return object;
  } else if constexpr (JsonWord<T>) {
    return name_of(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    return std::string(std::string_view(value));
  } else {
    return json(value);
  }
}

template <class T>
std::string JsonMembers::type_of(const T& value) const {
  if constexpr (JsonObject<T>) {
    JsonMembers members(*types_, store_);
    json_members(members, value);
    members.declare();
    return members.name_;
  } else if constexpr (JsonWord<T>) {
    std::vector<std::string> words;
    for (const auto& choice : choices(value)) words.emplace_back(choice.name);
    types_->declare_words(json_name(value), words);
    return json_name(value);
  } else if constexpr (std::same_as<T, bool>) {
    return "boolean";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return "number";
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    return "string";
  } else {
    return type(value);
  }
}

/// An object, or what objects are made of, as JSON.
template <class T>
OrderedJson to_ordered_json(const T& value, ByteStore* store = nullptr) {
  OrderedJson nothing;
  return JsonMembers(nothing, store).json_of(value);
}

/// Adds the type of the object, and all that it is made of, to the file.
template <JsonObject T>
void tell_type(const T& value, TypeScript& types, ByteStore* store = nullptr) {
  JsonMembers(types, store).type_of(value);
}

}  // namespace cuttle
