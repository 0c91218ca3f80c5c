#include "cuttle/campaign/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "campaign/folder_of_test.h"
#include "cuttle/campaign/read_campaign.h"

namespace cuttle {
namespace {

using ::testing::HasSubstr;
using testing::kArcModel;
using testing::TestFolder;

constexpr const char* kStudy = R"(
model: arc.yaml
parameters:
  - {name: radius, range: [8 mm, 12 mm]}
  - {name: pull, path: parameters.pull, range: [0, 10]}
  - {name: young, range: [1e5, 1e7], scale: log}
sweep: {method: random, count: 3}
)";

CampaignSpec study(const TestFolder& folder, const std::string& text = kStudy) {
  folder.write("arc.yaml", kArcModel);
  return read_campaign(folder.write("study.yaml", text));
}

std::string message_after(const TestFolder& folder, std::string what, const std::string& with) {
  std::string text = kStudy;
  text.replace(text.find(what), what.size(), with);
  try {
    const Experiment experiment(study(folder, text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// kappa = T d / EI with EI = E pi r^4 / 4, x = sin(kappa L) / kappa
struct Arc {
  double r, T, E;
  double kappa() const { return T * 0.008 / (E * std::numbers::pi * std::pow(r, 4) / 4); }
  double x() const { return std::sin(kappa() * 0.5) / kappa(); }
  double dx() const {  // dx / dkappa
    const double k = kappa();
    return (0.5 * k * std::cos(0.5 * k) - std::sin(0.5 * k)) / (k * k);
  }
};

TEST(Experiment, ValuesAndSlopesAreThoseOfTheArc) {
  const TestFolder folder;
  const Experiment experiment(study(folder));
  ASSERT_TRUE(experiment.has_slopes());
  const Arc arc{0.011, 4.5, 0.9e6};
  const Outcome outcome = experiment.run({arc.r, arc.T, arc.E}, Want::slopes);
  ASSERT_TRUE(outcome.good()) << outcome.reason;
  EXPECT_NEAR(outcome.values[0], arc.x(), 1e-9);
  EXPECT_NEAR(outcome.values[1], -arc.kappa(), 1e-8);
  ASSERT_EQ(outcome.slopes.rows(), 2);
  const double k = arc.kappa();
  const double slopes[] = {-4 * k / arc.r, k / arc.T, -k / arc.E};  // dkappa / d(r, T, E)
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(outcome.slopes(1, i), -slopes[i], 1e-7 * std::abs(slopes[i])) << i;
    EXPECT_NEAR(outcome.slopes(0, i), arc.dx() * slopes[i], 1e-7 * std::abs(arc.dx() * slopes[i]))
        << i;
  }
}

// at T = 0 nothing but the tension matters, and it does so at once
TEST(Experiment, SlopesAtZeroTension) {
  const TestFolder folder;
  const Experiment experiment(study(folder));
  const Outcome outcome = experiment.run({0.01, 0, 1e6}, Want::slopes);
  ASSERT_TRUE(outcome.good()) << outcome.reason;
  const double slope = 0.008 / (1e6 * std::numbers::pi * 1e-8 / 4);
  EXPECT_NEAR(outcome.slopes(1, 1), -slope, 1e-7 * slope);
  EXPECT_NEAR(outcome.slopes(1, 0), 0, 1e-9);
  EXPECT_NEAR(outcome.slopes(0, 1), 0, 1e-9);
}

// a whole number has no neighbours to take a slope from; its values are as good as without
TEST(Experiment, WithoutSlopesTheValuesStay) {
  const TestFolder folder;
  const Experiment experiment(study(folder, R"(
model: arc.yaml
parameters: [{name: points, path: bodies.rod.rod.quadrature, values: [8]}]
sweep: {method: list}
)"));
  const Outcome values = experiment.run({8}, Want::values);
  const Outcome slopes = experiment.run({8}, Want::slopes);
  ASSERT_TRUE(values.good() && slopes.good()) << slopes.reason;
  EXPECT_EQ(values.values, slopes.values);
  EXPECT_EQ(slopes.slopes.size(), 0);
}

TEST(Experiment, AFailedRunIsARowWithItsReason) {
  const TestFolder folder;
  const Experiment experiment(study(folder));
  const Outcome outcome = experiment.run({-0.01, 1, 1e6}, Want::values);
  EXPECT_EQ(outcome.kind, Outcome::Kind::failed);
  EXPECT_THAT(outcome.reason, HasSubstr("radius"));
  EXPECT_EQ(outcome.reason.find('\n'), std::string::npos);
}

TEST(Experiment, SaysWhatTheModelDoesNotHave) {
  const TestFolder folder;
  const std::string unknown =
      message_after(folder, "path: parameters.pull", "path: cables.pul.tension");
  EXPECT_THAT(unknown, HasSubstr("study.yaml:5"));
  EXPECT_THAT(unknown, HasSubstr("did you mean 'pull'?"));
  const std::string field =
      message_after(folder, "path: parameters.pull", "path: bodies.rod.rod.section.radus");
  EXPECT_THAT(field, HasSubstr("study.yaml:5"));
  EXPECT_THAT(field, HasSubstr("did you mean 'radius'"));
  const std::string unused =
      message_after(folder, "path: parameters.pull", "path: parameters.pulll");
  EXPECT_THAT(unused, HasSubstr("not used anywhere"));
  const std::string figure = message_after(folder, "sweep:", "figures: [bendd]\nsweep:");
  EXPECT_THAT(figure, HasSubstr("the model has no figure 'bendd'"));
  EXPECT_THAT(figure, HasSubstr("did you mean 'bend'?"));
  EXPECT_THAT(message_after(folder, "arc.yaml", "ark.yaml"), HasSubstr("model"));
}

// a data file that is written again while the runs go on belongs to another study
TEST(Experiment, AllRunsAreOfTheDataThatItBeganWith) {
  const TestFolder folder;
  const std::string tension = "tension: $(pull)";
  std::string model = kArcModel;
  model.replace(model.find(tension), tension.size(), "tension: {csv: pull.csv, column: T}");
  model.replace(model.find("pull: 5, "), 9, "");
  folder.write("arc.yaml", model);
  folder.write("pull.csv", "t,T\n0,4\n1,4\n");
  const Experiment experiment(read_campaign(folder.write(
      "study.yaml",
      "model: arc.yaml\nparameters: [{name: young, values: [1e6]}]\nsweep: {method: list}\n")));
  ASSERT_EQ(experiment.data_files().size(), 1u);
  const Outcome first = experiment.run({1e6}, Want::values);
  ASSERT_TRUE(first.good()) << first.reason;
  folder.write("pull.csv", "t,T\n0,2\n1,2\n");
  EXPECT_EQ(experiment.run({1e6}, Want::values).values, first.values);
  std::filesystem::remove(folder.path() / "pull.csv");
  EXPECT_EQ(experiment.run({1e6}, Want::values).values, first.values);
}

TEST(Experiment, SettingsMakeTheSameModel) {
  const TestFolder folder;
  const Experiment experiment(study(folder));
  const std::vector<std::string> expected = {"parameters.radius=0.01", "parameters.pull=2",
                                             "parameters.young=1000000"};
  EXPECT_EQ(experiment.settings({0.01, 2, 1e6}), expected);
}

}  // namespace
}  // namespace cuttle
