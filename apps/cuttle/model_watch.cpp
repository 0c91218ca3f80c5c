#include "model_watch.h"

#include <system_error>

#include "cuttle/io/yaml.h"

namespace cuttle::cli {
namespace {

/// The names of data files anywhere in the document.
void add_data_files(const YamlNode& node, std::vector<std::string>& names) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const YamlNode& item = node.items[i];
    if (node.is_map() && node.keys[i] == "csv" && item.is_scalar()) names.push_back(item.text);
    add_data_files(item, names);
  }
}

std::vector<std::string> data_files(const ModelOptions& model) {
  std::vector<std::string> names;
  try {
    YamlNode root = parse_yaml(read_text_file(model.file), model.file);
    Diagnostics ignored;  // the reader of the model tells them
    apply_overrides(root, model.overrides, ignored);
    add_data_files(root, names);
  } catch (const InputError&) {
    // no document, no data files
  }
  return names;
}

}  // namespace

ModelWatch::ModelWatch(const ModelOptions& model) : model_(model) { follow(); }

void ModelWatch::follow() {
  const std::filesystem::path file = model_.file;
  files_ = {file};
  // a model that is written from here on differs from its stamp
  const std::vector<Stamp> model = look();
  for (const std::string& name : data_files(model_)) files_.push_back(file.parent_path() / name);
  known_ = look();
  known_[0] = model[0];
  last_ = known_;
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
