#include "cuttle/campaign/experiment.h"
#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/fit/curve_fit.h"
#include "cuttle/fit/model_fit.h"
#include "cuttle/optimize/optimize.h"
#include "cuttle/sweep/design.h"
#include "fuzz/mutate.h"
#include "fuzz/target.h"

namespace cuttle::fuzz {

namespace {

constexpr std::size_t kMostSamples = 10'000;

class StudyTarget : public Target {
 public:
  explicit StudyTarget(const Places& places)
      : corpus_({places.studies}), file_(places.studies / "fuzz.yaml") {}

  const char* name() const override { return "studies"; }
  std::string make(Random& random) const override { return corpus_.make(random); }

  // all that the programs check before the first run
  Verdict judge(const std::string& input) const override {
    try {
      const CampaignSpec spec = parse_campaign(input, file_);
      if (spec.fit && spec.fit->curve) {
        curve_problem(spec);
        return {Verdict::Kind::passed, ""};
      }
      const Experiment experiment(spec, spec.fit ? read_fit_sources(spec).readout : Readout{});
      const Columns columns(spec, experiment.readout().figures, experiment.units());
      if (spec.sweep && count_samples(spec, *spec.sweep) < kMostSamples) sample_points(spec);
      if (spec.optimize) check_optimize(spec, columns);
      if (spec.fit) fit_parameters(spec.parameters);
      return {Verdict::Kind::passed, ""};
    } catch (...) {
      return judge_exception(file_.string());
    }
  }

 private:
  Corpus corpus_;
  std::filesystem::path file_;
};

}  // namespace

std::unique_ptr<Target> make_study_target(const Places& places) {
  return std::make_unique<StudyTarget>(places);
}

}  // namespace cuttle::fuzz
