#include "cuttle/control/sensor/sensor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "cuttle/base/error.h"
#include "cuttle/control/numbers.h"

namespace cuttle {
namespace {

// sums of sample times miss the exact time by round-off
double just_before(double t) { return t - 1e-12 * (1 + std::abs(t)); }

}  // namespace

DelayLine::DelayLine(int size, double delay, double period)
    : size_(size), delay_(delay), nothing_(size_t(size), 0.0) {
  expects(size >= 0 && delay >= 0 && period > 0, "a delay, and values now and then");
  times_.resize(size_t(std::min(std::ceil(delay / period), 1e6)) + 3);
  values_.resize(times_.size() * size_t(size));
}

void DelayLine::grow() {
  std::vector<double> times(2 * times_.size()), all(2 * values_.size());
  for (size_t k = 0; k < count_; ++k) {
    times[k] = times_[slot(k)];
    std::ranges::copy(values(k), all.begin() + std::ptrdiff_t(k) * size_);
  }
  times_ = std::move(times);
  values_ = std::move(all);
  first_ = 0;
}

void DelayLine::push(double t, std::span<const double> values_now) {
  expects(int(values_now.size()) == size_, "as many values as announced");
  // what was replaced by something that is known now will never be asked for again
  for (size_t old = known(t); old > 1; --old) {
    first_ = slot(1);
    --count_;
  }
  if (count_ == times_.size()) grow();
  times_[slot(count_)] = t;
  std::ranges::copy(values_now, values_.begin() + std::ptrdiff_t(slot(count_)) * size_);
  ++count_;
}

size_t DelayLine::known(double t) const {
  size_t k = count_;
  while (k > 0 && just_before(times_[slot(k - 1)] + delay_) > t) --k;
  return k;
}

std::span<const double> DelayLine::at(double t) const {
  if (count_ == 0) return nothing_;
  return values(std::max(known(t), size_t(1)) - 1);
}

double DelayLine::next(double t) const {
  // before the first becomes known it is told already: nothing changes then
  const size_t k = std::max(known(t), size_t(1));
  return k < count_ ? times_[slot(k)] + delay_ : std::numeric_limits<double>::infinity();
}

Sensor::Sensor(int size, const SensorOptions& options)
    : period_(options.period),
      seed_(options.seed),
      noise_(spread(options.noise, size)),
      bias_(spread(options.bias, size)),
      bits_(options.seed),
      spoilt_(size_t(size)),
      line_(size, options.delay, options.period) {}

void Sensor::reset() {
  bits_.seed(seed_);
  line_.clear();
}

// by Box and Muller: the standard fixes the bits of the engine, but not its distributions
double Sensor::normal() {
  const auto unit = [this] { return std::ldexp(double(bits_() >> 11), -53); };
  const double radius = std::sqrt(-2 * std::log(1 - unit()));
  return radius * std::cos(2 * std::numbers::pi * unit());
}

void Sensor::sample(double t, std::span<const double> values) {
  expects(values.size() == spoilt_.size(), "as many values as announced");
  for (size_t i = 0; i < values.size(); ++i)
    spoilt_[i] = values[i] + bias_[Eigen::Index(i)] + noise_[Eigen::Index(i)] * normal();
  line_.push(t, spoilt_);
}

}  // namespace cuttle
