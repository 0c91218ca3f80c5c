#include "cuttle/sweep/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

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

}  // namespace cuttle
