#include "cuttle/base/interrupt.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace cuttle {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

TEST(Interrupt, NobodyAsksWithoutAScope) {
  EXPECT_TRUE(interruption().ok());
  const InterruptScope nobody{std::function<bool()>()};
  EXPECT_TRUE(interruption().ok());
}

TEST(Interrupt, ScopesNestAndEnd) {
  bool outer = false, inner = false;
  const InterruptScope outside([&] { return outer; });
  {
    const InterruptScope inside([&] { return inner; });
    EXPECT_TRUE(interruption().ok());
    outer = true;
    const Status status = interruption(0.25);
    EXPECT_EQ(status.code, Status::Code::interrupted);
    EXPECT_EQ(status.message, "stopped by the user");
    EXPECT_EQ(status.t, 0.25);
    outer = false;
    inner = true;
    EXPECT_FALSE(interruption().ok());
  }
  EXPECT_TRUE(interruption().ok());
}

TEST(Interrupt, ABudgetEndsByItself) {
  const auto start = Clock::now();
  const InterruptScope budget(0.05);
  EXPECT_TRUE(interruption().ok());
  while (interruption().ok()) ASSERT_LT(seconds_since(start), 5);
  EXPECT_GE(seconds_since(start), 0.05);
  EXPECT_EQ(interruption().message, "stopped: it took longer than 0.05 s");
}

TEST(Interrupt, IsOfOneThread) {
  const InterruptScope all([] { return true; });
  bool heard = true;
  std::thread([&] { heard = !interruption().ok(); }).join();
  EXPECT_FALSE(heard);
}

// work that cannot ask is left behind
TEST(Interrupt, WorkAsideIsNotWaitedFor) {
  const auto ended = std::make_shared<std::atomic<bool>>(false);
  const auto start = Clock::now();
  {
    const InterruptScope budget(0.05);
    EXPECT_FALSE(run_aside(true, [ended] {
      std::this_thread::sleep_for(std::chrono::milliseconds(600));
      *ended = true;
    }));
  }
  EXPECT_LT(seconds_since(start), 0.5);
  EXPECT_FALSE(*ended);

  const InterruptScope patient(10.0);
  int answer = 0;
  EXPECT_TRUE(run_aside(true, [&answer] { answer = 42; }));
  EXPECT_EQ(answer, 42);
  EXPECT_THROW(run_aside(true, [] { throw std::runtime_error("mine"); }), std::runtime_error);
}

}  // namespace
}  // namespace cuttle
