#include "cuttle/campaign/evaluator.h"

#include <condition_variable>
#include <mutex>

namespace cuttle {

Outcome Evaluator::evaluate(const ParameterPoint& point, Want want) {
  return evaluate(std::vector<ParameterPoint>{point}, want).front();
}

std::vector<Outcome> Evaluator::evaluate(const std::vector<ParameterPoint>& points, Want want,
                                         const Done& done) {
  std::vector<Outcome> outcomes(points.size());
  std::mutex mutex;
  std::condition_variable all_done;
  std::size_t missing = points.size();
  const auto finish = [&](std::size_t i, Outcome&& outcome) {
    // under the lock to its end: the caller's variables live until all have passed
    const std::lock_guard lock(mutex);
    outcomes[i] = std::move(outcome);
    if (done) done(i, outcomes[i]);
    if (--missing == 0) all_done.notify_one();
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (auto known = journal_ ? journal_->find(points[i], want) : std::nullopt) {
      ++remembered_;
      finish(i, std::move(*known));
      continue;
    }
    pool_.submit({points[i], want, [&, i](Outcome&& outcome) {
                    if (outcome.kind != Outcome::Kind::interrupted) {
                      ++computed_;
                      if (journal_) journal_->add(points[i], want, outcome);
                    }
                    finish(i, std::move(outcome));
                  }});
  }
  std::unique_lock lock(mutex);
  all_done.wait(lock, [&] { return missing == 0; });
  if (journal_) journal_->check();
  return outcomes;
}

}  // namespace cuttle
