#include "cuttle/io/bound_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <random>

#include "cuttle/campaign/experiment.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_part.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/signal/units.h"
#include "cuttle/spec/spec_walk.h"

namespace cuttle {
namespace {

std::vector<std::filesystem::path> yaml_files(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

SampledModel sampled(const std::filesystem::path& file,
                     std::vector<std::vector<std::string>> paths) {
  return {parse_yaml(read_text_file(file), file.string()), file, {}, std::move(paths)};
}

// All that a spec says, and where it was written.
std::string told(const ScenarioSpec& spec) {
  std::string text = write_scenario(spec);
  for_each_origin(look_at(spec), [&text](Origin& origin) {
    text += fmt::format("{} {}", origin.path, to_string(origin.mark));
    for (const auto& [field, mark] : origin.fields) text += " " + field + " " + to_string(mark);
    text += "\n";
  });
  return text;
}

// The message of a sample of which one compilation has to be enough, or nothing.
template <class Make>
std::string first_of(const Make& make) {
  try {
    make();
  } catch (const InputError& error) {
    return to_string(error.diagnostics().front());
  }
  return "";
}

// A way to a scenario, or what is wrong with it.
template <class Make>
std::string answer(const Make& make) {
  try {
    return told(make().spec);
  } catch (const InputError& error) {
    return error.what();
  }
}

struct Compared {
  int good = 0, refused = 0, full = 0;
};

// One bound model from sample to sample, against one full reading for each of them.
Compared compare(const SampledModel& model, const std::vector<std::vector<double>>& samples) {
  BoundModel bound(model), quick(model, Mistakes::first);
  Compared result;
  for (const std::vector<double>& sample : samples) {
    bool good = false;
    const std::string expected = answer([&] {
      Scenario scenario = build(read_tree(model.tree, model.file, model.settings_of(sample)));
      good = true;
      return scenario;
    });
    EXPECT_EQ(answer([&] { return bound.scenario(sample); }), expected)
        << fmt::format("{} {}", model.file.string(), fmt::join(model.settings_of(sample), " "));
    // the message of a table does not depend on what its worker did before
    BoundModel fresh(model, Mistakes::first);
    const std::string first = first_of([&] { quick.scenario(sample); });
    EXPECT_EQ(first, first_of([&] { fresh.scenario(sample); }));
    EXPECT_EQ(first.empty(), good);
    if (!good) {
      EXPECT_NE(expected.find(first), std::string::npos) << first << "\n is not in\n" << expected;
    }
    ++(good ? result.good : result.refused);
  }
  result.full = bound.full_readings();
  return result;
}

// Samples around a point, and in between some that hardly any model accepts.
std::vector<std::vector<double>> samples_around(const std::vector<double>& point, int count,
                                                unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> factor(0.9, 1.1), share(0, 1);
  std::vector<std::vector<double>> samples = {point};
  for (int i = 0; i < count; ++i) {
    std::vector<double> sample = point;
    for (double& x : sample)
      if (share(random) < 0.7) {
        const bool whole = x == std::round(x) && x > 20;
        x = x == 0 ? 0.01 * share(random) : x * factor(random);
        if (whole) x = std::round(x);
      }
    const std::size_t spoilt = std::size_t(share(random) * double(sample.size()));
    const double bad[] = {-1, 0, 1e20, std::nan(""), 0.5};
    if (i % 3 == 2) sample[spoilt] = sample[spoilt] == 0 ? 1e20 : bad[i % 5] * sample[spoilt];
    samples.push_back(sample);
  }
  return samples;
}

TEST(BoundModel, ParametersOfAllModels) {
  int files = 0;
  Compared all;
  for (const auto& file : yaml_files(CUTTLE_MODELS)) {
    SampledModel model = sampled(file, {});
    const YamlNode* const parameters = model.tree.find("parameters");
    if (!parameters) continue;
    // formulas of others stay, unless there is nothing else
    const auto values = read_tree(model.tree, file).parameters;
    std::vector<double> point;
    for (const bool formulas : {false, true})
      for (std::size_t i = 0; i < parameters->keys.size() && (!formulas || point.empty()); ++i) {
        if (!formulas && parameters->items[i].text.starts_with("$(")) continue;
        model.paths.push_back({"parameters." + parameters->keys[i]});
        point.push_back(values.at(parameters->keys[i]));
      }
    const Compared one = compare(model, samples_around(point, 9, 1));
    ++files;
    all = {all.good + one.good, all.refused + one.refused, all.full + one.full};
    // the first one, and those in which something is wrong
    EXPECT_EQ(one.full, 1 + one.refused) << file;
  }
  EXPECT_GE(files, 12);
  EXPECT_GE(all.good, 6 * files);
  EXPECT_GE(all.refused, files / 2);
}

TEST(BoundModel, ParametersOfAllStudies) {
  int files = 0;
  for (const auto& file : yaml_files("studies")) {
    const CampaignSpec campaign = read_campaign(file);
    if (campaign.model.empty()) continue;  // a curve
    ++files;
    SampledModel model = sampled(file.parent_path() / campaign.model, {});
    model.settings = campaign.set;
    std::vector<double> point;
    for (const ParameterSpec& parameter : campaign.parameters) {
      model.paths.push_back(parameter.path);
      point.push_back(first_value(parameter));
    }
    const Compared result = compare(model, samples_around(point, 9, 2));
    EXPECT_GE(result.good, 5) << file;
    EXPECT_EQ(result.full, 1 + result.refused) << file;
  }
  EXPECT_GE(files, 8);
}

// All numbers of a document that stand in different fields: bodies.rod.length, with one place each.
void collect_numbers(const YamlNode& node, const std::string& field, const std::string& path,
                     std::map<std::string, std::pair<std::string, double>>& numbers) {
  if (node.is_scalar())
    if (const auto quantity = parse_quantity(node.text))
      numbers.emplace(field, std::pair(path, quantity->value));
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string step = node.is_map() ? (path.empty() ? "" : ".") + node.keys[i] : "";
    collect_numbers(node.items[i], field + step,
                    path + (node.is_map() ? step : fmt::format("[{}]", i)), numbers);
  }
}

// Whatever a number decides: sizes of lists, copies, conditions of other fields, whole numbers.
TEST(BoundModel, EveryFieldOfAllModels) {
  std::map<std::string, int> seen;
  Compared all;
  for (const auto& file : yaml_files(CUTTLE_MODELS)) {
    const SampledModel model = sampled(file, {});
    std::map<std::string, std::pair<std::string, double>> numbers;
    collect_numbers(model.tree, "", "", numbers);
    for (const auto& [field, place] : numbers) {
      if (seen[field]++ > 0) continue;
      SampledModel one = model;
      one.paths = {{place.first}};
      const double x = place.second;
      const Compared result = compare(one, {{x}, {x + 1}, {-x}, {1.01 * x}, {x}});
      all = {all.good + result.good, all.refused + result.refused, all.full + result.full};
      EXPECT_LE(result.full, 1 + result.refused) << field;
    }
  }
  EXPECT_GT(seen.size(), 250u);
  EXPECT_GT(all.good, 3 * int(seen.size()));
  EXPECT_GT(all.refused, int(seen.size()) / 3);
}

constexpr const char* kStar = R"yaml(
parameters: {arms: 3, length: 0.2}
bodies:
  - {name: hub, joint: {type: free}, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - name: arm
    parent: hub
    repeat: {count: $(arms)}
    joint: {type: revolute, initial: $(length / arms)}
    rigid: {mass: $(length), inertia: [1, 1, 1]}
study: {type: dynamics, duration: 1}
)yaml";

SampledModel star(std::vector<std::vector<std::string>> paths) {
  return {parse_yaml(kStar, "star.yaml"), "star.yaml", {}, std::move(paths)};
}

TEST(BoundModel, TheNumberOfCopies) {
  const SampledModel model = star({{"parameters.arms"}, {"parameters.length"}});
  BoundModel bound(model);
  for (const double arms : {3, 5, 1, 4}) {
    const Scenario scenario = bound.scenario(std::vector{arms, 0.1 * arms});
    EXPECT_EQ(scenario.spec.bodies.size(), std::size_t(1 + arms));
    EXPECT_EQ(scenario.spec.parameters.at("length"), 0.1 * arms);
  }
  EXPECT_EQ(bound.full_readings(), 1);
}

// what was refused leaves nothing behind
TEST(BoundModel, AfterMistakes) {
  const SampledModel model = star({{"parameters.arms"}, {"parameters.length"}});
  const Compared result = compare(model, {{-3, 0.1},   // nothing to begin with
                                          {3, 0.1},    // read in full
                                          {2.5, 0.2},  // no whole number
                                          {3, 0.1},    //
                                          {3, -0.1},   // a mass
                                          {3, std::nan("")},
                                          {4, 0.3},  //
                                          {0, 0.3},  // a formula
                                          {4, 0.3}});
  EXPECT_EQ(result.good, 4);
  EXPECT_EQ(result.refused, 5);
  EXPECT_EQ(result.full, 6);
}

// Which item a path means may change with a name, such as nan: all is read in full.
TEST(BoundModel, NamesAreNotSet) {
  SampledModel model = star({{"title"}, {"parameters.length"}});
  EXPECT_EQ(compare(model, {{1, 0.2}, {2, 0.3}}).full, 1);
  model.paths[0] = {"bodies[1].name"};
  const Compared result = compare(model, {{std::nan(""), 0.2}, {std::nan(""), 0.3}});
  EXPECT_EQ(result.good, 2);
  EXPECT_EQ(result.full, 2);
}

// who looks at the warnings of a sample asks for them
TEST(BoundModel, WarnsOnlyInFull) {
  const SampledModel model = star({{"bodies.hub.rigid.mass"}});
  const std::vector<double> heavy = {1e9};
  ASSERT_FALSE(build(read_tree(model.tree, model.file, model.settings_of(heavy))).warnings.empty());
  BoundModel bound(model);
  bound.scenario(std::vector{1.0});
  EXPECT_TRUE(bound.scenario(heavy).warnings.empty());
  EXPECT_EQ(bound.full_readings(), 1);
}

}  // namespace
}  // namespace cuttle
