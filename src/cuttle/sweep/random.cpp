#include "cuttle/sweep/random.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "cuttle/base/error.h"

namespace cuttle {

namespace {

std::mt19937_64 seeded(int seed, std::size_t stream) {
  std::seed_seq words{std::uint32_t(seed), std::uint32_t(stream)};
  return std::mt19937_64(words);
}

using Coefficients = std::array<double, 8>;

double polynomial(const Coefficients& c, double x) {
  double sum = 0;
  for (auto it = c.rbegin(); it != c.rend(); ++it) sum = sum * x + *it;
  return sum;
}

// rational functions of [Wichura88] (PPND16): the middle, the sides, the tails
constexpr Coefficients kMiddleAbove = {3.3871328727963666080e0, 1.3314166789178437745e2,
                                       1.9715909503065514427e3, 1.3731693765509461125e4,
                                       4.5921953931549871457e4, 6.7265770927008700853e4,
                                       3.3430575583588128105e4, 2.5090809287301226727e3};
constexpr Coefficients kMiddleBelow = {1,
                                       4.2313330701600911252e1,
                                       6.8718700749205790830e2,
                                       5.3941960214247511077e3,
                                       2.1213794301586595867e4,
                                       3.9307895800092710610e4,
                                       2.8729085735721942674e4,
                                       5.2264952788528545610e3};
constexpr Coefficients kSideAbove = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                     5.76949722146069140550e0,  3.64784832476320460504e0,
                                     1.27045825245236838258e0,  2.41780725177450611770e-1,
                                     2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr Coefficients kSideBelow = {1,
                                     2.05319162663775882187e0,
                                     1.67638483018380384940e0,
                                     6.89767334985100004550e-1,
                                     1.48103976427480074590e-1,
                                     1.51986665636164571966e-2,
                                     5.47593808499534494600e-4,
                                     1.05075007164441684324e-9};
constexpr Coefficients kTailAbove = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                     1.78482653991729133580e0,  2.96560571828504891230e-1,
                                     2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                     2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr Coefficients kTailBelow = {1,
                                     5.99832206555887937690e-1,
                                     1.36929880922735805310e-1,
                                     1.48753612908506148525e-2,
                                     7.86869131145613259100e-4,
                                     1.84631831751005468180e-5,
                                     1.42151175831644588870e-7,
                                     2.04426310338993978564e-15};

}  // namespace

RandomStream::RandomStream(int seed, std::size_t stream) : engine_(seeded(seed, stream)) {}

double middle_of_cell(std::uint64_t x) { return std::ldexp(double(x) + 0.5, -52); }

double RandomStream::unit() { return middle_of_cell(bits() >> 12); }

std::uint64_t RandomStream::below(std::uint64_t n) {
  // what lies above the last whole multiple of n would favour the small numbers
  const std::uint64_t excess = (UINT64_MAX % n + 1) % n;
  std::uint64_t x = bits();
  while (x > UINT64_MAX - excess) x = bits();
  return x % n;
}

std::vector<std::uint32_t> random_order(std::uint32_t n, RandomStream& random) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

double normal_quantile(double p) {
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(kMiddleAbove, r) / polynomial(kMiddleBelow, r);
  }
  const double r = std::sqrt(-std::log(std::min(p, 1 - p)));
  const double x = r <= 5 ? polynomial(kSideAbove, r - 1.6) / polynomial(kSideBelow, r - 1.6)
                          : polynomial(kTailAbove, r - 5) / polynomial(kTailBelow, r - 5);
  return std::copysign(x, q);
}

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
