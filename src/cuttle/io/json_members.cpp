#include "cuttle/io/json_members.h"

#include <algorithm>
#include <cctype>

#include "cuttle/base/error.h"

namespace cuttle {
namespace {

// the column at which lists of words are broken
constexpr std::size_t kWidth = 100;

}  // namespace

std::vector<OrNull> or_null(const std::vector<double>& values) {
  std::vector<OrNull> result;
  for (const double value : values) result.push_back({value});
  return result;
}

void TypeScript::declare(const std::string& name, const std::string& text) {
  const auto same =
      std::ranges::find_if(declarations_, [&](auto& one) { return one.first == name; });
  if (same == declarations_.end())
    declarations_.emplace_back(name, text);
  else
    expects(same->second == text, "one name, one type");
}

// ArrowKind: `arrowKinds` are its words
void TypeScript::declare_words(const std::string& name, const std::vector<std::string>& words) {
  std::string list = name + "s";
  list[0] = char(std::tolower(static_cast<unsigned char>(list[0])));
  std::string text = "export const " + list + " = [";
  std::string line = text;
  std::string lines = "\n";
  for (const std::string& word : words) {
    line += (line.ends_with('[') ? "\"" : ", \"") + word + '"';
    lines += "  \"" + word + "\",\n";
  }
  line += "] as const;";
  text = line.size() <= kWidth ? line : text + lines + "] as const;";
  declare(name, text + "\nexport type " + name + " = (typeof " + list + ")[number];\n");
}

std::string TypeScript::tuple(std::size_t length) {
  const std::string name = "Vec" + std::to_string(length);
  std::string numbers;
  for (std::size_t i = 0; i < length; ++i) numbers += i == 0 ? "number" : ", number";
  declare(name, "export type " + name + " = [" + numbers + "];\n");
  return name;
}

std::string TypeScript::text() const {
  std::string text;
  for (const auto& [name, declaration] : declarations_)
    text += (text.empty() ? "" : "\n") + declaration;
  return text;
}

void JsonMembers::object(const char* name, const char* about) {
  name_ = name;
  about_ = about;
}

ByteStore& JsonMembers::store() const {
  expects(store_ != nullptr, "a place for numbers");
  return *store_;
}

void JsonMembers::add_type(const std::string& name, const std::string& type) {
  members_ += "  " + name + ": " + type + ";\n";
}

void JsonMembers::declare() const {
  expects(!name_.empty(), "an object with a name");
  const std::string about = about_.empty() ? "" : "/// " + about_ + "\n";
  types_->declare(name_, about + "export interface " + name_ + " {\n" + members_ + "}\n");
}

}  // namespace cuttle
