#pragma once
// Random numbers that are the same on every machine: the standard fixes the bits of an engine, but
// not what its distributions make of them.

#include <array>
#include <cstdint>
#include <random>
#include <span>
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

// The sequence of Sobol' [Sobol67]: points that fill a cube more evenly than random ones. Each of
// the first 2^m points has one of 2^m equal intervals for itself, in every coordinate.

/// What makes one coordinate: the primitive polynomial x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1 over
/// {0, 1}, a = a_1 ... a_(s-1) as a binary number, and the first s direction numbers.
struct SobolRow {
  int degree;
  unsigned middle;
  std::array<unsigned, 7> first;
};

/// Coordinates 2, 3, ... as in the list new-joe-kuo-6 of [Joe08]: all polynomials up to degree 7.
/// The first coordinate needs none.
std::span<const SobolRow> sobol_rows();

/// One coordinate of all points.
class Sobol {
 public:
  static constexpr int kBits = 52;
  static constexpr int kDimensions = 37;

  /// dimension: 0 ... kDimensions - 1
  explicit Sobol(int dimension);

  /// Point i (0, 1, ...) times 2^kBits. The order is that of the Gray code, as in most
  /// programs.
  std::uint64_t operator()(std::uint64_t i) const;

 private:
  std::array<std::uint64_t, kBits> directions_;
};

}  // namespace cuttle
