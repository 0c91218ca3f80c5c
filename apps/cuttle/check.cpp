#include <fmt/format.h>

#include "cuttle/compile/compile.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/study/describe.h"
#include "cuttle/study/expected_cost.h"
#include "model_options.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

class CheckVerb : public Verb {
 public:
  explicit CheckVerb(Options& options) {
    model_.add_to(options);
    options.flag("--yaml", yaml_, "print the model as one self-contained file, in SI units");
  }

  int execute() override {
    const Scenario scenario = build(model_.read());
    fmt::print("{}", yaml_ ? write_scenario(scenario.spec) : describe_model(scenario));
    // a file that is written must stay one
    if (yaml_)
      for (const std::string& warning : expected_warnings(scenario))
        fmt::print(stderr, "cuttle: warning: {}\n", printable(warning));
    const std::string cost = yaml_ ? "" : expected_cost(scenario);
    if (!cost.empty()) fmt::print("\ncost\n  {}\n", cost);
    return kExitOk;
  }

 private:
  ModelOptions model_;
  bool yaml_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_check(Options& options) { return std::make_unique<CheckVerb>(options); }

}  // namespace cuttle::cli
