#pragma once
// One model with numbers that can be changed, and what is read off its runs.

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/campaign/outcome.h"
#include "cuttle/campaign/pool.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/bound_model.h"

namespace cuttle {

/// What is read off a run: figures, then columns of its record at given times.
struct Readout {
  struct Series {
    std::string column;
    std::vector<double> times;  // [s] rising
    Origin origin;              // for messages, the field `simulated`
  };
  std::vector<std::string> figures;
  std::vector<Series> series;

  std::size_t size() const;
};

/// Shared by all threads; runs never change it. Each worker has a BoundModel of its own.
class Experiment {
 public:
  /// Reads the model and tries everything at the first values of the parameters. Throws InputError
  /// that names the place in the study file: paths that the model does not have, figures and
  /// columns that its runs do not have. Without figures it records those that the model names.
  Experiment(const CampaignSpec& campaign, Readout readout = {});

  MakeEvaluate workers(const Interrupted& interrupted = {}) const;
  /// By a new worker.
  Outcome run(const ParameterPoint& point, Want want, const Interrupted& interrupted = {}) const {
    return workers(interrupted)()(point, want);
  }

  /// Settings that make the model of a point, as after --set.
  std::vector<std::string> settings(const ParameterPoint& point) const {
    return model_.settings_of(point);
  }
  /// Errors of rods where runs are equilibria, which take less time than the estimate: that of the
  /// first of some points that has them. Motions tell them with every run.
  std::vector<std::string> rod_warnings() const;
  /// A warning without the folder of the model: tables do not depend on where a command was
  /// started.
  std::string without_folder(std::string warning) const;
  /// The model of a point, read in full.
  ScenarioSpec scenario(const ParameterPoint& point) const;

  /// What it takes its runs of.
  const SampledModel& model() const { return model_; }
  const Readout& readout() const { return readout_; }
  /// The study of the model, at the first values.
  const StudySpec& study() const { return study_; }
  /// Units of the figures.
  const std::vector<std::string>& units() const { return units_; }
  /// All figures that its runs have, also those that are not recorded.
  const std::vector<std::string>& offered_figures() const { return offered_figures_; }
  /// True if runs provide exact slopes: equilibria of trees, where figures are values at the end.
  bool has_slopes() const { return has_slopes_; }
  const std::vector<ParameterSpec>& parameters() const { return parameters_; }
  const std::string& model_text() const { return text_; }
  /// Data files that the model reads. They are read once: all runs are of the same data.
  const std::vector<DataFileUse>& data_files() const { return *model_.data_files; }

 private:
  Scenario first_scenario(ParameterPoint& values);
  std::vector<ParameterPoint> trial_points() const;
  Outcome run_bound(BoundModel& model, const ParameterPoint& point, Want want,
                    const Interrupted& interrupted) const;

  std::string text_;
  SampledModel model_;
  std::vector<ParameterSpec> parameters_;
  Readout readout_;
  std::vector<std::string> units_, offered_figures_;
  StudySpec study_;
  bool has_slopes_ = false;
};

/// The value at which a parameter is tried first.
double first_value(const ParameterSpec& parameter);

}  // namespace cuttle
