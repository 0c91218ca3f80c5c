#include "mpi_pool.h"

#include <fmt/format.h>

#include <utility>

#include "cuttle/base/error.h"
#include "mpi_launch.h"
#include "mpi_message.h"
#include "mpi_transport.h"
#include "terminal.h"

namespace cuttle::cli {

struct MpiHelpers {
  std::vector<int> idle;  // ranks that wait for a task
  int gone = 0;           // ranks that have sent their last message
  bool released = false;

  void release(int size) {
    if (std::exchange(released, true)) return;
    for (int rank = 1; rank < size; ++rank) send_message(rank, Tag::stop);
    idle.clear();
  }
};

namespace {

/// Two threads: one talks to the helpers and makes all calls of MPI, one computes here.
class MpiPool final : public Pool {
 public:
  MpiPool(int size, MpiHelpers& helpers, MakeEvaluate make, Interrupted interrupted,
          std::function<void(const std::string&)> warn)
      : size_(size),
        helpers_(helpers),
        make_(std::move(make)),
        interrupted_(std::move(interrupted)),
        warn_(std::move(warn)),
        at_rank_(std::size_t(size)),
        leading_([this] { lead(); }),
        computing_([this] { compute(); }) {}

  ~MpiPool() override {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    for_computing_.notify_one();
    for_leading_.notify_one();
    computing_.join();
    leading_.join();
  }

  void submit(Task task) override {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    for_computing_.notify_one();
    for_leading_.notify_one();
  }

  int workers() const override { return size_; }

 private:
  using Finished = std::pair<Task, Outcome>;

  bool stopped() const { return interrupted_ && interrupted_(); }

