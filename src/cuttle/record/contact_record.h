#pragma once

#include <span>
#include <string>
#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/record/trajectory.h"

namespace cuttle {

/// What a run keeps of contacts: for every contact shape of a moving body the force on it, where
/// that acts, and whether it sticks or slides.
class ContactRecord {
 public:
  explicit ContactRecord(const Model&);

  /// Of all shapes: the body, with a number where it has several.
  const std::vector<std::string>& names() const { return names_; }

  /// (shapes x kContactNumbers). Reads the contacts in ws, with their forces. A shape that nothing
  /// touches is recorded at its middle.
  std::span<const double> evaluate(const Model&, const Workspace&);

 private:
  std::vector<int> shapes_;  // of the model
  std::vector<int> slots_;   // (all shapes of the model) place in shapes_, or -1
  std::vector<std::string> names_;
  std::vector<double> values_, weights_;
};

}  // namespace cuttle
