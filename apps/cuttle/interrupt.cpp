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
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU}) {
    // whoever started us with nohup does not want to hear of a closed terminal
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;
    // a limit of computing time is told every second, and mpirun hands on what it gets itself
    const bool by_machine = signal == SIGUSR1 || signal == SIGXCPU;
    action.sa_flags = SA_RESTART | (by_machine ? 0 : int(SA_RESETHAND));
    sigaction(signal, &action, nullptr);
  }
}

bool interrupted() { return signal_came.load(std::memory_order_relaxed); }

}  // namespace cuttle::cli
