#include "cuttle/motion/rollout.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include "cuttle/base/cores.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/motion/stepper.h"

namespace cuttle {
namespace {

constexpr auto kLook = std::chrono::milliseconds(20);  // between looks at the other threads

/// The motions that one thread makes, one after the other.
class RolloutWorker {
 public:
  RolloutWorker(const Scenario& scenario, const StudySpec& study, int steps, double dt,
                const ThreadScope& on_thread)
      : steps_(steps),
        dt_(dt),
        here_(on_thread ? on_thread() : nullptr),
        stepper_(scenario, study) {}

  void run(const State& x0, const MatrixX* u, RolloutResult& result) {
    // of a thousand motions that are stopped, most have not begun: they need no room
    if (result.status = interruption(x0.t); !result.status.ok()) return;
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    result.q.setConstant(x0.q.size(), steps_ + 1, kUnknown);
    result.v.setConstant(x0.v.size(), steps_ + 1, kUnknown);
    result.status = stepper_.reset(x0);
    for (int k = 0; k <= steps_ && result.status.ok(); ++k) {
      result.q.col(k) = stepper_.state().q;
      result.v.col(k) = stepper_.state().v;
      if (k == steps_) return;
      if (result.status = interruption(stepper_.state().t); !result.status.ok()) return;
      result.status =
          u ? stepper_.step({u->col(k).data(), std::size_t(u->rows())}, dt_) : stepper_.step(dt_);
    }
  }

 private:
  int steps_;
  double dt_;
  std::shared_ptr<void> here_;
  Stepper stepper_;
};

}  // namespace

void parallel_for(int count, int threads, const std::function<Worker()>& make_worker) {
  if (threads <= 0) threads = available_cores();
  threads = std::clamp(threads, 1, std::max(1, count));
  std::atomic<int> next = 0;
  std::atomic<bool> stop = false;
  std::mutex mutex;
  std::condition_variable left;
  int at_work = threads - 1;  // besides this one
  std::exception_ptr first;
  const auto drain = [&] {
    try {
      const Worker worker = make_worker();
      for (int i = next++; i < count; i = next++) worker(i);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!first) first = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i)
      others.emplace_back([&] {
        const InterruptScope heard([&stop] { return stop.load(std::memory_order_relaxed); });
        drain();
        const std::scoped_lock lock(mutex);
        --at_work;
        left.notify_all();
      });
    drain();
    // only this thread hears who asked it to end, and hands it on
    std::unique_lock lock(mutex);
    while (!left.wait_for(lock, kLook, [&] { return at_work == 0; }))
      if (!interruption().ok()) stop = true;
  }
  if (first) std::rethrow_exception(first);
}

std::vector<RolloutResult> rollout(const Scenario& scenario, const StudySpec& study,
                                   const std::vector<State>& x0, const std::vector<MatrixX>& u,
                                   int steps, double dt, int threads,
                                   const ThreadScope& on_thread) {
  std::vector<RolloutResult> results(x0.size());
  parallel_for(int(x0.size()), threads, [&]() -> Worker {
    const auto worker = std::make_shared<RolloutWorker>(scenario, study, steps, dt, on_thread);
    return [&, worker](int i) {
      worker->run(x0[size_t(i)], u.empty() ? nullptr : &u[size_t(i)], results[size_t(i)]);
    };
  });
  return results;
}

}  // namespace cuttle
