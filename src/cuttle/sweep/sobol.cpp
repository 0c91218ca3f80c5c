#include "cuttle/sweep/sobol.h"

#include <bit>

#include "cuttle/base/contract.h"

namespace cuttle {

namespace {

constexpr std::array<SobolRow, Sobol::kDimensions - 1> kRows = {{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
    {7, 50, {1, 3, 1, 3, 5, 53, 69}},
    {7, 55, {1, 1, 5, 5, 23, 33, 13}},
    {7, 56, {1, 1, 7, 7, 1, 61, 123}},
    {7, 59, {1, 1, 7, 9, 13, 61, 49}},
    {7, 62, {1, 3, 3, 5, 3, 55, 33}},
}};

}  // namespace

std::span<const SobolRow> sobol_rows() { return kRows; }

Sobol::Sobol(int dimension) {
  expects(dimension >= 0 && dimension < kDimensions, "a coordinate of the table");
  // v_k = m_k / 2^k, here times 2^kBits; k counts from 1
  const auto place = [](int k) { return kBits - k; };
  if (dimension == 0) {
    for (int k = 1; k <= kBits; ++k) directions_[size_t(k - 1)] = std::uint64_t(1) << place(k);
    return;
  }
  const SobolRow& row = kRows[size_t(dimension - 1)];
  const int s = row.degree;
  for (int k = 1; k <= s; ++k)
    directions_[size_t(k - 1)] = std::uint64_t(row.first[size_t(k - 1)]) << place(k);
  // [Joe08] (3): v_k = a_1 v_(k-1) + ... + a_(s-1) v_(k-s+1) + v_(k-s) + v_(k-s) / 2^s, + without
  // carry
  for (int k = s; k < kBits; ++k) {
    std::uint64_t v = directions_[size_t(k - s)];
    v ^= v >> s;
    for (int j = 1; j < s; ++j)
      if (row.middle >> (s - 1 - j) & 1) v ^= directions_[size_t(k - j)];
    directions_[size_t(k)] = v;
  }
}

std::uint64_t Sobol::operator()(std::uint64_t i) const {
  std::uint64_t x = 0;
  for (std::uint64_t gray = i ^ (i >> 1); gray != 0; gray &= gray - 1)
    x ^= directions_[size_t(std::countr_zero(gray))];
  return x;
}

}  // namespace cuttle
