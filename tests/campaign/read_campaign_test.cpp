#include "cuttle/campaign/read_campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuttle {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string message_of(const std::string& text) {
  try {
    parse_campaign(text, "study.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string with_parameter(const std::string& parameter) {
  return message_of("model: m.yaml\nparameters: [" + parameter + "]\nsweep: {method: grid}\n");
}

TEST(ReadCampaign, FillsInWhatIsLeftOut) {
  const CampaignSpec spec = parse_campaign(
      "model: ../m.yaml\nparameters: [{name: a, range: [1 mm, 2 cm], count: 3}]\n"
      "sweep: {method: sobol, count: 8}\n",
      "some/my study.yaml");
  EXPECT_EQ(spec.name, "my_study");
  EXPECT_EQ(spec.parameters[0].path, std::vector<std::string>{"parameters.a"});
  EXPECT_DOUBLE_EQ((*spec.parameters[0].range)[1], 0.02);
  EXPECT_EQ(spec.sweep->method, SamplingMethod::sobol);
}

TEST(ReadCampaign, WhatHasNoEffectIsAnError) {
  EXPECT_THAT(with_parameter("{name: a, range: [1, 2], prior: [1, 0.1]}"),
              HasSubstr("study.yaml:2:46: error: parameters[0].prior: has no effect: this study is "
                        "no fit\n  hint: a prior is a measurement that a fit takes into account"));
  EXPECT_THAT(
      message_of("model: m.yaml\nparameters: [{name: a, range: [1, 2]}]\noptimize: {objective: a, "
                 "constraints: [{name: c, formula: a, at_least: 2, at_most: 1}]}\n"),
      HasSubstr("optimize.constraints[0].at_most: must be >= at_least = 2, got 1: nothing lies "
                "between them"));
}

TEST(ReadCampaign, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(with_parameter("{name: a, range: [2, 1]}"),
              AllOf(HasSubstr("study.yaml:2:"), HasSubstr("is empty: from 2 to 1")));
  EXPECT_THAT(with_parameter("{name: a, values: []}"), HasSubstr("is empty"));
  EXPECT_THAT(with_parameter("{name: a, rnge: [1, 2]}"), HasSubstr("did you mean 'range'"));
  EXPECT_THAT(with_parameter("{name: e, values: [1]}"), HasSubstr("is a reserved word"));
  EXPECT_THAT(with_parameter("{name: a, values: [1 mm], unit: mm}"), HasSubstr("an SI unit"));
  EXPECT_THAT(with_parameter("{name: a, values: [1 kg], unit: m}"), HasSubstr("kg"));
  EXPECT_THAT(with_parameter("{name: a, values: [1]}, {name: b, path: parameters.a, values: [1]}"),
              HasSubstr("parameters.a is also set by 'a'"));
  EXPECT_EQ(with_parameter("{name: start, values: [1]}"), "no error");
  EXPECT_THAT(message_of("model: m.yaml\nparameters: [{name: start, range: [0, 1]}]\n"
                         "optimize: {objective: start}\n"),
              HasSubstr("is a reserved word"));
  EXPECT_THAT(with_parameter("{name: a-b, values: [1]}"), HasSubstr("cannot be used in a formula"));
  EXPECT_THAT(with_parameter("{name: a, values: [1]}, {name: a, values: [1]}"),
              HasSubstr("used twice"));
  EXPECT_THAT(with_parameter("{name: a, range: [0, 1], scale: log}"), HasSubstr("above 0"));
  EXPECT_THAT(with_parameter("{name: a, range: [0, 1], start: 2}"), HasSubstr("[0, 1], got 2"));
  EXPECT_THAT(with_parameter("{name: a, normal: [0, -1]}"), HasSubstr("standard deviation"));
  EXPECT_THAT(message_of("model: /etc/x.yaml\nparameters: [{name: a, values: [1]}]\nsweep: {}\n"),
              HasSubstr("relative path"));
  EXPECT_THAT(message_of("model: m.yaml\nparameters: [{name: a, values: [1]}]\n"),
              HasSubstr("give sweep, optimize or fit"));
  EXPECT_THAT(message_of("parameters: [{name: a, values: [1]}]\nsweep: {}\n"), HasSubstr("model"));
  EXPECT_THAT(message_of("model: m.yaml\nparameters: [{name: a, values: [1]}]\n"
                         "optimize: {objective: a, constraints: [{name: c, formula: a}]}\n"),
              HasSubstr("at_most or at_least"));
  EXPECT_THAT(message_of("model: m.yaml\nparameters: [{name: a, values: [1]}]\nfit: {}\n"),
              HasSubstr("nothing to fit to"));
}

TEST(ReadCampaign, ReferenceNamesEveryPart) {
  const std::string text = campaign_schema_text();
  for (const char* part : {"## study file", "## parameter", "## sweep", "## optimize", "## fit",
                           "## curve", "## plot", "latin_hypercube", "differential_evolution"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(campaign_schema_json(), HasSubstr("\"cuttle study file\""));
}

TEST(ReadCampaign, NothingNamesItsFile) {
  for (const char* nothing : {"", "# only a comment\n", "---\n", "~\n"})
    EXPECT_THAT(message_of(nothing), HasSubstr("study.yaml")) << nothing;
}

// what a sweep calls a column may stay when the study becomes a search
TEST(ReadCampaign, SearchesTakeTheNamesOfDerivedColumns) {
  const std::string head =
      "model: m.yaml\nparameters: [{name: a, range: [0, 1]}]\n"
      "derived: [{name: objective, formula: a^2}, {name: b, formula: a}]\n";
  EXPECT_EQ(
      message_of(head + "optimize: {objective: objective, constraints: [{name: b, formula: b, "
                        "at_most: 1}]}\n"),
      "no error");
  EXPECT_THAT(message_of(head + "optimize: {objective: b}\n"), HasSubstr("is a reserved word"));
  EXPECT_THAT(message_of(head + "optimize: {objective: objective, constraints: [{name: b, formula: "
                                "2*b, at_most: 1}]}\n"),
              HasSubstr("used twice"));
}

TEST(ReadCampaign, AModelIsNoStudy) {
  EXPECT_EQ(message_of("bodies: [{name: a, rigid: {mass: 1}}]\n"),
            "study.yaml:1:1: error: this is a model, not a study\n"
            "  hint: use cuttle run, or write a study that names it: model: study.yaml\n"
            "1 error; nothing was run.");
}

}  // namespace
}  // namespace cuttle
