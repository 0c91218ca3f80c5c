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
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // whoever started us with nohup does not want to hear of a closed terminal
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (signal != SIGHUP || before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

bool interrupted() { return signal_came.load(std::memory_order_relaxed); }

}  // namespace cuttle::cli
