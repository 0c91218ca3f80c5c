#include "model_watch.h"

#include <exception>
#include <optional>
#include <system_error>
#include <utility>

#include "cuttle/base/error.h"

namespace cuttle::cli {
ScenarioSpec ModelWatch::read() {
  const std::filesystem::path file = model_.file;
  constexpr int kMost = 3;  // a model that is written all the time is read again anyhow
  for (int i = 0;; ++i) {
    // stamps come before the reading: those of files that were not known yet by reading once more
    known_ = last_ = look();
    std::vector<DataFileUse> used;
    std::optional<ScenarioSpec> spec;
    std::exception_ptr problem;
    try {
      spec = model_.read(&used);
    } catch (const InputError&) {
      problem = std::current_exception();
    }
    std::vector<std::filesystem::path> files = {file};
    for (const DataFileUse& use : used) files.push_back(file.parent_path() / use.name);
    if (std::exchange(files_, files) != files && i < kMost) continue;
    if (problem) std::rethrow_exception(problem);
    return std::move(*spec);
  }
}

std::vector<ModelWatch::Stamp> ModelWatch::look() const {
  std::vector<Stamp> stamps;
  for (const std::filesystem::path& file : files_) {
    std::error_code error;  // a file that is gone has its own stamp
    Stamp stamp{std::filesystem::last_write_time(file, error), 0};
    stamp.size = std::filesystem::file_size(file, error);
    stamps.push_back(stamp);
  }
  return stamps;
}

bool ModelWatch::changed() {
  const std::vector<Stamp> now = look();
  const bool rested = now == last_;
  last_ = now;
  if (!rested || now == known_) return false;
  known_ = now;
  return true;
}

}  // namespace cuttle::cli
