// What every probe promises, for all probes of all models; and a model for every kind of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

#include "cuttle/compile/part_table.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/signal/units.h"
#include "support/all_models.h"
#include "support/allocation_counter.h"
#include "support/random.h"

namespace cuttle::testing {
namespace {

// a NaN that nobody computes
constexpr std::uint64_t kUntouched = 0x7ff8dead'beef0001;
const double kMark = std::bit_cast<double>(kUntouched);
bool untouched(double x) { return std::bit_cast<std::uint64_t>(x) == kUntouched; }

class ProbeConformance : public ::testing::TestWithParam<std::string> {
 protected:
  ProbeConformance()
      : scenario(
            build(read_scenario(std::filesystem::path(CUTTLE_MODELS) / (GetParam() + ".yaml")))),
        ws(scenario.model) {
    InputSource inputs = scenario.inputs;
    EXPECT_TRUE(inputs.evaluate(scenario.initial.t, u).ok());
    int rows = 0;
    for (const Connection& connection : scenario.model.connections) rows += connection.rows();
    ws.lambda = VectorX::Zero(rows);
    inverse_dynamics(scenario.model, scenario.initial, u, nullptr, ws);
  }
  /// What a probe of a net that moves by itself reads comes with a run only.
  bool in_net(std::size_t number) const {
    const ProbeSpec& probe = scenario.spec.probes[number];
    const BodySpec* const body = find_body(scenario.spec, probe.target());
    return probe.is("net") && !(body && body->net);
  }

  Scenario scenario;
  Workspace ws;
  Input u;
};

TEST_P(ProbeConformance, ColumnsHaveNamesUnitsAndWords) {
  std::set<std::string> names;
  for (const Probe& probe : scenario.probes) {
    EXPECT_FALSE(probe.columns().empty()) << probe.name();
    for (const Column& column : probe.columns()) {
      EXPECT_TRUE(names.insert(column.name).second) << column.name;
      EXPECT_EQ(column.name.substr(0, probe.name().size() + 1), probe.name() + ".");
      EXPECT_EQ(column.group, probe.name());
      EXPECT_FALSE(column.doc.empty()) << column.name;
      EXPECT_TRUE(column.unit == "-" || parse_unit(column.unit)) << column.name << column.unit;
    }
  }
}

TEST_P(ProbeConformance, WriteOneNumberPerColumn) {
  for (std::size_t p = 0; p < scenario.probes.size(); ++p) {
    if (in_net(p)) continue;
    const Probe& probe = scenario.probes[p];
    const std::size_t n = probe.columns().size();
    std::vector<double> row(n + 1, kMark);
    probe.evaluate(scenario.model, scenario.initial, u, ws, std::span(row).first(n));
    EXPECT_TRUE(untouched(row[n])) << probe.name();
    EXPECT_EQ(std::ranges::count_if(row, untouched), 1) << probe.name();
  }
}

TEST_P(ProbeConformance, AllocateNothing) {
  if (!AllocationCounter::available()) GTEST_SKIP() << "no allocation counter here";
  std::vector<double> row(1000);
  for (std::size_t p = 0; p < scenario.probes.size(); ++p) {
    if (in_net(p)) continue;
    const auto numbers = std::span(row).first(scenario.probes[p].columns().size());
    const AllocationCounter counter;
    scenario.probes[p].evaluate(scenario.model, scenario.initial, u, ws, numbers);
    EXPECT_EQ(counter.count(), 0) << scenario.probes[p].name();
  }
}

// formulas of columns find out in this way what a column reads (record/plan_formulas.cpp)
TEST_P(ProbeConformance, HandOnWhatIsNoNumber) {
  const Model& model = scenario.model;
  std::vector<double> row(1000);
  const auto read = [&](const Probe& probe, const State& x, const Input& input) {
    update_kinematics(model, x, input, nullptr, ws);
    const auto numbers = std::span(row).first(probe.columns().size());
    probe.evaluate(model, x, input, ws, numbers);
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  State x = scenario.initial;
  Random random(3);
  x.v = random.vector(model.nv, 0.1);
  const auto compare = [&](double& moved, double step, const std::string& what) {
    const double value = moved;
    for (std::size_t p = 0; p < scenario.probes.size(); ++p) {
      if (in_net(p) || find_probe_kind(scenario.spec.probes[p].kind())->late) continue;
      const Probe& probe = scenario.probes[p];
      const std::vector<double> before = read(probe, x, u);
      moved = value + step;
      const std::vector<double> after = read(probe, x, u);
      moved = std::numeric_limits<double>::quiet_NaN();
      const std::vector<double> lost = read(probe, x, u);
      moved = value;
      for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != after[i])
          EXPECT_TRUE(std::isnan(lost[i])) << probe.columns()[i].name << " by " << what;
    }
  };
  // of large robots every so many
  const int stride = 1 + model.nv / 12;
  for (int i = 0; i < model.nq; i += stride) compare(x.q[i], 1e-3, model.q_names[std::size_t(i)]);
  for (int i = 0; i < model.nv; i += stride) compare(x.v[i], 1e-3, model.v_names[std::size_t(i)]);
  for (int i = 0; i < model.nu(); i += 1 + model.nu() / 12)
    compare(u.u[i], 1e-3, model.inputs[std::size_t(i)].name);
}

INSTANTIATE_TEST_SUITE_P(Models, ProbeConformance, ::testing::ValuesIn(all_models()),
                         [](const auto& row) { return row.param; });

// the two suites above are worth what the models have
TEST(ProbeKinds, OccurInTheModels) {
  std::set<std::string> found;
  for (const std::string& name : all_models())
    for (const ProbeSpec& probe :
         read_scenario(std::filesystem::path(CUTTLE_MODELS) / (name + ".yaml")).probes)
      found.insert(probe.kind());
  for (const ProbeKind* kind : probe_table())
    EXPECT_TRUE(found.contains(kind->field)) << kind->field;
}

}  // namespace
}  // namespace cuttle::testing
