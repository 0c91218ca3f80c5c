#pragma once
// study.json, the memory of a campaign's folder: everything that its runs depend on.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cuttle {

/// What to do where a folder does not fit the study.
inline constexpr const char* kWayOutOfFolder =
    "choose another folder with -o, or remove this one to start again";

struct StudyMemory {
  std::string kind;          // sweep, optimize or fit
  std::string program;       // and its version
  std::string study, model;  // texts of the files
  std::map<std::string, std::string>
      data;  // digests of the data files, by their path from the study
};

std::string study_memory_text(const StudyMemory& memory);

/// Throws InputError that names the file and the key for what is damaged: cut off, keys that are
/// missing or of another type.
StudyMemory parse_study_memory(const std::string& text, const std::filesystem::path& file);
StudyMemory read_study_memory(const std::filesystem::path& file);

/// What is different, in words: empty if the runs of one are those of the other. `file`: where
/// `before` comes from. Throws InputError if it cannot be compared.
std::vector<std::string> study_memory_changes(const StudyMemory& before, const StudyMemory& now,
                                              const std::filesystem::path& file);

/// Differences of two YAML texts by path: "parameters[0].count: 5 -> 6".
std::vector<std::string> tree_differences(const std::string& before, const std::string& after,
                                          const std::string& name);

}  // namespace cuttle
