#include "cuttle/campaign/evaluator.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace cuttle {

namespace {

// tasks that wait for each worker, so that none has to wait for us
constexpr int kAhead = 2;

/// The points of one call: which are taken, which are done.
class Batch {
 public:
  Batch(const std::vector<ParameterPoint>& points, const Evaluator::Done& done)
      : points_(points), done_(done), outcomes_(points.size()), missing_(points.size()) {}

  /// The next that nobody has taken; nullopt: none is left.
  std::optional<std::size_t> take() {
    const std::lock_guard lock(mutex_);
    if (next_ == points_.size()) return std::nullopt;
    return next_++;
  }

  /// Under the lock to its end: the batch lives until all have passed.
  void finish(std::size_t i, Outcome&& outcome) {
    const std::lock_guard lock(mutex_);
    outcomes_[i] = std::move(outcome);
    if (done_) done_(i, outcomes_[i]);
    if (--missing_ == 0) all_done_.notify_one();
  }

  /// Those that nobody has taken never will be.
  void stop(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (reason_.empty()) reason_ = reason;
    for (; next_ < points_.size(); ++next_, --missing_) outcomes_[next_] = Outcome::stopped();
  }

  std::vector<Outcome> wait() {
    std::unique_lock lock(mutex_);
    all_done_.wait(lock, [&] { return missing_ == 0; });
    if (!reason_.empty()) throw std::runtime_error(reason_);
    return std::move(outcomes_);
  }

 private:
  const std::vector<ParameterPoint>& points_;
  const Evaluator::Done& done_;
  std::mutex mutex_;
  std::condition_variable all_done_;
  std::vector<Outcome> outcomes_;
  std::size_t next_ = 0, missing_;
  std::string reason_;
};

}  // namespace

Outcome Evaluator::evaluate(const ParameterPoint& point, Want want) {
  return evaluate(std::vector<ParameterPoint>{point}, want).front();
}

std::vector<Outcome> Evaluator::evaluate(const std::vector<ParameterPoint>& points, Want want,
                                         const Done& done) {
  Batch batch(points, done);
  // each task hands in the next one before it is done
  std::function<void()> submit_next = [&] {
    while (const auto i = batch.take()) {
      if (auto known = journal_ ? journal_->find(points[*i], want) : std::nullopt) {
        ++remembered_;
        batch.finish(*i, std::move(*known));
        continue;
      }
      pool_.submit({points[*i], want, [&, i = *i](Outcome&& outcome) {
                      if (outcome.kind == Outcome::Kind::lost)
                        batch.stop(
                            "a run could not be computed: " + outcome.reason +
                            "; finished runs are kept, and the same command resumes from here");
                      keep(points[i], want, outcome);
                      if (journal_ && journal_->broken())
                        batch.stop("the journal cannot be written");
                      submit_next();
                      batch.finish(i, std::move(outcome));
                    }});
      return;
    }
  };
  const auto first = std::min(points.size(), std::size_t(kAhead * pool_.workers()));
  for (std::size_t i = 0; i < first; ++i) submit_next();
  std::vector<Outcome> outcomes;
  try {
    outcomes = batch.wait();
  } catch (const std::runtime_error&) {
    if (journal_) journal_->check();
    throw;
  }
  return outcomes;
}

void Evaluator::keep(const ParameterPoint& point, Want want, const Outcome& outcome) {
  if (outcome.kind == Outcome::Kind::interrupted || outcome.kind == Outcome::Kind::lost) return;
  ++computed_;
  if (journal_) journal_->add(point, want, outcome);
}

}  // namespace cuttle
