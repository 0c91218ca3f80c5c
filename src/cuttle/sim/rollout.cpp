#include "cuttle/sim/rollout.h"

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
#include "cuttle/sim/stepper.h"

namespace cuttle {
namespace {

constexpr auto kLook = std::chrono::milliseconds(20);  // between looks at the other threads

void run_one(Stepper& stepper, const State& x0, const MatrixX* u, int steps, double dt,
             RolloutResult& result) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  result.q.setConstant(x0.q.size(), steps + 1, kUnknown);
  result.v.setConstant(x0.v.size(), steps + 1, kUnknown);
  result.q.col(0) = x0.q;
  result.v.col(0) = x0.v;
  result.status = stepper.reset(x0);
  for (int k = 0; k < steps && result.status.ok(); ++k) {
    if (result.status = interruption(stepper.state().t); !result.status.ok()) break;
    result.status = u ? stepper.step(std::span(u->col(k).data(), std::size_t(u->rows())), dt)
                      : stepper.step(dt);
    if (!result.status.ok()) break;
    result.q.col(k + 1) = stepper.state().q;
    result.v.col(k + 1) = stepper.state().v;
  }
}

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
                                   int steps, double dt, int threads) {
  std::vector<RolloutResult> results(x0.size());
  parallel_for(int(x0.size()), threads, [&]() -> Worker {
    const auto stepper = std::make_shared<Stepper>(scenario, study);
    return [&, stepper](int i) {
      run_one(*stepper, x0[size_t(i)], u.empty() ? nullptr : &u[size_t(i)], steps, dt,
              results[size_t(i)]);
    };
  });
  return results;
}

}  // namespace cuttle
