#include "cuttle/campaign/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cuttle/campaign/campaign_memory.h"
#include "cuttle/io/file_lock.h"
#include "cuttle/io/read_values.h"
#include "cuttle/io/replace_file.h"

namespace cuttle {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMemoryName = "study.json";
constexpr std::size_t kMostDifferences = 8;

void keep_on_disk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

/// The measurements of a fit, read as the fit reads them.
std::map<std::string, std::string> measured_files(const CampaignSpec& campaign) {
  std::map<std::string, std::string> files;
  Diagnostics diagnostics;
  ReadContext context{fs::path(campaign.file).parent_path(), diagnostics, "study file"};
  const auto add = [&](const std::string& name, const Origin& origin) {
    YamlNode node;
    node.mark = origin.at("file");
    const FieldInfo info;
    if (const auto use = digest_data_file({node, origin.path + ".file", info, context}, name))
      files[fs::path(use->name).lexically_normal().string()] = use->digest;
  };
  for (const DataSpec& data : campaign.fit->data) add(data.file, data.origin);
  if (campaign.fit->curve) add(campaign.fit->curve->file, campaign.fit->curve->origin);
  diagnostics.throw_if_any();
  return files;
}

void write_new(const fs::path& path, const std::string& text) {
  try {
    replace_file(path, text);
    keep_on_disk(path);
    keep_on_disk(path.parent_path());
  } catch (const OutputError& e) {
    throw InputError(Diagnostic{{path.parent_path().string(), 0, 0},
                                "",
                                fmt::format("results cannot be written here: {}", e.what()),
                                "choose another folder with -o DIR"});
  }
}

void refuse_changes(const std::vector<std::string>& list, const fs::path& folder) {
  if (list.empty()) return;
  std::string what = "the results in this folder belong to another study:";
  for (std::size_t i = 0; i < std::min(list.size(), kMostDifferences); ++i)
    what += "\n    " + list[i];
  if (list.size() > kMostDifferences)
    what += fmt::format("\n    and {} more", list.size() - kMostDifferences);
  throw InputError(Diagnostic{{folder.string(), 0, 0}, "", what, kWayOutOfFolder});
}

}  // namespace

std::vector<std::string> open_folder(const fs::path& folder, const std::string& kind,
                                     const CampaignSpec& campaign, const std::string& model_text,
                                     const std::vector<DataFileUse>& model_files) {
  std::error_code error;
  fs::create_directories(folder, error);
  CampaignMemory now{kind, "cuttle " CUTTLE_VERSION, campaign.source, model_text, {}};
  if (kind == "fit") now.data = measured_files(campaign);
  // all names are relative to the study file: two folders may have files of one name
  const fs::path home = fs::path(campaign.model).parent_path();
  for (const DataFileUse& file : model_files)
    now.data[(home / file.name).lexically_normal().string()] = file.digest;

  // what is not UTF-8 is told by signs that are, then and now
  const fs::path path = folder / kMemoryName;
  const std::string text = campaign_memory_text(now);
  now = parse_campaign_memory(text, path);

  if (!fs::exists(path, error)) {
    if (fs::exists(folder / "result.h5", error))
      throw InputError(Diagnostic{{folder.string(), 0, 0},
                                  "",
                                  "holds the results of a run",
                                  "choose another folder with -o DIR"});
    write_new(path, text);
    return {};
  }
  const CampaignMemory before = read_campaign_memory(path);
  refuse_changes(campaign_memory_changes(before, now, path), folder);
  if (before.program != now.program)
    return {
        fmt::format("the runs so far were made with {}, this is {}", before.program, now.program)};
  return {};
}

void with_folder_lock(const fs::path& folder, const std::function<void()>& work) {
  std::error_code error;
  const fs::path path = folder / "lock";
  const FileLock lock(path, error);
  if (error) throw OutputError(path, error.message());
  lock.take(FileLock::Busy::wait);  // where there are no locks, the last writer wins
  work();
}

}  // namespace cuttle
