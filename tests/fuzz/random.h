#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace cuttle::fuzz {

/// All that is random in one input: the same seeds give the same input.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t number) {
    std::seed_seq sequence{std::uint32_t(seed), std::uint32_t(seed >> 32), std::uint32_t(number),
                           std::uint32_t(number >> 32)};
    engine_.seed(sequence);
  }

  /// 0 .. count - 1
  std::size_t below(std::size_t count) { return count == 0 ? 0 : std::size_t(engine_() % count); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  double uniform(double low, double high) {
    return low + (high - low) * double(engine_() >> 11) * 0x1p-53;
  }
  template <class List>
  const auto& pick(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace cuttle::fuzz
