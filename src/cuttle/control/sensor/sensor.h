#pragma once
// What is between a quantity and who wants to know it: sample and hold, noise, bias, delay.

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// Numbers that become known some time after they were put in. Serves readings and commands.
class DelayLine {
 public:
  /// period [s]: how often values come; sizes the memory, which grows if they come more often.
  DelayLine(int size, double delay, double period);

  /// Times must not fall.
  void push(double t, std::span<const double> values);

  /// The last values known at t. Before any are known: the first that were put in; zeros if none.
  std::span<const double> at(double t) const;

  /// The first time after t when other values become known; infinity if none are on the way.
  double next(double t) const;

  void clear() { count_ = first_ = 0; }
  int size() const { return size_; }

 private:
  size_t slot(size_t k) const { return (first_ + k) % times_.size(); }
  std::span<const double> values(size_t k) const {
    return std::span(values_).subspan(slot(k) * size_t(size_), size_t(size_));
  }
  /// How many of those in the line are known at t.
  size_t known(double t) const;
  void grow();

  int size_;
  double delay_;
  std::vector<double> times_;   // (capacity) a ring
  std::vector<double> values_;  // (capacity x size)
  std::vector<double> nothing_;
  size_t first_ = 0, count_ = 0;
};

struct SensorOptions {
  double period = 0.01;       // [s] between samples
  double delay = 0;           // [s] until a sample is known
  std::vector<double> noise;  // standard deviations; empty: none; 1: for all; else one each
  std::vector<double> bias;   // likewise
  std::uint64_t seed = 1;
};

/// Samples a few numbers, corrupts them, and reports them later. The noise is the same on every
/// machine and in every run with the same seed; each number has its share of it whatever the
/// others' deviations are.
class Sensor {
 public:
  Sensor(int size, const SensorOptions& options);

  /// A new run starts: the noise restarts as well, with the old seed or with another one.
  void reset();
  void reseed(std::uint64_t seed) { seed_ = seed; }

  /// Looks at the true values; to be called every `period`.
  void sample(double t, std::span<const double> values);

  /// What is known at t: the last sample at least `delay` old. Before the first one is known, it
  /// is returned all the same: a controller must start from something.
  std::span<const double> reading(double t) const { return line_.at(t); }
  double next_reading(double t) const { return line_.next(t); }

  double period() const { return period_; }
  int size() const { return line_.size(); }

 private:
  double normal();

  double period_;
  std::uint64_t seed_;
  VectorX noise_, bias_;
  std::mt19937_64 bits_;
  std::vector<double> spoilt_;
  DelayLine line_;
};

}  // namespace cuttle
