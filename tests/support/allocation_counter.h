#pragma once

namespace cuttle::testing {

/// Counts heap allocations of the whole process, all threads, from construction on.
/// It hooks malloc itself and not only operator new, because Eigen's matrices call malloc
/// directly; operator new (plain and aligned) ends in malloc too, so all are seen.
class AllocationCounter {
 public:
  AllocationCounter();

  /// Allocations since construction or the last reset(); always 0 when not available().
  long count() const;
  void reset();

  /// True for g++ on glibc, except under a sanitizer, which owns malloc.
  static bool available();

 private:
  long start_;
};

}  // namespace cuttle::testing
