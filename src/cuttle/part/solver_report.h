#pragma once

#include <string>
#include <vector>

namespace cuttle {

/// What the study's solver did.
struct SolverStatistics {
  std::string method;
  long steps = 0;
  long rejected = 0;
  long evaluations = 0;
  long iterations = 0;
  long exact_solves = 0;
  long unresolved = 0;  // steps of nets whose contacts found no solution
};

/// And what it has to say about it.
struct SolverReport {
  SolverStatistics solver;
  std::vector<std::string> warnings;  // what was computed but is probably not meant
};

}  // namespace cuttle
