#include "interrupt.h"

#include <atomic>
#include <csignal>

namespace cuttle::cli {
namespace {

// the one global of the program: a signal handler can reach nothing else
std::atomic<bool> signal_came = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler must not wait for a lock");

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { signal_came.store(true, std::memory_order_relaxed); };
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return signal_came.load(std::memory_order_relaxed); }

}  // namespace cuttle::cli
