#pragma once
// The numbers behind $(...): formulas of the `parameters` of a document.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cuttle/io/yaml.h"
#include "cuttle/signal/expression.h"

namespace cuttle {

/// Writes numbers for $(...). Keeps the formulas that it has compiled, so that the same texts are
/// filled again with other numbers at little cost. Belongs to one thread.
class Parameters {
 public:
  /// Begins a document: the values of its `parameters`, each of which may use those before it.
  /// Null: it has none.
  void define(YamlNode* map);
  /// Fills a scalar, or all that is below a list or a map. `path` stands in messages. In a copy,
  /// formulas know k and n.
  void fill(YamlNode& node, const std::string& path, CopyIndex copy = {});
  /// Parameters that nothing used, neither now nor among `mentioned`, are problems.
  void report_unused(const YamlNode& map, const std::set<std::string>& mentioned);

  /// What is wrong with this document.
  const Diagnostics& problems() const { return diagnostics_; }

 private:
  struct Formula {
    Expression expression;
    std::vector<std::string> names;  // its variables
  };

  void define_all(YamlNode& map);
  bool fill_text(YamlNode& node, const std::string& path);
  bool too_many(const Mark& mark, const std::string& path);
  std::vector<std::string> named_in(const std::string& text) const;
  const Formula& compiled(const std::string& text, const Origin& origin);
  std::optional<double> evaluate(const std::string& text, const Mark& mark,
                                 const std::string& path);

  Diagnostics diagnostics_;
  std::vector<std::string> names_;  // in the order of the file
  std::map<std::string, double> values_;
  std::set<std::string> used_;
  std::set<std::string> refused_;  // names that no parameter can have
  int formulas_ = 0, problems_ = 0;
  CopyIndex copy_;                           // that is filled
  std::map<std::string, Formula> compiled_;  // by their texts
};

/// The words in all $(...) of a document: the parameters that it uses.
std::set<std::string> mentioned_parameters(const YamlNode& root);

/// Writes numbers for all $(...) in a document, by `fill` below each of its fields. Problems go to
/// `diagnostics`, also parameters that nothing uses. `mentioned`: those that were used before
/// settings took their place.
using FillField =
    std::function<void(Parameters& parameters, const std::string& field, YamlNode& node)>;
void apply_parameters(YamlNode& root, const std::set<std::string>& mentioned, const FillField& fill,
                      Diagnostics& diagnostics);

}  // namespace cuttle
