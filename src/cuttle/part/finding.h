#pragma once

#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// Something that looks wrong: where it is written, and what it is.
struct Finding {
  const Origin* origin;
  std::string field;
  std::string text;
  bool of_body = true;  // false: of something that many bodies use
};
using Findings = std::vector<Finding>;

}  // namespace cuttle
