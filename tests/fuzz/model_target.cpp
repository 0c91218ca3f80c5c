#include <algorithm>
#include <cmath>

#include "cuttle/analysis/rod_error.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/study/describe.h"
#include "cuttle/study/run.h"
#include "fuzz/clock.h"
#include "fuzz/mutate.h"
#include "fuzz/target.h"

namespace cuttle::fuzz {

namespace {

constexpr double kRunSeconds = 2;  // then a run is interrupted

// a few steps of the study
void shorten(StudySpec& study) {
  const double step = study.step > 0 ? study.step : study.output_step;
  study.duration = std::min(study.duration, 5 * std::min(step, 0.01));
  study.output_step = std::min(study.output_step, study.duration);
  study.max_steps = std::min(study.max_steps, 2000);
  study.load_steps = std::min(study.load_steps, 5);
  study.steps = std::min(study.steps, 5);
}

// who goes straight ahead has no turning radius
bool may_be_nan(const std::string& column) { return column.ends_with(".turning_radius"); }

// the first column of a record that is not a number; empty: all are
std::string odd_column(const RunResult& result) {
  for (const Column& column : result.trajectory.columns())
    for (const double x : result.trajectory.column(column.name))
      if (std::isinf(x) || (std::isnan(x) && !may_be_nan(column.name))) return column.name;
  return "";
}

class ModelTarget : public Target {
 public:
  explicit ModelTarget(const Places& places)
      : corpus_({places.models, places.inputs}), file_(places.scratch / "model.yaml") {}

  const char* name() const override { return "models"; }
  std::string make(Random& random) const override { return corpus_.make(random); }

  Verdict judge(const std::string& input) const override {
    try {
      ScenarioSpec spec = parse_scenario(input, file_);
      describe_model(build(spec));  // which is what `cuttle check` prints
      shorten(spec.study);
      const double begin = cpu_seconds();
      RunOptions options;
      options.interrupted = [&] { return cpu_seconds() > begin + kRunSeconds; };
      const Scenario scenario = build(spec);
      RunResult result = run(scenario, options);
      add_rod_errors(scenario, result);
      make_scene(scenario, result.trajectory);
      const std::string odd = result.status.ok() ? odd_column(result) : "";
      if (!odd.empty()) return {Verdict::Kind::wrong, odd + " is not finite in a good run"};
      return {Verdict::Kind::ran, ""};
    } catch (...) {
      return judge_exception(file_.string());
    }
  }

 private:
  Corpus corpus_;
  std::filesystem::path file_;
};

}  // namespace

std::unique_ptr<Target> make_model_target(const Places& places) {
  return std::make_unique<ModelTarget>(places);
}

}  // namespace cuttle::fuzz
