#include "fuzz/clock.h"

#include <sys/time.h>
#include <time.h>

#include <algorithm>

namespace cuttle::fuzz {

namespace {

struct Clock {
  bool alarms = false;
  double begin = 0, slowest = 0;

  void start() {
    begin = cpu_seconds();
    if (!alarms) return;
    const itimerval computing{{0, 0}, {time_t(2 * kSlow), 0}},
        clock{{0, 0}, {time_t(kPatience), 0}};
    ::setitimer(ITIMER_PROF, &computing, nullptr);
    ::setitimer(ITIMER_REAL, &clock, nullptr);
  }
  void stop() { slowest = std::max(slowest, cpu_seconds() - begin); }
};

Clock process_clock;

}  // namespace

double cpu_seconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

void begin_input(bool alarms) {
  process_clock = {.alarms = alarms};
  process_clock.start();
}

void begin_command() {
  process_clock.stop();
  process_clock.start();
}

double slowest_command() {
  process_clock.stop();
  return process_clock.slowest;
}

}  // namespace cuttle::fuzz
