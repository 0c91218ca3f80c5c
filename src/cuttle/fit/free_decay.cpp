#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "cuttle/fit/curve.h"
#include "cuttle/math/dual.h"

namespace cuttle {

namespace {

constexpr int kMostSteps = 100'000;  // between two points of the data

using std::abs;
using std::sin;

// |x| of a dual number; its slope at zero does not matter, x |x| is smooth there
Dual abs(const Dual& x) { return x.v < 0 ? -x : x; }
double real(double x) { return x; }
double real(const Dual& x) { return x.v; }

template <class T>
struct Decay {
  T linear, quadratic, stiffness, rest, angle, rate;

  T acceleration(const T& a, const T& w) const {
    return -(linear * w) - quadratic * (abs(w) * w) - stiffness * sin(a - rest);
  }

  // classical Runge-Kutta step
  void step(double h) {
    const T k1a = rate, k1w = acceleration(angle, rate);
    const T k2a = rate + 0.5 * h * k1w, k2w = acceleration(angle + 0.5 * h * k1a, k2a);
    const T k3a = rate + 0.5 * h * k2w, k3w = acceleration(angle + 0.5 * h * k2a, k3a);
    const T k4a = rate + h * k3w, k4w = acceleration(angle + h * k3a, k4a);
    angle += (h / 6) * (k1a + 2.0 * k2a + 2.0 * k3a + k4a);
    rate += (h / 6) * (k1w + 2.0 * k2w + 2.0 * k3w + k4w);
  }

  void advance(double time, double longest) {
    const double wanted = std::ceil(time / longest);
    const int steps = wanted < kMostSteps ? std::max(1, int(wanted)) : kMostSteps;
    for (int i = 0; i < steps; ++i) step(time / steps);
  }
};

// steps of a 40th of a radian, or of the decay: the error of a whole record is far below 1e-6
double longest_step(const VectorX& p) {
  const double frequency = std::sqrt(std::abs(p[2])) + std::abs(p[0]) +
                           std::abs(p[1]) * (std::abs(p[5]) + std::sqrt(std::abs(p[2])));
  return 0.025 / std::max(frequency, 1e-12);
}

struct HalfSwing {
  double time, size;  // middle time, largest distance from the middle
};

// Swings between crossings of the level; `dead` keeps noise from crossing it.
std::vector<HalfSwing> half_swings(const std::vector<double>& x, const std::vector<double>& y,
                                   double level, double dead, std::vector<double>& crossings) {
  std::vector<HalfSwing> swings;
  int side = 0;
  double largest = 0, begin = x.front();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double distance = y[i] - level;
    const int now = distance > dead ? 1 : distance < -dead ? -1 : side;
    if (side != 0 && now != side) {
      swings.push_back({0.5 * (begin + x[i]), largest});
      crossings.push_back(x[i]);
      largest = 0, begin = x[i];
    }
    side = now;
    largest = std::max(largest, std::abs(distance));
  }
  return swings;
}

class FreeDecay final : public Curve {
 public:
  std::vector<std::string> names() const override {
    return {"linear", "quadratic", "stiffness", "rest", "angle", "rate"};
  }
  std::vector<std::string> units(const std::string& x, const std::string& y) const override {
    return {"1/" + x, "-", "1/" + x + "^2", y, y, y + "/" + x};
  }
  bool ordered() const override { return true; }

  VectorX values(const std::vector<double>& x, const VectorX& p, MatrixX* slopes) const override {
    if (slopes) slopes->resize(Eigen::Index(x.size()), 6);
    return slopes ? integrate<Dual>(x, p, slopes) : integrate<double>(x, p, nullptr);
  }

  // period and decrement of the half swings: angle'' + (linear + 8/(3 pi) quadratic w a) angle' +
  // w^2 angle = 0 loses as much in a swing of size a, so the decay rate is a straight line over a
  VectorX guess(const std::vector<double>& x, const std::vector<double>& y) const override {
    const auto [low, high] = std::ranges::minmax(y);
    const double level = std::accumulate(y.begin(), y.end(), 0.0) / double(y.size());
    std::vector<double> crossings;
    const std::vector<HalfSwing> swings = half_swings(x, y, level, 0.1 * (high - low), crossings);
    const double length = x.back() - x.front();
    const double half = crossings.size() > 1
                            ? (crossings.back() - crossings.front()) / double(crossings.size() - 1)
                            : 0.5 * length;
    const double frequency = std::numbers::pi / half;

    // decay rate between neighbours, over their mean size
    double n = 0, a = 0, r = 0, aa = 0, ar = 0;
    for (std::size_t i = 1; i < swings.size(); ++i) {
      const double dt = swings[i].time - swings[i - 1].time;
      if (!(dt > 0) || !(swings[i].size > 0)) continue;
      const double size = 0.5 * (swings[i].size + swings[i - 1].size);
      const double rate = 2 * std::log(swings[i - 1].size / swings[i].size) / dt;
      n += 1, a += size, r += rate, aa += size * size, ar += size * rate;
    }
    const double line = n * aa - a * a;
    double slope = n > 2 && line > 0 ? std::max(0.0, (n * ar - a * r) / line) : 0;
    double linear = n > 0 ? (r - slope * a) / n : 0.1 * frequency;
    if (linear < 0) linear = 0, slope = a > 0 ? std::max(0.0, r / a) : 0;
    const double quadratic = slope * 3 * std::numbers::pi / (8 * frequency);

    // the first tenth of a swing tells where and how fast it begins
    std::size_t first = 1;
    while (first < x.size() && x[first] - x[0] < 0.1 * half) ++first;
    first = std::max<std::size_t>(first, std::min<std::size_t>(3, x.size()));
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < first; ++i) {
      const double t = x[i] - x[0];
      sx += t, sy += y[i], sxx += t * t, sxy += t * y[i];
    }
    const auto m = double(first);
    const double determinant = m * sxx - sx * sx;
    const double rate = determinant > 0 ? (m * sxy - sx * sy) / determinant : 0;
    return VectorX{{linear, quadratic, frequency * frequency, level, (sy - rate * sx) / m, rate}};
  }

 private:
  template <class T>
  static VectorX integrate(const std::vector<double>& x, const VectorX& p, MatrixX* slopes) {
    Decay<T> decay;
    T* const members[] = {&decay.linear, &decay.quadratic, &decay.stiffness,
                          &decay.rest,   &decay.angle,     &decay.rate};
    for (int k = 0; k < 6; ++k) {
      if constexpr (std::is_same_v<T, Dual>)
        *members[k] = Dual::seed(p[k], k);
      else
        *members[k] = p[k];
    }
    const double longest = longest_step(p);
    VectorX y(Eigen::Index(x.size()));
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      if (i > 0) decay.advance(x[std::size_t(i)] - x[std::size_t(i) - 1], longest);
      y[i] = real(decay.angle);
      if constexpr (std::is_same_v<T, Dual>)
        for (int k = 0; k < 6; ++k) (*slopes)(i, k) = decay.angle.d[k];
    }
    return y;
  }
};

}  // namespace

std::unique_ptr<Curve> make_free_decay() { return std::make_unique<FreeDecay>(); }

}  // namespace cuttle
