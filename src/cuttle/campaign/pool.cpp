#include "cuttle/campaign/pool.h"

#include <utility>

#include "cuttle/base/cores.h"

namespace cuttle {

ThreadPool::ThreadPool(int threads, MakeEvaluate make, Interrupted interrupted)
    : make_(std::move(make)), interrupted_(std::move(interrupted)) {
  const int count = threads > 0 ? threads : available_cores();
  for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::submit(Task task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
}

void ThreadPool::work() {
  const Evaluate evaluate = make_();
  while (true) {
    Task task;
    bool ending = false;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
      ending = ending_;
    }
    if (ending || (interrupted_ && interrupted_()))
      task.done(Outcome::stopped());
    else
      task.done(evaluate(task.point, task.want));
  }
}

}  // namespace cuttle
