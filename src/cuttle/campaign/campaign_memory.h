#pragma once
// study.json, the memory of a campaign's folder: everything that its runs depend on.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cuttle {

/// What to do where a folder does not fit the campaign.
inline constexpr const char* kWayOutOfFolder =
    "choose another folder with -o, or remove this one to start again";

struct CampaignMemory {
  std::string kind;             // sweep, optimize or fit
  std::string program;          // and its version
  std::string campaign, model;  // texts of the files
  std::map<std::string, std::string>
      data;  // digests of the data files, by their path from the study file
};

std::string campaign_memory_text(const CampaignMemory& memory);

/// Throws InputError that names the file and the key for what is damaged: cut off, keys that are
/// missing or of another type.
CampaignMemory parse_campaign_memory(const std::string& text, const std::filesystem::path& file);
CampaignMemory read_campaign_memory(const std::filesystem::path& file);

/// What is different, in words: empty if the runs of one are those of the other. `file`: where
/// `before` comes from. Throws InputError if it cannot be compared.
std::vector<std::string> campaign_memory_changes(const CampaignMemory& before,
                                                 const CampaignMemory& now,
                                                 const std::filesystem::path& file);

/// Differences of two YAML texts by path: "parameters[0].count: 5 -> 6".
std::vector<std::string> tree_differences(const std::string& before, const std::string& after,
                                          const std::string& name);

}  // namespace cuttle
