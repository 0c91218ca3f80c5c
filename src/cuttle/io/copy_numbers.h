#pragma once
// Numbers of a file that depend on the copy: $(...) with k or n in parts that `repeat` copies.

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/io/read_values.h"
#include "cuttle/io/yaml.h"
#include "cuttle/io/yaml_parameters.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Parts that are not the same in all copies. They are read once for each copy, by the same reader,
/// so that units, ranges and conditions are judged for each; what is wrong tells the copy.
class CopyNumbers {
 public:
  /// Finds them in a document whose settings are applied; which repeat copies a part last is seen
  /// by reading it, and whatever is wrong with it is not told here.
  CopyNumbers(const YamlNode& root, const std::filesystem::path& file,
              const std::vector<DataFileUse>* kept);

  /// Writes numbers for all $(...) below a field of the document, those of the first copy where
  /// they depend on it.
  void fill(Parameters& parameters, const std::string& field, YamlNode& node) const;

  /// Reads them for the other copies, beside a document that was read for the first one. Messages
  /// of the first one that the others do not have get its number.
  void read_others(const YamlNode& root, const ScenarioSpec& first, ReadContext& context);
  /// Puts them beside those for the first copy of a scenario that is right so far, as
  /// expand_repeats takes them (Origin::only). Throws what is wrong between the parts of another
  /// copy.
  void join(ScenarioSpec& scenario, ReadContext& context);

 private:
  struct Unit {
    std::string list;  // a field of the document,
    std::size_t index = 0;
    std::string path, repeat;  // the unit; the body that has the repeat
    int n = 0;
    YamlNode text;  // with its $(...)
  };

  const Unit* find(const std::string& path) const;
  /// The number of the unit that a message is about; that of all units: none.
  std::size_t unit_of(const Diagnostic& d) const;
  void read_copy(int k, Parameters& parameters, ScenarioSpec& scenario, ReadContext& context,
                 std::vector<Diagnostics>& found) const;
  void tell(const std::vector<std::vector<Diagnostics>>& copies, Diagnostics& diagnostics) const;
  void take(int k, const ScenarioSpec& scenario);

  std::vector<Unit> units_;
  int most_ = 0;         // copies
  YamlNode map_;         // the parameters
  ScenarioSpec first_;   // as it was read, names not resolved
  ScenarioSpec others_;  // the units for the copies 2, 3, ..., in this order
};

}  // namespace cuttle
