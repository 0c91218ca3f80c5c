#pragma once

#include <memory>

#include "options.h"

namespace cuttle::cli {

/// What the program tells its caller.
enum ExitCode {
  kExitOk = 0,
  kExitExpectationFailed = 1,
  kExitBadInput = 2,          // nothing was written
  kExitNumericalFailure = 3,  // results so far are kept
  kExitInterrupted = 130      // results so far are kept
};

/// One command of the program. It holds its options; parsing fills them before `execute`.
class Verb {
 public:
  virtual ~Verb() = default;
  virtual int execute() = 0;
};

/// Each declares its options on its own part of the command line.
std::unique_ptr<Verb> make_run(Options& options);
std::unique_ptr<Verb> make_report(Options& options);
std::unique_ptr<Verb> make_view(Options& options);
std::unique_ptr<Verb> make_shot(Options& options);
std::unique_ptr<Verb> make_export(Options& options);
std::unique_ptr<Verb> make_sweep(Options& options);
std::unique_ptr<Verb> make_optimize(Options& options);
std::unique_ptr<Verb> make_fit(Options& options);
std::unique_ptr<Verb> make_check(Options& options);
std::unique_ptr<Verb> make_schema(Options& options);

}  // namespace cuttle::cli
