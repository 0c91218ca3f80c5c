#pragma once
// Many motions of one model on all cores.

#include <functional>
#include <memory>
#include <vector>

#include "cuttle/compile/compile.h"

namespace cuttle {

struct RolloutResult {
  // States at t0, t0 + dt, ...; NaN from a failure on, none if it was stopped before it began.
  MatrixX q;  // (nq x (steps + 1))
  MatrixX v;  // (nv x (steps + 1))
  Status status;
};

/// Whatever a thread needs for as long as it computes, made there before anything else.
using ThreadScope = std::function<std::shared_ptr<void>()>;

/// For each start x0[i], `steps` intervals of dt [s] with inputs u[i] (nu x steps) held over each;
/// an empty list: the signals of the file. Results do not depend on the number of threads (0: all
/// cores), and are to the bit those of single runs. Whoever interrupts the calling thread
/// (InterruptScope) ends all motions.
std::vector<RolloutResult> rollout(const Scenario& scenario, const StudySpec& study,
                                   const std::vector<State>& x0, const std::vector<MatrixX>& u,
                                   int steps, double dt, int threads = 0,
                                   const ThreadScope& on_thread = {});

/// Spreads the numbers 0 .. count - 1 over so many threads (0: all cores). Each thread makes itself
/// a worker, which does one number after the other. The first exception is thrown when all threads
/// have stopped.
using Worker = std::function<void(int)>;
void parallel_for(int count, int threads, const std::function<Worker()>& make_worker);

}  // namespace cuttle
