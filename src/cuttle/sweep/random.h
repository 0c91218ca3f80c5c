#pragma once
// Random numbers that are the same on every machine: the standard fixes the bits of an engine, but
// not what its distributions make of them.

#include <cstdint>
#include <random>
#include <vector>

namespace cuttle {

/// One of many independent streams of a seed.
class RandomStream {
 public:
  RandomStream(int seed, std::size_t stream);

  std::uint64_t bits() { return engine_(); }
  /// Between 0 and 1, never one of them.
  double unit();
  /// 0, 1, ... n - 1, each equally likely.
  std::uint64_t below(std::uint64_t n);

 private:
  std::mt19937_64 engine_;
};

/// The middle of cell x when 0 to 1 is cut into 2^52 cells: neither 0 nor 1.
double middle_of_cell(std::uint64_t x);

/// 0 ... n - 1 in random order.
std::vector<std::uint32_t> random_order(std::uint32_t n, RandomStream& random);

/// The number below which a standard normal variable stays with probability p, 0 < p < 1, to about
/// 1e-15 of its value.
double normal_quantile(double p);

}  // namespace cuttle
