#include "cuttle/campaign/evaluator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "campaign/folder_of_test.h"

namespace cuttle {
namespace {

using testing::TestFolder;

MakeEvaluate square(std::atomic<int>& calls) {
  return [&calls]() -> Evaluate {
    return [&calls](const ParameterPoint& point, Want) {
      // uneven work: the last are done first
      std::this_thread::sleep_for(std::chrono::microseconds(int(2000 / (1 + point[0]))));
      ++calls;
      Outcome outcome;
      outcome.values = {point[0] * point[0]};
      return outcome;
    };
  };
}

std::vector<ParameterPoint> numbers(int count) {
  std::vector<ParameterPoint> points;
  for (int i = 0; i < count; ++i) points.push_back({double(i)});
  return points;
}

TEST(Evaluator, ComputesEachPointOnceAndKeepsTheOrder) {
  const TestFolder folder;
  std::atomic<int> calls = 0;
  Journal journal(folder.path(), "runs", 1, 1);
  ThreadPool pool(3, square(calls));
  Evaluator evaluator(pool, &journal);
  std::size_t told = 0;
  const auto first =
      evaluator.evaluate(numbers(20), Want::values, [&](std::size_t, const Outcome&) { ++told; });
  EXPECT_EQ(told, 20u);
  const auto second = evaluator.evaluate(numbers(25));
  for (std::size_t i = 0; i < second.size(); ++i) EXPECT_EQ(second[i].values[0], double(i * i));
  EXPECT_EQ(first[7].values, second[7].values);
  EXPECT_EQ(calls, 25);
  EXPECT_EQ(evaluator.computed(), 25);
  EXPECT_EQ(evaluator.remembered(), 20);
}

TEST(Evaluator, WhatIsStoppedIsNotRemembered) {
  const TestFolder folder;
  std::atomic<int> calls = 0;
  Journal journal(folder.path(), "runs", 1, 1);
  ThreadPool pool(2, square(calls), [&] { return calls >= 5; });
  Evaluator evaluator(pool, &journal);
  const auto outcomes = evaluator.evaluate(numbers(50));
  int stopped = 0;
  for (const Outcome& outcome : outcomes) stopped += outcome.kind == Outcome::Kind::interrupted;
  EXPECT_GE(stopped, 50 - 7);
  EXPECT_EQ(journal.size(), std::size_t(50 - stopped));
}

// no memory, no disk: the fault of the machine says nothing of the point
TEST(Evaluator, ALostRunStopsAndIsNotRemembered) {
  const TestFolder folder;
  Journal journal(folder.path(), "runs", 1, 1);
  std::atomic<int> calls = 0;
  ThreadPool pool(2, [&]() -> Evaluate {
    return [&](const ParameterPoint& point, Want) {
      ++calls;
      Outcome outcome;
      outcome.values = {1};
      if (point[0] == 10) outcome = {Outcome::Kind::lost, "no memory", {}, {}, 0};
      return outcome;
    };
  });
  Evaluator evaluator(pool, &journal);
  EXPECT_THROW(evaluator.evaluate(numbers(1000)), std::runtime_error);
  EXPECT_LT(calls, 100);
  EXPECT_EQ(journal.size(), std::size_t(calls - 1));
  EXPECT_FALSE(journal.find({10}, Want::values));
}

}  // namespace
}  // namespace cuttle
