#pragma once
// Models that a test writes down or takes from models/, and their runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle::testing {

inline Scenario scenario_of(const std::string& text) {
  return build(parse_scenario(text, "test.yaml"));
}

/// The model of models/ with this name, with settings as of --set.
inline Scenario model_scenario(const std::string& name,
                               const std::vector<std::string>& settings = {}) {
  return build(read_scenario(std::string(CUTTLE_MODELS "/") + name + ".yaml", settings));
}

/// What the reader or the builder has against a model file with this text; empty: nothing.
inline std::string message_of(const std::string& text) {
  try {
    scenario_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The run of a model file with this text, which must go well.
inline RunResult good_run(const std::string& text) {
  RunResult result = run(parse_scenario(text, "x.yaml"));
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  return result;
}

/// The run of a model of models/, which must go well.
inline RunResult good_model_run(const std::string& name,
                                const std::vector<std::string>& settings = {}) {
  RunResult result = run(model_scenario(name, settings));
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  return result;
}

inline double last_of(const RunResult& result, const std::string& column) {
  return result.trajectory.column(column).back();
}

inline double largest_of(const RunResult& result, const std::string& column) {
  double most = 0;
  for (const double value : result.trajectory.column(column))
    most = std::max(most, std::abs(value));
  return most;
}

}  // namespace cuttle::testing
