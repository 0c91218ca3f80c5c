#pragma once
// Files that are nearly right: trees of good files, changed where a careless or hostile user would.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cuttle/io/yaml.h"
#include "fuzz/random.h"

namespace cuttle::fuzz {

/// Good files, and all of their parts by the key under which they stand.
class Corpus {
 public:
  /// All .yaml files of the folders that can be parsed, without those that fuzzing found (fuzz_*).
  explicit Corpus(const std::vector<std::filesystem::path>& folders);

  /// A text made from one of the files (mostly a small one) by up to four changes.
  std::string make(Random& random) const;

 private:
  struct File {
    YamlNode tree;
    double chance;  // up to here, of all
  };

  const YamlNode& pick_file(Random& random) const;
  void change(YamlNode& root, Random& random) const;
  void change_scalar(YamlNode& node, Random& random) const;
  void change_number(YamlNode& node, Random& random) const;
  void add_parts(const YamlNode& node);

  std::vector<File> files_;
  std::map<std::string, std::vector<YamlNode>> parts_;  // by key
  std::vector<std::string> keys_, words_;
};

}  // namespace cuttle::fuzz
