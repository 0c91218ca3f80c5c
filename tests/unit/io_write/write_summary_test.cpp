#include "cuttle/io/write_summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cuttle/io/manifest.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

TEST(WriteSummary, text_is_as_documented) {
  RunResult result = sample_result();
  result.warnings = {"too \"soft\""};
  EXPECT_EQ(summary_text(result), "{\n  \"run\": \"" + run_id(result) + R"(",
  "figures": {
    "tip_final": {
      "value": 0.3333333333333333,
      "unit": "m"
    },
    "f1": {
      "value": null,
      "unit": "Hz"
    }
  },
  "expect": [
    {
      "figure": "tip_final",
      "value": 0.3333333333333333,
      "reference": 0.33,
      "tolerance": 0.01,
      "pass": true,
      "source": "closed form"
    },
    {
      "figure": "f1",
      "value": null,
      "reference": 2.0,
      "tolerance": 0.1,
      "pass": false,
      "source": ""
    }
  ],
  "solver": {
    "method": "dopri5",
    "steps": 120,
    "rejected": 3,
    "evaluations": 850,
    "iterations": 0,
    "exact_solves": 0,
    "status": "ok"
  },
  "energy_residual": 1.5e-09,
  "wall_seconds": 0.25,
  "warnings": [
    "too \"soft\""
  ]
}
)");
}

TEST(WriteSummary, a_failed_run_says_when_and_why) {
  RunResult result;
  result.status = Status::fail(Status::Code::diverged, "Newton: |r| = 3e-2", 0.312);
  const auto json = nlohmann::json::parse(summary_text(result));
  EXPECT_EQ(json["solver"]["status"], "diverged");
  EXPECT_EQ(json["solver"]["message"], "Newton: |r| = 3e-2");
  EXPECT_EQ(json["solver"]["t"], 0.312);
  EXPECT_TRUE(json["figures"].is_object());
  EXPECT_TRUE(json["expect"].is_array());
}

TEST(WriteSummary, bytes_that_are_no_text_do_not_cost_the_results) {
  RunResult result;
  result.figures = {{"bad\xff name", 1, "m"}};
  EXPECT_EQ(nlohmann::json::parse(summary_text(result))["figures"].size(), 1u);
}

}  // namespace
}  // namespace cuttle
