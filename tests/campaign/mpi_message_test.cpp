// What processes of an MPI job send each other, without MPI.

#include "mpi_message.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace cuttle {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// NaN is itself, too
void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << i;
}

TEST(MpiMessage, ATaskArrivesAsItWasSent) {
  for (const Want want : {Want::values, Want::slopes})
    for (const ParameterPoint& point : {ParameterPoint{}, ParameterPoint{1.0 / 3},
                                        ParameterPoint{-0.0, kNoNumber, kInf, 5e-324}}) {
      const auto [there, wanted] = cli::read_task(cli::task_message(point, want));
      expect_same(there, point);
      EXPECT_EQ(wanted, want);
    }
}

Outcome full_outcome() {
  Outcome outcome;
  outcome.values = {1.0 / 3, kNoNumber, -kInf};
  // neither square nor symmetric: rows and columns are told apart
  outcome.slopes.resize(3, 2);
  outcome.slopes << 1, 2, 3, 4, 5, 6;
  outcome.seconds = 0.1;
  outcome.warnings = {"", "two\nlines and a\ttab", std::string("a\0b", 3),
                      "Stra\xC3\x9F"
                      "e"};
  return outcome;
}

void expect_round_trip(const Outcome& sent) {
  const Outcome got = cli::read_outcome(cli::outcome_message(sent));
  EXPECT_EQ(got.kind, sent.kind);
  EXPECT_EQ(got.reason, sent.reason);
  expect_same(got.values, sent.values);
  ASSERT_EQ(got.slopes.rows(), sent.slopes.rows());
  ASSERT_EQ(got.slopes.cols(), sent.slopes.cols());
  EXPECT_TRUE((got.slopes.array() == sent.slopes.array()).all());
  EXPECT_EQ(got.seconds, sent.seconds);
  EXPECT_EQ(got.warnings, sent.warnings);
}

TEST(MpiMessage, AnOutcomeArrivesAsItWasSent) {
  expect_round_trip(full_outcome());
  expect_round_trip({});
  expect_round_trip(Outcome::stopped());
  expect_round_trip(Outcome::fail("mass: must be > 0 kg, got -1"));
  Outcome lost;
  lost.kind = Outcome::Kind::lost;
  lost.reason = "std::bad_alloc";
  expect_round_trip(lost);
  Outcome large = full_outcome();
  large.values.assign(100000, 0.25);
  large.warnings.assign(1000, std::string(1000, 'w'));
  expect_round_trip(large);
}

// A member that is added to outcomes and forgotten in messages: this no longer compiles.
TEST(MpiMessage, KnowsAllMembers) {
  const auto& [kind, reason, values, slopes, seconds, warnings] = full_outcome();
  EXPECT_EQ(kind, Outcome::Kind::good);
  EXPECT_TRUE(reason.empty());
  EXPECT_EQ(values.size(), 3u);
  EXPECT_EQ(slopes.size(), 6);
  EXPECT_EQ(seconds, 0.1);
  EXPECT_EQ(warnings.size(), 4u);
}

}  // namespace
}  // namespace cuttle
