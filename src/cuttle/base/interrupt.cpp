#include "cuttle/base/interrupt.h"

#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace cuttle {
namespace {

thread_local const InterruptScope* innermost = nullptr;

constexpr auto kLook = std::chrono::milliseconds(20);

/// What the two threads of `run_aside` share.
struct Aside {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr error;
};

}  // namespace

InterruptScope::InterruptScope(std::function<bool()> asked)
    : asked_(std::move(asked)), outer_(innermost) {
  innermost = this;
}

InterruptScope::InterruptScope(double seconds)
    : seconds_(seconds),
      end_(std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds))),
      outer_(innermost) {
  innermost = this;
}

InterruptScope::~InterruptScope() { innermost = outer_; }

bool InterruptScope::late() const {
  return seconds_ > 0 && std::chrono::steady_clock::now() > end_;
}

Status interruption(double t) {
  for (const InterruptScope* scope = innermost; scope; scope = scope->outer_) {
    if (scope->wanted()) return Status::fail(Status::Code::interrupted, "stopped by the user", t);
    if (!scope->late()) continue;
    char text[80];
    std::snprintf(text, sizeof text, "stopped: it took longer than %.3g s", scope->seconds_);
    return Status::fail(Status::Code::interrupted, text, t);
  }
  return {};
}

bool run_aside(bool long_one, const std::function<void()>& work) {
  if (!long_one || !innermost) {
    work();
    return interruption().ok();
  }
  const auto shared = std::make_shared<Aside>();
  std::thread([shared, work] {
    std::exception_ptr error;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    const std::scoped_lock lock(shared->mutex);
    shared->done = true;
    shared->error = error;
    shared->changed.notify_all();
  }).detach();
  std::unique_lock lock(shared->mutex);
  while (!shared->changed.wait_for(lock, kLook, [&] { return shared->done; }))
    if (!interruption().ok()) return false;
  if (shared->error) std::rethrow_exception(shared->error);
  return true;
}

}  // namespace cuttle
