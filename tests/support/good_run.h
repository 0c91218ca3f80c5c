#pragma once
// A run of a model that a test writes down.

#include <gtest/gtest.h>

#include <string>

#include "cuttle/io/read_scenario.h"
#include "cuttle/sim/run.h"

namespace cuttle::testing {

/// The run of a model file with this text, which must go well.
inline RunResult good_run(const std::string& text) {
  RunResult result = run(parse_scenario(text, "x.yaml"));
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  return result;
}

inline double last_of(const RunResult& result, const std::string& column) {
  return result.trajectory.column(column).back();
}

}  // namespace cuttle::testing
