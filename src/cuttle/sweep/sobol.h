#pragma once
// The sequence of Sobol' [Sobol67]: points that fill a cube more evenly than random ones. Each of
// the first 2^m points has one of 2^m equal intervals for itself, in every coordinate.

#include <array>
#include <cstdint>
#include <span>

namespace cuttle {

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
