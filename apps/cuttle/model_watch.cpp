#include "model_watch.h"

#include <algorithm>
#include <system_error>

#include "cuttle/model/spec_walk.h"

namespace cuttle::cli {
namespace {

/// The names of all data files, as they stand in the model.
std::vector<std::string> data_files(ScenarioSpec spec) {
  std::vector<std::string> names;
  for_each_expression(spec, [&](auto& value) {
    if constexpr (requires { value.csv; }) names.push_back(value.csv);
  });
  for (const FigureSpec& figure : spec.figures) names.push_back(figure.csv);
  for (const BodySpec& body : spec.bodies)
    if (body.rod)
      for (const DivisionSpec& division : body.rod->divisions)
        for (const std::optional<ModeSpec>& mode : division.strain.modes)
          if (mode) names.push_back(mode->csv);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::erase(names, "");
  return names;
}

}  // namespace

ModelWatch::ModelWatch(std::filesystem::path model) : model_(std::move(model)), files_{model_} {
  known_ = last_ = look();
}

void ModelWatch::follow(const ScenarioSpec& spec) {
  files_ = {model_};
  for (const std::string& name : data_files(spec)) files_.push_back(model_.parent_path() / name);
  known_ = last_ = look();
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
