// Fits through runs of a model whose motion has a closed form.

#include "cuttle/fit/model_fit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuttle/campaign/read_campaign.h"
#include "cuttle/math/linalg/lu.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

using ::testing::HasSubstr;

// inertia 1, spring k, damper c, let go at 0.5 rad
constexpr const char* kSwing = R"(
gravity: [0, 0, 0]
parameters: {spring: 9, damper: 0.4}
bodies:
  - name: arm
    joint: {type: revolute, axis: y, stiffness: $(spring), damping: $(damper), initial: 0.5}
    rigid: {mass: 1, inertia: [1, 1, 1]}
probes: [{name: j, joint: arm}]
study: {type: dynamics, duration: 8, output_step: 0.02, rtol: 1e-9, atol: 1e-11}
figures:
  - {name: period, column: j.angle, measure: period}
  - {name: middle, column: j.angle, measure: at, time: 2}
)";

double swing(double k, double c, double t) {
  const double w = std::sqrt(k - c * c / 4);
  return 0.5 * std::exp(-c * t / 2) * (std::cos(w * t) + c / (2 * w) * std::sin(w * t));
}

constexpr const char* kParameters =
    "parameters:\n"
    "  - {name: spring, start: 7, range: [1, 30]}\n"
    "  - {name: damper, start: 0.8, range: [0, 5]}\n";

class ModelFitTest : public ::testing::Test {
 protected:
  void SetUp() override { write_text(folder_.path() / "swing.yaml", kSwing); }

  // noisy angles in degrees at times of their own, with a gap
  void write_data(double noise, int seed) {
    std::mt19937 random{unsigned(seed)};
    std::normal_distribution<double> normal(0, 1);
    std::string text = "time [ms],angle [deg]\n";
    for (double t = 0.013; t < 4; t += 0.0571) {
      const double angle = swing(9, 0.4, t) + noise * normal(random);
      const bool gap = t > 1 && t < 1.3;
      text += fmt::format("{},{}\n", 1e3 * t, gap ? "" : fmt::format("{}", angle * 180 / M_PI));
    }
    write_text(folder_.path() / "data.csv", text);
  }

  CampaignSpec study(const std::string& text) const {
    return parse_campaign("model: swing.yaml\n" + text, folder_.path() / "study.yaml");
  }

  struct Run {
    FitResult result;
    long computed, remembered;
    CampaignTable table;
  };
  Run run(const CampaignSpec& spec, int threads = 1, Journal* journal = nullptr) const {
    const FitSources sources = read_fit_sources(spec);
    const Experiment experiment(spec, sources.readout);
    const Columns columns(spec, experiment.readout().figures, experiment.units());
    ThreadPool pool(threads, experiment.workers());
    Evaluator evaluator(pool, journal);
    ModelFit fit(spec, sources, experiment, columns);
    FitResult result = fit.run(evaluator);
    return {std::move(result), evaluator.computed(), evaluator.remembered(), fit.table()};
  }