  void compute() {
    const Evaluate evaluate = make_();
    while (true) {
      Task task;
      {
        std::unique_lock lock(mutex_);
        for_computing_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
        if (ending_) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task.done(stopped() ? Outcome::stopped() : evaluate(task.point, task.want));
    }
  }

  void lead() {
    Patience patience;
    while (true) {
      std::vector<Finished> finished;
      bool news = false;
      while (auto message = next_message()) {
        take(*message, finished);
        news = true;
      }
      if (stopped()) helpers_.release(size_);
      const bool ending = drop_tasks(finished);
      news |= hand_out();
      // last, as what is done with an outcome may take longer than the helpers should wait
      for (auto& [task, outcome] : finished) task.done(std::move(outcome));
      if (ending && at_work_ == 0) return;
      if (news || !finished.empty()) {
        patience.reset();
        continue;
      }
      std::unique_lock lock(mutex_);
      const auto nap = patience.nap();
      for_leading_.wait_for(lock, nap,
                            [this] { return !tasks_.empty() && !helpers_.idle.empty(); });
    }
  }

  void take(const Message& message, std::vector<Finished>& finished) {
    switch (message.tag) {
      case Tag::ready:
        if (!helpers_.released) helpers_.idle.push_back(message.rank);
        break;
      case Tag::useless:
        if (warn_)
          warn_(fmt::format("process {} of the MPI job cannot help: {}", message.rank,
                            printable(message.bytes)));
        break;
      case Tag::gone:
        ++helpers_.gone;
        break;
      default:
        take_outcome(message, finished);
    }
  }

  void take_outcome(const Message& message, std::vector<Finished>& finished) {
    Outcome outcome = read_outcome(message.bytes);
    Task task = std::move(at_rank_[std::size_t(message.rank)]);
    --at_work_;
    if (outcome.kind == Outcome::Kind::interrupted && !helpers_.released && !stopped()) {
      // somebody has ended this one helper: others take over
      const std::lock_guard lock(mutex_);
      tasks_.push_front(std::move(task));
      for_computing_.notify_one();
      return;
    }
    if (!helpers_.released) helpers_.idle.push_back(message.rank);
    finished.emplace_back(std::move(task), std::move(outcome));
  }

  // when the work is over, what has not begun never will; true: the pool ends
  bool drop_tasks(std::vector<Finished>& finished) {
    const std::lock_guard lock(mutex_);
    if (ending_ || helpers_.released) {
      for (Task& task : tasks_) finished.emplace_back(std::move(task), Outcome::stopped());
      tasks_.clear();
    }
    return ending_;
  }

  bool hand_out() {
    bool any = false;
    while (!helpers_.idle.empty()) {
      Task task;
      {
        const std::lock_guard lock(mutex_);
        if (tasks_.empty()) break;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      const int rank = helpers_.idle.back();
      helpers_.idle.pop_back();
      send_message(rank, Tag::task, task_message(task.point, task.want));
      at_rank_[std::size_t(rank)] = std::move(task);
      ++at_work_;
      any = true;
    }
    return any;
  }

  const int size_;
  MpiHelpers& helpers_;  // of the leading thread
  const MakeEvaluate make_;
  const Interrupted interrupted_;
  const std::function<void(const std::string&)> warn_;
  std::vector<Task> at_rank_;  // of the leading thread: the task at hand of each helper
  int at_work_ = 0;            // of the leading thread: number of these

  std::mutex mutex_;
  std::condition_variable for_computing_, for_leading_;
  std::deque<Task> tasks_;
  bool ending_ = false;
  std::thread leading_, computing_;
};

}  // namespace

MpiJob::MpiJob() {
  const int launched = launched_processes();
  if (launched <= 1) return;
  int threads = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &threads);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  helpers_ = std::make_unique<MpiHelpers>();
  const auto leave = [](const std::string& why, const std::string& hint) {
    MPI_Finalize();
    refuse("", why, hint);
  };
  if (size_ != launched)
    leave(fmt::format("started as one of {} processes, but MPI sees {}", launched, size_),
          "use the mpirun of the MPI library that cuttle was built with; with srun, see "
          "'srun --mpi=list'");
  if (threads < MPI_THREAD_SERIALIZED)
    leave("this MPI library cannot be used together with threads (MPI_THREAD_SERIALIZED)",
          "use another build of the library, or share the work with --shard");
}

MpiJob::~MpiJob() {
  if (helpers_ == nullptr) return;
  if (leads()) {
    helpers_->release(size_);
    while (helpers_->gone < size_ - 1)
      if (wait_for_message().tag == Tag::gone) ++helpers_->gone;
  } else {
    while (!released_) released_ = wait_for_message().tag == Tag::stop;
    send_message(0, Tag::gone);
  }
  MPI_Finalize();
}

std::unique_ptr<Pool> MpiJob::pool(MakeEvaluate make, Interrupted interrupted,
                                   std::function<void(const std::string&)> warn) {
  expects(size_ > 1 && leads(), "only the leader of an MPI job has a pool");
  return std::make_unique<MpiPool>(size_, *helpers_, std::move(make), std::move(interrupted),
                                   std::move(warn));
}

void MpiJob::serve(const std::function<Evaluate(const Interrupted&)>& make,
                   const Interrupted& interrupted) {
  expects(!leads(), "the leader of an MPI job does not serve");
  // a run asks at each of its steps, which take microseconds; a look at the messages takes one too
  auto last_look = Patience::Clock::now();
  const Interrupted stopped = [&] {
    if (interrupted && interrupted()) return true;
    const auto now = Patience::Clock::now();
    if (!released_ && now - last_look > std::chrono::milliseconds(10)) {
      last_look = now;
      // while a task is at hand nothing else can come
      if (const auto message = next_message()) released_ = message->tag == Tag::stop;
    }
    return released_;
  };

  Evaluate evaluate;
  try {
    evaluate = make(stopped);
  } catch (const std::exception& error) {
    send_message(0, Tag::useless, error.what());
    return;
  }
  if (!released_) send_message(0, Tag::ready);
  while (!released_) {
    const Message message = wait_for_message();
    released_ = message.tag == Tag::stop;
    if (released_) break;
    const auto [point, want] = read_task(message.bytes);
    send_message(0, Tag::outcome,
                 outcome_message(stopped() ? Outcome::stopped() : evaluate(point, want)));
  }
}

}  // namespace cuttle::cli
