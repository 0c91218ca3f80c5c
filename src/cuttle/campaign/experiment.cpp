#include "cuttle/campaign/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "cuttle/analysis/rod_error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/base/names.h"
#include "cuttle/campaign/experiment_slopes.h"
#include "cuttle/campaign/written_units.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/compile/columns.h"
#include "cuttle/compile/figures.h"
#include "cuttle/io/read_part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/recorder.h"
#include "cuttle/study/run.h"

namespace cuttle {

namespace {

/// A problem with what a parameter sets is one of the study file.
void throw_relocated(const InputError& error, const CampaignSpec& campaign) {
  Diagnostics diagnostics;
  for (Diagnostic d : error.diagnostics()) {
    if (d.mark.file.starts_with("--set ")) {
      const std::string setting = d.mark.file.substr(6);
      d.mark = campaign.origin.mark;
      if (const auto field = campaign.origin.fields.find("set");
          field != campaign.origin.fields.end())
        d.mark = field->second;
      for (const ParameterSpec& p : campaign.parameters)
        for (const std::string& path : p.path)
          if (setting.starts_with(path + "=")) {
            const Diagnostic here = p.origin.error("path", "");
            d.mark = here.mark;
            d.message = fmt::format("parameter '{}' sets {}: {}", p.name, setting, d.message);
          }
    }
    diagnostics.add(std::move(d));
  }
  diagnostics.throw_if_any();
}

void check_names(const std::vector<std::string>& wanted, const std::vector<std::string>& known,
                 const CampaignSpec& campaign, const char* kind) {
  Diagnostics diagnostics;
  for (const std::string& name : wanted)
    if (std::find(known.begin(), known.end(), name) == known.end())
      diagnostics.add(campaign.origin.error("figures",
                                            fmt::format("the model has no {} '{}'", kind, name),
                                            suggest(name, known, kind)));
  diagnostics.throw_if_any();
}

// those that the campaign asks for; derived numbers are recorded anyhow
std::vector<std::string> figures_of_model(const CampaignSpec& campaign) {
  std::vector<std::string> figures;
  for (const std::string& name : campaign.figures)
    if (std::ranges::find(campaign.derived, name, &DerivedSpec::name) == campaign.derived.end())
      figures.push_back(name);
  return figures;
}

double value_of(const std::vector<Figure>& figures, const std::string& name) {
  for (const Figure& figure : figures)
    if (figure.name == name) return figure.value;
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::size_t Readout::size() const {
  std::size_t count = figures.size();
  for (const Series& s : series) count += s.times.size();
  return count;
}

double first_value(const ParameterSpec& p) {
  if (p.start) return *p.start;
  if (!p.values.empty()) return p.values.front();
  if (p.normal) return (*p.normal)[0];
  if (!p.range) return p.prior ? (*p.prior)[0] : 1;
  const auto [from, to] = *p.range;
  return p.scale == ParameterScale::log ? std::sqrt(from * to) : 0.5 * (from + to);
}

Experiment::Experiment(const CampaignSpec& campaign, Readout readout)
    : parameters_(campaign.parameters), readout_(std::move(readout)) {
  model_.file = std::filesystem::path(campaign.file).parent_path() / campaign.model;
  model_.settings = campaign.set;
  for (const ParameterSpec& parameter : parameters_) model_.paths.push_back(parameter.path);
  try {
    text_ = read_text_file(model_.file);
  } catch (const InputError& error) {
    Diagnostics diagnostics;
    for (const Diagnostic& d : error.diagnostics())
      diagnostics.add(campaign.origin.error("model", d.message, d.hint));
    diagnostics.throw_if_any();
  }
  model_.tree = parse_yaml(text_, model_.file.string());
  // expectations are about the model as it stands in its file
  model_.tree.erase("expect");

  try {
    ParameterPoint tried;
    const Scenario trial = first_scenario(tried);
    Diagnostics units;
    check_parameter_units(campaign, model_, tried, units);
    units.throw_if_any();
    study_ = trial.spec.study;
    const std::vector<Figure> possible = possible_figures(trial);
    const std::vector<std::string>& figures = offered_figures_ = names_of_all(possible);
    if (readout_.figures.empty()) readout_.figures = figures_of_model(campaign);
    if (readout_.figures.empty())
      for (const FigureSpec& figure : trial.spec.figures) readout_.figures.push_back(figure.name);
    if (readout_.figures.empty() && readout_.series.empty()) {
      Diagnostics diagnostics;
      diagnostics.add(
          campaign.origin.error("figures", "missing: the model defines no figures",
                                "for example " + (figures.empty() ? "" : figures.front())));
      diagnostics.throw_if_any();
    }
    check_names(readout_.figures, figures, campaign, "figure");
    for (const std::string& name : readout_.figures)
      units_.push_back(std::find_if(possible.begin(), possible.end(), [&](const Figure& f) {
                         return f.name == name;
                       })->unit);
    const std::vector<std::string> columns = names_of_all(recorded_columns(trial));
    Diagnostics diagnostics;
    for (const Readout::Series& s : readout_.series)
      if (std::find(columns.begin(), columns.end(), s.column) == columns.end())
        diagnostics.add(s.origin.error("simulated", "the model has no column '" + s.column + "'",
                                       suggest(s.column, columns, "columns")));
    diagnostics.throw_if_any();
    has_slopes_ = readout_.series.empty() && offers_slopes(trial, readout_.figures);
  } catch (const InputError& error) {
    throw_relocated(error, campaign);
  }
}

/// At the first values, or where these are refused (a length of -1 in a list) at others: whether a
/// campaign can be run does not depend on the order of its values.
Scenario Experiment::first_scenario(ParameterPoint& values) {
  const std::vector<ParameterPoint> trials = trial_points();
  std::optional<InputError> problem;
  for (const ParameterPoint& trial : trials) {
    try {
      std::vector<DataFileUse> used;
      Scenario scenario = build(read_tree(model_.tree, model_.file, settings(trial), &used));
      model_.data_files = std::move(used);
      values = trial;
      return scenario;
    } catch (const InputError& error) {
      if (!problem) problem = error;
    }
  }
  throw *problem;
}

std::vector<std::string> Experiment::rod_warnings() const {
  if (study_.type == StudyType::dynamics) return {};
  for (const ParameterPoint& point : trial_points()) {
    try {
      const Scenario here = build(scenario(point));
      std::vector<std::string> warnings = rod_error_warnings(here, expected_rod_errors(here));
      std::string place;
      for (std::size_t i = 0; i < point.size(); ++i)
        place += fmt::format("{}{} = {:.5g}", i > 0 ? ", " : "at ", parameters_[i].name, point[i]);
      for (std::string& warning : warnings) warning = place + ": " + without_folder(warning);
      if (!warnings.empty()) return warnings;
    } catch (const InputError&) {
      // a point that cannot be run tells nothing
    }
  }
  return {};
}

std::vector<ParameterPoint> Experiment::trial_points() const {
  std::vector<ParameterPoint> trials(3);
  for (const ParameterSpec& p : parameters_) {
    trials[0].push_back(first_value(p));
    trials[1].push_back(p.range            ? (*p.range)[1]
                        : p.values.empty() ? first_value(p)
                                           : p.values.back());
    trials[2].push_back(p.range            ? (*p.range)[0]
                        : p.values.empty() ? first_value(p)
                                           : p.values[p.values.size() / 2]);
  }
  return trials;
}

std::string Experiment::without_folder(std::string warning) const {
  if (const std::string file = model_.file.string(); warning.starts_with(file))
    warning.replace(0, file.size(), model_.file.filename().string());
  return warning;
}

ScenarioSpec Experiment::scenario(const ParameterPoint& point) const {
  ScenarioSpec spec = read_tree(model_.tree, model_.file, settings(point), nullptr, model_.kept());
  spec.source = text_;
  return spec;
}

Outcome Experiment::run_bound(BoundModel& model, const ParameterPoint& point, Want want,
                              const Interrupted& interrupted) const {
  const auto begin = std::chrono::steady_clock::now();
  Outcome outcome;
  try {
    RunOptions options;
    options.interrupted = interrupted;
    Scenario scenario = model.scenario(point);
    scenario.warnings = model_warnings(scenario);
    const bool rods = study_.type == StudyType::dynamics && has_rods(scenario.model);
    const RunResult result =
        rods ? cuttle::run(scenario, options) : cuttle::run(std::move(scenario), options);
    if (!result.status.ok()) {
      outcome = Outcome::fail(to_string(result.status));
      if (result.status.code == Status::Code::interrupted)
        outcome.kind = Outcome::Kind::interrupted;
    } else {
      for (const std::string& name : readout_.figures)
        outcome.values.push_back(value_of(result.figures, name));
      for (const Readout::Series& s : readout_.series) {
        const Samples record{result.trajectory.axis(), result.trajectory.column(s.column)};
        for (const double t : s.times) outcome.values.push_back(interpolate(record, t));
      }
      outcome.warnings = result.warnings;
      if (rods) {
        const InterruptScope heard(interrupted);
        for (std::string& warning : rod_error_warnings(scenario, rod_errors(scenario, result)))
          outcome.warnings.push_back(std::move(warning));
        if (!interruption(0).ok()) return Outcome::stopped();
      }
      for (std::string& warning : outcome.warnings) warning = without_folder(warning);
      if (want == Want::slopes && has_slopes_) {
        const auto scenario_of = [&model](const ParameterPoint& p) { return model.scenario(p); };
        outcome.slopes =
            equilibrium_slopes({scenario_of, parameters_, readout_.figures}, result, point);
      }
    }
  } catch (const InputError& error) {
    const Diagnostic& first = error.diagnostics().front();
    outcome = Outcome::fail(first.path + ": " + first.message);
  } catch (const std::exception& error) {
    outcome = {Outcome::Kind::lost, error.what(), {}, {}, 0};
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

MakeEvaluate Experiment::workers(const Interrupted& interrupted) const {
  return [this, interrupted]() -> Evaluate {
    // shared only by the copies of one worker, which a std::function may make
    const auto model = std::make_shared<BoundModel>(model_, Mistakes::first);
    return [this, interrupted, model](const ParameterPoint& point, Want want) {
      return run_bound(*model, point, want, interrupted);
    };
  };
}

}  // namespace cuttle
