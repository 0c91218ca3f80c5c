#pragma once
// Runs of one model on all workers, with a memory: what was computed once is not computed again.

#include <atomic>
#include <functional>
#include <vector>

#include "cuttle/campaign/journal.h"
#include "cuttle/campaign/pool.h"

namespace cuttle {

class Evaluator {
 public:
  /// journal null: without memory.
  Evaluator(Pool& pool, Journal* journal) : pool_(pool), journal_(journal) {}

  /// Waits for one outcome. May be called from several threads at the same time.
  Outcome evaluate(const ParameterPoint& point, Want want = Want::values);

  /// All of them, at the same time as far as there are workers. `done(i, outcome)` is called as
  /// they come, one call at a time, in any order. Throws OutputError if the memory cannot be
  /// written, and std::runtime_error if a run was lost; then nothing new is begun.
  using Done = std::function<void(std::size_t, const Outcome&)>;
  std::vector<Outcome> evaluate(const std::vector<ParameterPoint>& points, Want want = Want::values,
                                const Done& done = {});

  int workers() const { return pool_.workers(); }
  long computed() const { return computed_; }      // by this process and its helpers
  long remembered() const { return remembered_; }  // found in the journal

 private:
  void keep(const ParameterPoint& point, Want want, const Outcome& outcome);

  Pool& pool_;
  Journal* journal_;
  std::atomic<long> computed_ = 0, remembered_ = 0;
};

}  // namespace cuttle
