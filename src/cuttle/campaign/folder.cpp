#include "cuttle/campaign/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cuttle/io/replace_file.h"
#include "cuttle/io/yaml.h"

namespace cuttle {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kManifest = "study.json";
constexpr const char* kFormat = "cuttle-campaign/1";
constexpr std::size_t kMostDifferences = 8;

// what may change while the runs stay the same
constexpr std::array kCosmetic = {"title", "plots", "expect", "name"};

std::string shown(const YamlNode& node) {
  if (!node.is_scalar()) return node.is_list() ? "a list" : node.is_map() ? "a map" : "nothing";
  return node.text.size() > 40 ? node.text.substr(0, 37) + "..." : node.text;
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

void find_data_files(const YamlNode& node, std::vector<std::string>& files) {
  if (node.is_scalar() && fs::path(node.text).extension() == ".csv") files.push_back(node.text);
  for (const YamlNode& item : node.items) find_data_files(item, files);
}

/// Contents of the data files that a text names, beside `beside`.
Json data_of(const std::string& text, const fs::path& beside) {
  std::vector<std::string> names;
  find_data_files(parse_yaml(text, beside.string()), names);
  Json json = Json::object();
  for (const std::string& name : names) {
    std::ifstream stream(beside.parent_path() / name, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    json[name] = fmt::format("{:016x}", std::hash<std::string>{}(bytes));
  }
  return json;
}

void keep_on_disk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

std::vector<std::string> changes(const Json& before, const Json& now) {
  std::vector<std::string> list;
  if (before["kind"] != now["kind"])
    list.push_back(fmt::format("the folder is of 'cuttle {}', this is 'cuttle {}'",
                               before["kind"].get<std::string>(), now["kind"].get<std::string>()));
  for (const char* part : {"study", "model"})
    for (const std::string& line :
         tree_differences(before[part].get<std::string>(), now[part].get<std::string>(), part))
      list.push_back(line);
  for (const auto& [name, sum] : now["data"].items())
    if (before["data"].contains(name) && before["data"][name] != sum)
      list.push_back("the data file " + name + " has changed");
  return list;
}

}  // namespace

std::vector<std::string> tree_differences(const std::string& before, const std::string& after,
                                          const std::string& name) {
  std::vector<std::string> list;
  compare(without_cosmetic(parse_yaml(before, name)), without_cosmetic(parse_yaml(after, name)), "",
          list);
  for (std::string& line : list) line.insert(0, name + " file: ");
  return list;
}

std::vector<std::string> open_folder(const fs::path& folder, const std::string& kind,
                                     const CampaignSpec& campaign, const std::string& model_text) {
  std::error_code error;
  fs::create_directories(folder, error);

  const fs::path study(campaign.file);
  Json now = {{"format", kFormat},
              {"kind", kind},
              {"program", "cuttle " CUTTLE_VERSION},
              {"study", campaign.source},
              {"model", model_text}};
  now["data"] = data_of(campaign.source, study);
  if (!model_text.empty())
    now["data"].update(data_of(model_text, study.parent_path() / campaign.model));

  // what is not UTF-8 is told by signs that are, then and now
  const std::string text = now.dump(1, ' ', false, Json::error_handler_t::replace);
  now = Json::parse(text);

  const fs::path manifest = folder / kManifest;
  if (!fs::exists(manifest, error) && fs::exists(folder / "result.h5", error))
    throw InputError(Diagnostic{{folder.string(), 0, 0},
                                "",
                                "holds the results of a run",
                                "give another folder with -o DIR"});
  if (!fs::exists(manifest, error)) {
    try {
      replace_file(manifest, text);
      keep_on_disk(manifest);
      keep_on_disk(folder);
    } catch (const OutputError& e) {
      throw InputError(Diagnostic{{folder.string(), 0, 0},
                                  "",
                                  fmt::format("results cannot be written here: {}", e.what()),
                                  "choose another folder with -o DIR"});
    }
    return {};
  }
  std::ifstream stream(manifest);
  const Json before = Json::parse(stream, nullptr, false);
  Diagnostics diagnostics;
  if (before.is_discarded() || before.value("format", "") != kFormat) {
    diagnostics.add({manifest.string(), 0, 0}, "", "is not the study of a campaign",
                    "give another folder with -o");
    diagnostics.throw_if_any();
  }
  const std::vector<std::string> list = changes(before, now);
  if (!list.empty()) {
    std::string what = "the results in this folder are of another study:";
    for (std::size_t i = 0; i < std::min(list.size(), kMostDifferences); ++i)
      what += "\n    " + list[i];
    if (list.size() > kMostDifferences)
      what += fmt::format("\n    and {} more", list.size() - kMostDifferences);
    diagnostics.add({folder.string(), 0, 0}, "", what,
                    "give another folder with -o, or remove this one to begin again");
    diagnostics.throw_if_any();
  }
  if (before["program"] != now["program"])
    return {fmt::format("runs so far were made by {}, this is {}",
                        before["program"].get<std::string>(), now["program"].get<std::string>())};
  return {};
}

void with_folder_lock(const fs::path& folder, const std::function<void()>& work) {
  const fs::path path = folder / "lock";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) throw OutputError(path, std::strerror(errno));
  struct Closer {
    int file;
    ~Closer() { ::close(file); }  // and with it the lock
  } closer{file};
  ::flock(file, LOCK_EX);  // where there are no locks, the last writer wins
  work();
}

}  // namespace cuttle
