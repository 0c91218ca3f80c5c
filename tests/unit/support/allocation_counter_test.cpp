#include "support/allocation_counter.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstdlib>
#include <new>
#include <thread>

namespace cuttle::testing {
namespace {

// the compiler may not drop an allocation whose address has escaped
void keep(void* memory) { asm volatile("" : : "g"(memory) : "memory"); }

class AllocationCounterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!AllocationCounter::available()) GTEST_SKIP() << "malloc belongs to a sanitizer";
  }
};

TEST_F(AllocationCounterTest, SeesEveryKindOfNew) {
  struct alignas(64) Wide {
    double x[8];
  };
  AllocationCounter counter;
  auto* plain = new int(1);
  keep(plain);
  EXPECT_EQ(counter.count(), 1);
  auto* array = new double[100];
  keep(array);
  EXPECT_EQ(counter.count(), 2);
  auto* wide = new Wide;
  keep(wide);
  EXPECT_EQ(counter.count(), 3);
  EXPECT_EQ(reinterpret_cast<std::size_t>(wide) % 64, 0u);
  auto* quiet = new (std::nothrow) int(2);
  keep(quiet);
  EXPECT_EQ(counter.count(), 4);
  delete plain;
  delete[] array;
  delete wide;
  delete quiet;
  EXPECT_EQ(counter.count(), 4);
}

// Eigen does not use operator new for its matrices: a counter of new alone would be blind here
TEST_F(AllocationCounterTest, SeesEigenMatricesAndTemporaries) {
  AllocationCounter counter;
  Eigen::MatrixXd a(7, 7);
  keep(a.data());
  EXPECT_EQ(counter.count(), 1);

  a.setOnes();
  Eigen::MatrixXd b = a;
  Eigen::MatrixXd c(7, 7);
  counter.reset();
  c.noalias() = a.lazyProduct(b);
  keep(c.data());
  EXPECT_EQ(counter.count(), 0);
  c = a * b;
  keep(c.data());
  EXPECT_GE(counter.count(), 1);  // the temporary that noalias() avoids
}

TEST_F(AllocationCounterTest, SeesTheCFunctions) {
  AllocationCounter counter;
  void* a = std::malloc(10);
  keep(a);
  a = std::realloc(a, 1000);
  keep(a);
  void* b = std::calloc(3, 8);
  keep(b);
  void* c = std::aligned_alloc(64, 128);
  keep(c);
  void* d = nullptr;
  EXPECT_EQ(posix_memalign(&d, 64, 100), 0);
  keep(d);
  EXPECT_EQ(counter.count(), 5);
  EXPECT_EQ(reinterpret_cast<std::size_t>(c) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<std::size_t>(d) % 64, 0u);
  EXPECT_NE(posix_memalign(&d, 24, 100), 0);
  for (void* memory : {a, b, c, d}) std::free(memory);
}

TEST_F(AllocationCounterTest, SeesOtherThreadsAndLosesNone) {
  constexpr int kEach = 10000;
  const auto work = [] {
    for (int i = 0; i < kEach; ++i) {
      auto* x = new int(i);
      keep(x);
      delete x;
    }
  };
  AllocationCounter counter;
  std::thread one(work), two(work);
  one.join();
  two.join();
  EXPECT_GE(counter.count(), 2 * kEach);
  EXPECT_LE(counter.count(), 2 * kEach + 50);  // starting a thread allocates a little: measured 4
}

TEST_F(AllocationCounterTest, ArithmeticCountsNothing) {
  AllocationCounter counter;
  Eigen::Matrix<double, 6, 6> m = Eigen::Matrix<double, 6, 6>::Identity();
  for (int i = 0; i < 100; ++i) m = 0.5 * (m * m).eval();
  keep(m.data());
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace cuttle::testing
