#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "cuttle/sweep/random.h"

namespace cuttle {
namespace {

// with the leading and the last coefficient, which are 1
unsigned polynomial(const SobolRow& row) { return 1u << row.degree | row.middle << 1 | 1u; }

double coordinate(int dimension, std::uint64_t i) {
  return std::ldexp(double(Sobol(dimension)(i)), -Sobol::kBits);
}

// the part of 0 to 1, cut into 2^bits, in which point i lies
std::uint64_t part(const Sobol& axis, std::uint64_t i, int bits) {
  return axis(i) >> (Sobol::kBits - bits);
}

TEST(Sobol, PolynomialsArePrimitive) {
  // x generates all 2^s - 1 nonzero polynomials modulo a primitive one
  for (const SobolRow& row : sobol_rows()) {
    unsigned power = 1, order = 0;
    do {
      power <<= 1;
      if (power >> row.degree & 1) power ^= polynomial(row);
      ++order;
    } while (power != 1 && order < 1000);
    EXPECT_EQ(order, (1u << row.degree) - 1) << "x^" << row.degree << " " << row.middle;
  }
}

TEST(Sobol, NoPolynomialOfDegreeSevenOrLessIsMissing) {
  // there are phi(2^s - 1) / s of degree s
  std::map<int, std::set<unsigned>> found;
  for (const SobolRow& row : sobol_rows()) found[row.degree].insert(polynomial(row));
  const std::array<std::size_t, 7> known = {1, 1, 2, 2, 6, 6, 18};
  for (int s = 1; s <= 7; ++s) EXPECT_EQ(found[s].size(), known[std::size_t(s - 1)]) << s;
  EXPECT_EQ(int(sobol_rows().size()), Sobol::kDimensions - 1);
}

TEST(Sobol, FirstDirectionNumbersAreOddAndSmall) {
  for (const SobolRow& row : sobol_rows())
    for (int k = 1; k <= 7; ++k) {
      const unsigned m = row.first[std::size_t(k - 1)];
      if (k > row.degree) {
        EXPECT_EQ(m, 0u);
        continue;
      }
      EXPECT_EQ(m % 2, 1u);
      EXPECT_LT(m, 1u << k);
    }
}

TEST(Sobol, TableIsThatOfJoeAndKuo) {
  // a weighted sum over their list, taken from a copy of it that somebody else made
  unsigned sum = 0, dimension = 2;
  for (const SobolRow& row : sobol_rows()) {
    for (unsigned k = 1; k <= 7; ++k) sum += dimension * k * row.first[k - 1];
    ++dimension;
  }
  EXPECT_EQ(sum, 409789u);
}

TEST(Sobol, FirstPointsAreThoseOfJoeAndKuo) {
  const double known[10][3] = {{0, 0, 0},
                               {0.5, 0.5, 0.5},
                               {0.75, 0.25, 0.25},
                               {0.25, 0.75, 0.75},
                               {0.375, 0.375, 0.625},
                               {0.875, 0.875, 0.125},
                               {0.625, 0.125, 0.875},
                               {0.125, 0.625, 0.375},
                               {0.1875, 0.3125, 0.9375},
                               {0.6875, 0.8125, 0.4375}};
  for (std::uint64_t i = 0; i < 10; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(coordinate(j, i), known[i][j]) << i << " " << j;
}

TEST(Sobol, FirstCoordinateIsThatOfVanDerCorput) {
  // the binary digits of the Gray code, mirrored at the point
  for (std::uint64_t i = 0; i < 1000; ++i) {
    double mirrored = 0, place = 0.5;
    for (std::uint64_t gray = i ^ (i >> 1); gray != 0; gray >>= 1, place /= 2)
      mirrored += place * double(gray & 1);
    EXPECT_EQ(coordinate(0, i), mirrored);
  }
}

TEST(Sobol, EveryCoordinateFillsAllPartsAlike) {
  // (0, m, 1)-nets: each run of 2^m points that starts at a multiple of 2^m
  constexpr int m = 8;
  for (int j = 0; j < Sobol::kDimensions; ++j) {
    const Sobol axis(j);
    for (std::uint64_t start : {0, 256, 7 * 256}) {
      std::vector<int> hits(256);
      for (std::uint64_t i = start; i < start + 256; ++i) ++hits[part(axis, i, m)];
      EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](int n) { return n == 1; })) << j;
    }
  }
}

TEST(Sobol, FirstTwoCoordinatesFillAllRectanglesAlike) {
  // a (0, 2)-sequence: one point in every rectangle 2^-a by 2^-(m - a)
  constexpr int m = 10;
  const Sobol x(0), y(1);
  for (int a = 0; a <= m; ++a) {
    std::vector<int> hits(1 << m);
    for (std::uint64_t i = 0; i < (1u << m); ++i)
      ++hits[(part(x, i, a) << (m - a)) + part(y, i, m - a)];
    EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](int n) { return n == 1; })) << a;
  }
}

TEST(Sobol, HalvingAllEdgesLeavesOnePointInEachCorner) {
  // Property A of [Sobol67], which [Joe08] sought for: the first 2^d points lie in different
  // corners of the d-dimensional cube. Equivalent: the first bits of the first d direction
  // numbers of the d coordinates form a matrix that is regular over {0, 1}.
  std::vector<Sobol> axes;
  for (int j = 0; j < Sobol::kDimensions; ++j) axes.emplace_back(j);
  const auto first_bit = [&](int j, int k) {
    // the point whose Gray code is 2^k has that direction number alone
    std::uint64_t i = 0;
    for (std::uint64_t gray = std::uint64_t(1) << k; gray != 0; gray >>= 1) i ^= gray;
    return part(axes[std::size_t(j)], i, 1);
  };
  for (int d = 1; d <= Sobol::kDimensions; ++d) {
    std::vector<std::uint64_t> rows(static_cast<std::size_t>(d));
    for (int j = 0; j < d; ++j)
      for (int k = 0; k < d; ++k) rows[std::size_t(j)] |= first_bit(j, k) << k;
    int rank = 0;
    for (std::size_t top = 0; top < rows.size(); ++top) {
      if (rows[top] == 0) continue;
      ++rank;
      const std::uint64_t lead = std::uint64_t(1) << std::countr_zero(rows[top]);
      for (std::size_t below = top + 1; below < rows.size(); ++below)
        if (rows[below] & lead) rows[below] ^= rows[top];
    }
    EXPECT_EQ(rank, d);
  }
}

}  // namespace
}  // namespace cuttle
