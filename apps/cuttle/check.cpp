#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cuttle/sim/describe.h"
#include "model_options.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

class CheckVerb : public Verb {
 public:
  explicit CheckVerb(CLI::App& app) { model_.add_to(app); }

  int execute() override {
    fmt::print("{}", describe_model(model_.read()));
    return kExitOk;
  }

 private:
  ModelOptions model_;
};

}  // namespace

std::unique_ptr<Verb> make_check(CLI::App& app) { return std::make_unique<CheckVerb>(app); }

}  // namespace cuttle::cli
