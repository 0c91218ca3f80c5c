#include "cuttle/campaign/campaign_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cuttle/base/error.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/shortened.h"
#include "cuttle/io/yaml.h"

namespace cuttle {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "cuttle-campaign/1";
constexpr std::uintmax_t kLargest = 128u << 20;  // two texts of 8 MB, all of it escaped

// what may change while the runs stay the same
constexpr std::array kCosmetic = {"title", "plots", "expect", "name"};

std::string shown(const YamlNode& node) {
  if (!node.is_scalar()) return node.is_list() ? "a list" : node.is_map() ? "a map" : "nothing";
  return shortened(node.text);
}

void compare(const YamlNode& a, const YamlNode& b, const std::string& path,
             std::vector<std::string>& out) {
  if (a.kind != b.kind || a.text != b.text) {
    out.push_back(fmt::format("{}: {} -> {}", path, shown(a), shown(b)));
    return;
  }
  if (a.is_list()) {
    if (a.items.size() != b.items.size())
      out.push_back(fmt::format("{}: {} items -> {} items", path, a.items.size(), b.items.size()));
    for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i)
      compare(a.items[i], b.items[i], fmt::format("{}[{}]", path, i), out);
  }
  if (!a.is_map()) return;
  const auto join = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  for (std::size_t i = 0; i < a.keys.size(); ++i) {
    if (const YamlNode* other = b.find(a.keys[i]))
      compare(a.items[i], *other, join(a.keys[i]), out);
    else
      out.push_back(join(a.keys[i]) + " is gone");
  }
  for (const std::string& key : b.keys)
    if (!a.find(key)) out.push_back(join(key) + " is new");
}

YamlNode without_cosmetic(YamlNode root) {
  for (const char* key : kCosmetic) root.erase(key);
  return root;
}

// the place of a byte in a text
Mark mark_of_byte(const std::string& text, std::size_t byte, const fs::path& file) {
  Mark mark{file.string(), 1, 1};
  for (std::size_t i = 0; i + 1 < std::min(byte, text.size()); ++i) {
    ++mark.column;
    if (text[i] == '\n') ++mark.line, mark.column = 1;
  }
  return mark;
}

// "a number", "nothing"
std::string kind_of(const Json& json) {
  if (json.is_null()) return "nothing";
  if (json.is_boolean()) return "true or false";
  return json.is_object()   ? "a map"
         : json.is_array()  ? "a list"
         : json.is_string() ? "text"
                            : "a number";
}

/// The keys of a document, with complaints about those that are not as they were written.
class Keys {
 public:
  Keys(const Json& json, const fs::path& file) : json_(json), file_(file) {}

  std::string text(const std::string& key) {
    const Json* const value = find(key);
    if (value && value->is_string()) return value->get<std::string>();
    if (value) complain(key, "expected text, got " + kind_of(*value));
    return "";
  }

  std::map<std::string, std::string> texts(const std::string& key) {
    std::map<std::string, std::string> result;
    const Json* const map = find(key);
    if (!map) return result;
    if (!map->is_object()) {
      complain(key, "expected a map of text values, got " + kind_of(*map));
      return result;
    }
    for (const auto& [name, value] : map->items())
      if (value.is_string())
        result[name] = value.get<std::string>();
      else
        complain(key + "." + name, "expected text, got " + kind_of(value));
    return result;
  }

  void complain(const std::string& key, const std::string& message) {
    diagnostics_.add({file_.string(), 0, 0}, key, "damaged: " + message, kWayOutOfFolder);
  }
  void throw_if_any() const { diagnostics_.throw_if_any(); }

 private:
  const Json* find(const std::string& key) {
    const auto found = json_.find(key);
    if (found != json_.end()) return &*found;
    complain(key, "missing");
    return nullptr;
  }

  const Json& json_;
  const fs::path& file_;
  Diagnostics diagnostics_;
};

/// Data files that only one of the two has. Where nothing else is different, that cannot be.
void add_other_files(const CampaignMemory& before, const CampaignMemory& now, const fs::path& file,
                     std::vector<std::string>& list) {
  const bool edited = !list.empty();
  const auto add = [&](const std::string& name, const char* change, const char* damage) {
    if (!edited)
      throw InputError(Diagnostic{{file.string(), 0, 0},
                                  "data." + name,
                                  std::string("damaged: ") + damage,
                                  kWayOutOfFolder});
    list.push_back("the data file " + name + change);
  };
  for (const auto& [name, digest] : now.data)
    if (!before.data.contains(name)) add(name, " is new", "missing");
  for (const auto& [name, digest] : before.data)
    if (!now.data.contains(name)) add(name, " is gone", "the study reads no such file");
}

}  // namespace

std::string campaign_memory_text(const CampaignMemory& memory) {
  const Json json = {{"format", kFormat},         {"kind", memory.kind},
                     {"program", memory.program}, {"study", memory.campaign},
                     {"model", memory.model},     {"data", Json(memory.data)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

CampaignMemory parse_campaign_memory(const std::string& text, const fs::path& file) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw InputError(Diagnostic{mark_of_byte(text, error.byte, file), "",
                                "damaged: this is no longer JSON", kWayOutOfFolder});
  }
  if (!json.is_object())
    throw InputError(Diagnostic{{file.string(), 0, 0},
                                "",
                                "damaged: expected a map, got " + kind_of(json),
                                kWayOutOfFolder});
  Keys keys(json, file);
  const std::string format = keys.text("format");
  CampaignMemory memory{keys.text("kind"), keys.text("program"), keys.text("study"),
                        keys.text("model"), keys.texts("data")};
  keys.throw_if_any();
  if (format != kFormat)
    throw InputError(Diagnostic{{file.string(), 0, 0},
                                "format",
                                fmt::format("is not the study of a campaign: expected {}, got '{}'",
                                            kFormat, shortened(format)),
                                "choose another folder with -o"});
  return memory;
}

CampaignMemory read_campaign_memory(const fs::path& file) {
  return parse_campaign_memory(read_plain_file(file, {kLargest, kWayOutOfFolder}), file);
}

std::vector<std::string> campaign_memory_changes(const CampaignMemory& before,
                                                 const CampaignMemory& now, const fs::path& file) {
  std::vector<std::string> list;
  if (before.kind != now.kind)
    list.push_back(fmt::format("the folder belongs to 'cuttle {}', this is 'cuttle {}'",
                               before.kind, now.kind));
  const auto add = [&](const std::string& was, const std::string& is, const char* key) {
    try {
      for (std::string& line : tree_differences(was, is, key)) list.push_back(std::move(line));
    } catch (const InputError& error) {
      throw InputError(
          Diagnostic{{file.string(), 0, 0},
                     key,
                     "damaged: no longer a valid file: " + error.diagnostics().front().message,
                     kWayOutOfFolder});
    }
  };
  add(before.campaign, now.campaign, "study");
  add(before.model, now.model, "model");
  for (const auto& [name, digest] : now.data)
    if (const auto found = before.data.find(name);
        found != before.data.end() && found->second != digest)
      list.push_back("the data file " + name + " has changed");
  add_other_files(before, now, file, list);
  return list;
}

std::vector<std::string> tree_differences(const std::string& before, const std::string& after,
                                          const std::string& name) {
  std::vector<std::string> list;
  compare(without_cosmetic(parse_yaml(before, name)), without_cosmetic(parse_yaml(after, name)), "",
          list);
  for (std::string& line : list) line.insert(0, name + " file: ");
  return list;
}

}  // namespace cuttle