  std::string complaint(const std::string& text) const {
    try {
      run(study(text));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
};

const std::string kSeries =
    std::string(kParameters) +
    "fit: {data: [{file: data.csv, columns: [{column: angle, simulated: j.angle}]}]}\n";

TEST_F(ModelFitTest, finds_what_made_exact_data) {
  write_data(0, 1);
  const Run run = this->run(study(kSeries));
  ASSERT_EQ(run.result.end, FitResult::End::converged) << run.result.reason;
  EXPECT_NEAR(run.result.parameters[0].value, 9, 1e-5);
  EXPECT_NEAR(run.result.parameters[1].value, 0.4, 1e-5);
  EXPECT_LT(run.result.slope_error, 1e-4);
  EXPECT_GT(run.result.slope_error, 0);  // they are numerical
  EXPECT_GT(run.result.r_squared, 1 - 1e-9);
  // every run of the search is in the table, once
  EXPECT_EQ(long(run.table.rows()), run.computed);
}

TEST_F(ModelFitTest, errors_are_those_of_the_closed_form) {
  write_data(0.01, 1);
  const FitResult result = run(study(kSeries)).result;
  MatrixX J(Eigen::Index(result.observations), 2);
  for (Eigen::Index i = 0; i < J.rows(); ++i) {
    const double t = result.groups[0].observed.x[std::size_t(i)], h = 1e-4;
    const double k = result.parameters[0].value, c = result.parameters[1].value;
    J(i, 0) = (swing(k + h, c, t) - swing(k - h, c, t)) / (2 * h);
    J(i, 1) = (swing(k, c + h, t) - swing(k, c - h, t)) / (2 * h);
  }
  const double s = result.groups[0].sigma[0];
  EXPECT_NEAR(s, 0.01, 0.002);
  const MatrixX covariance =
      s * s * Cholesky(J.transpose() * J).solve(MatrixX(MatrixX::Identity(J.cols(), J.cols())));
  for (Eigen::Index k = 0; k < 2; ++k)
    EXPECT_NEAR(result.parameters[std::size_t(k)].error, std::sqrt(covariance(k, k)),
                1e-3 * std::sqrt(covariance(k, k)));
}

TEST_F(ModelFitTest, targets_are_figures_and_what_is_made_of_them) {
  const double w = std::sqrt(9 - 0.04);
  const CampaignSpec spec = study(
      std::string(kParameters) + "derived: [{name: frequency, formula: 1 / period, unit: Hz}]\n" +
      fmt::format("fit: {{targets: [{{figure: frequency, value: {}, sigma: 0.01}},\n"
                  "  {{figure: middle, value: {}, sigma: 0.001}}]}}\n",
                  w / (2 * M_PI), swing(9, 0.4, 2)));
  const FitResult result = run(spec).result;
  ASSERT_EQ(result.end, FitResult::End::converged) << result.reason;
  // the measure `period` knows the mean of the record only: a part of 1e-3 or so
  EXPECT_NEAR(result.parameters[0].value, 9, 0.1);
  EXPECT_NEAR(result.groups[0].fitted[0], w / (2 * M_PI), 1e-6);
  EXPECT_NEAR(result.groups[1].fitted[0], swing(9, 0.4, 2), 1e-6);
}

TEST_F(ModelFitTest, any_number_of_threads_and_any_restart_give_the_same_bits) {
  write_data(0.01, 1);
  const CampaignSpec spec = study(kSeries);
  const Run whole = run(spec);
  const auto values = [](const FitResult& r) {
    return std::vector<double>{r.parameters[0].value, r.parameters[1].value, r.parameters[0].error,
                               r.parameters[1].error};
  };
  EXPECT_EQ(values(run(spec, 3).result), values(whole.result));

  // killed after a while: the journal loses its second half
  const std::size_t size = read_fit_sources(spec).readout.size();
  {
    Journal journal(folder_.path(), "runs", 2, size);
    run(spec, 2, &journal);
  }
  std::string text = text_of(folder_.path() / "runs.journal");
  write_text(folder_.path() / "runs.journal", text.substr(0, text.size() / 2));
  Journal journal(folder_.path(), "runs", 2, size);
  const Run again = run(spec, 2, &journal);
  EXPECT_GT(again.remembered, whole.computed / 3);
  EXPECT_GT(again.computed, 0);
  EXPECT_LT(again.computed, whole.computed);
  EXPECT_EQ(values(again.result), values(whole.result));
}

TEST_F(ModelFitTest, standard_errors_keep_their_word) {
  // twenty seeds: fewer than 15 within two errors would be one case in five thousand
  const CampaignSpec spec = study(
      "set: [study.rtol=1e-7, study.atol=1e-9]\n"
      "parameters: [{name: spring, start: 9.2}, {name: damper, start: 0.42}]\n"
      "fit: {data: [{file: data.csv, columns: [{column: angle, simulated: j.angle}]}]}\n");
  int within[2] = {0, 0};
  for (int seed = 1; seed <= 20; ++seed) {
    write_data(0.02, seed);
    const FitResult result = run(spec, 2).result;
    const double truth[2] = {9, 0.4};
    for (std::size_t k = 0; k < 2; ++k)
      within[k] += std::abs(result.parameters[k].value - truth[k]) < 2 * result.parameters[k].error;
  }
  EXPECT_GE(within[0], 15);
  EXPECT_GE(within[1], 15);
}

TEST_F(ModelFitTest, equilibria_are_fitted_with_exact_slopes) {
  // a cable at the offset d bends a rod to the curvature T d / EI: a modulus from a curvature
  write_text(folder_.path() / "arc.yaml", R"(
gravity: [0, 0, 0]
parameters: {young: 1e6}
bodies:
  - name: rod
    rod:
      length: 0.5
      section: {shape: circle, radius: 10 mm}
      material: {young: $(young), poisson: 0.5, density: 1000}
      strain: {bend_y: 0, bend_z: 0}
cables:
  - {name: pull, tension: 5, path: [{body: rod, from: base, to: tip, y: 0, z: 8 mm}]}
probes: [{name: strain, strain: rod, at: 0.25}]
study: {type: statics}
)");
  const double curvature = -3, inertia = M_PI * 1e-8 / 4;
  const CampaignSpec spec = parse_campaign(
      fmt::format("model: arc.yaml\n"
                  "parameters: [{{name: young, start: 1e6}}]\n"
                  "fit: {{targets: [{{figure: strain.bend_y.final, value: {}, sigma: 0.1}}]}}\n",
                  curvature),
      folder_.path() / "study.yaml");
  const Run run = this->run(spec);
  ASSERT_EQ(run.result.end, FitResult::End::converged) << run.result.reason;
  const double young = 5 * 8e-3 / (3 * inertia);
  EXPECT_NEAR(run.result.parameters[0].value, young, 1e-5 * young);
  EXPECT_EQ(run.result.slope_error, 0);  // nothing was differenced
  // d curvature / d young = -curvature / young
  EXPECT_NEAR(run.result.parameters[0].error, 0.1 * young / 3, 1e-4 * young);
}

TEST_F(ModelFitTest, mistakes_are_told_with_their_places) {
  write_data(0, 1);
  const std::string parameters = kParameters;
  EXPECT_THAT(
      complaint(parameters + "fit: {data: [{file: data.csv, columns: [{column: angle, simulated: "
                             "j.angel}]}]}\n"),
      HasSubstr("study.yaml:5"));
  EXPECT_THAT(complaint(parameters + "fit: {targets: [{figure: perod, value: 1, sigma: 1}, "
                                     "{figure: middle, value: 1, sigma: 1}]}\n"),
              HasSubstr("fit.targets[0].figure: the model has no figure 'perod'"));
  EXPECT_THAT(complaint(parameters + "fit: {targets: [{figure: middle, value: 1, sigma: 1}]}\n"),
              HasSubstr("1 numbers are known, and 2 parameters are unknown"));
  EXPECT_THAT(complaint("parameters: [{name: spring}]\n"
                        "fit: {targets: [{figure: middle, value: 1, sigma: 1}]}\n"),
              HasSubstr("a fit needs a start, a range or a prior for 'spring'"));
  // the record ends at 2 s, the data go on
  EXPECT_THAT(complaint("set: [study.duration=2]\n" + kSeries),
              HasSubstr("the model is run from t = 0 to 2 s"));
}

TEST_F(ModelFitTest, a_start_that_cannot_be_run_is_told) {
  // one step only: the runs fail, and say so
  write_data(0, 1);
  const FitResult result = run(study("set: [study.max_steps=1]\n" + kSeries)).result;
  EXPECT_EQ(result.end, FitResult::End::failed);
  EXPECT_THAT(result.reason, HasSubstr("at the start values: "));
}

}  // namespace
}  // namespace cuttle
