#pragma once
// Who computes: threads of this process, or processes of an MPI job (mpi_pool.h).

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "cuttle/campaign/outcome.h"

namespace cuttle {

/// Workers that take one task after the other, so that uneven tasks keep all of them busy.
class Pool {
 public:
  struct Task {
    ParameterPoint point;
    Want want = Want::values;
    std::function<void(Outcome&&)> done;  // called once, on a thread of the pool, must not throw
  };

  virtual ~Pool() = default;
  /// May be called from any thread. What has not begun when the pool ends is `interrupted`.
  virtual void submit(Task task) = 0;
  /// Tasks that can be computed at the same time.
  virtual int workers() const = 0;
};

/// How a worker gets what it computes with.
using MakeEvaluate = std::function<Evaluate()>;

/// True: tasks that have not begun are `interrupted` at once.
using Interrupted = std::function<bool()>;

class ThreadPool final : public Pool {
 public:
  /// threads 0: one for each core.
  ThreadPool(int threads, MakeEvaluate make, Interrupted interrupted = {});
  ~ThreadPool() override;
  void submit(Task task) override;
  int workers() const override { return int(threads_.size()); }

 private:
  void work();

  MakeEvaluate make_;
  Interrupted interrupted_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace cuttle
