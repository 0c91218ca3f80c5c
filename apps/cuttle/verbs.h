#pragma once

#include <memory>

namespace CLI {
class App;
}

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
std::unique_ptr<Verb> make_run(CLI::App& app);
std::unique_ptr<Verb> make_report(CLI::App& app);
std::unique_ptr<Verb> make_view(CLI::App& app);
std::unique_ptr<Verb> make_shot(CLI::App& app);
std::unique_ptr<Verb> make_export(CLI::App& app);
std::unique_ptr<Verb> make_sweep(CLI::App& app);
std::unique_ptr<Verb> make_optimize(CLI::App& app);
std::unique_ptr<Verb> make_fit(CLI::App& app);
std::unique_ptr<Verb> make_check(CLI::App& app);
std::unique_ptr<Verb> make_schema(CLI::App& app);

}  // namespace cuttle::cli
