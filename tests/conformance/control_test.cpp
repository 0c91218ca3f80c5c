// What sensors and laws of controllers promise, for those of all models; and a model for every law.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cuttle/compile/columns.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/control/controller/law_kind.h"
#include "cuttle/control/sensor/part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/make_controller.h"
#include "cuttle/signal/units.h"
#include "support/all_models.h"

namespace cuttle::testing {
namespace {

class LawRows : public ::testing::TestWithParam<const LawKind*> {};

TEST_P(LawRows, AreComplete) {
  const LawKind& kind = *GetParam();
  EXPECT_FALSE(std::string(kind.field).empty());
  EXPECT_FALSE(std::string(kind.doc).empty());
  EXPECT_NE(kind.origin, nullptr);
  EXPECT_NE(kind.make, nullptr);
  for (const LawKind* other : law_table())
    if (other != &kind) {
      EXPECT_NE(other->type, kind.type);
      EXPECT_STRNE(other->field, kind.field);
    }
}

// a law that is given is found, and it alone
TEST_P(LawRows, AreFoundByTheirFields) {
  const LawKind& kind = *GetParam();
  ControllerSpec controller;
  EXPECT_EQ(law_of(controller), nullptr);
  kind.type->type->refill(controller.laws.list(*kind.type), 1);
  EXPECT_EQ(law_of(controller), &kind);
  EXPECT_EQ(controller.controlled_frame() != nullptr, kind.controlled_frame != nullptr);
  const ControllerSpec copy = controller;
  EXPECT_EQ(law_of(copy), &kind);
  EXPECT_NE(copy.laws.find(*kind.type), controller.laws.find(*kind.type));
}

INSTANTIATE_TEST_SUITE_P(LawTable, LawRows,
                         ::testing::ValuesIn(law_table().begin(), law_table().end()),
                         [](const auto& row) { return std::string(row.param->field); });

// the pid of models/cart_sensor.yaml measures by a sensor, this one by a probe
constexpr const char* kPidModel = R"(
bodies:
  - name: bob
    joint: {type: revolute, axis: y, effort: 0}
    rigid: {mass: 1, center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
probes: [{name: hinge, joint: bob}]
controllers: [{name: turn, inputs: [bob], pid: {measure: hinge.angle, kp: 1}}]
study: {type: dynamics, duration: 1}
)";
const std::string kPidOnProbe = "pid_on_probe";

ScenarioSpec read(const std::string& name) {
  if (name == kPidOnProbe) return parse_scenario(kPidModel, "pid.yaml");
  return read_scenario(std::filesystem::path(CUTTLE_MODELS) / (name + ".yaml"));
}

std::vector<std::string> models_and_pid() {
  std::vector<std::string> names = all_models();
  names.push_back(kPidOnProbe);
  return names;
}

class ControlConformance : public ::testing::TestWithParam<std::string> {
 protected:
  ControlConformance() : scenario(build(read(GetParam()))) {}
  Scenario scenario;
};

// what the row says before a law is made is what the law says
TEST_P(ControlConformance, LawsTellTheColumnsOfTheirRows) {
  ASSERT_EQ(scenario.controllers.size(), scenario.spec.of<ControllerSpec>().size());
  for (std::size_t i = 0; i < scenario.controllers.size(); ++i) {
    const ControllerPlan& plan = scenario.controllers[i];
    ASSERT_NE(plan.kind, nullptr) << plan.name;
    EXPECT_EQ(plan.bounds.low.size(), Eigen::Index(plan.inputs.size())) << plan.name;
    const std::vector<ControllerColumn> told = law_columns(plan);
    const auto law = make_controller(scenario, int(i));
    const std::vector<ControllerColumn> made = law->columns();
    ASSERT_EQ(made.size(), told.size()) << plan.name;
    for (std::size_t c = 0; c < told.size(); ++c) {
      EXPECT_EQ(made[c].name, told[c].name);
      EXPECT_EQ(made[c].unit, told[c].unit);
      EXPECT_FALSE(told[c].doc.empty()) << told[c].name;
      EXPECT_TRUE(told[c].unit == "-" || parse_unit(told[c].unit)) << told[c].unit;
    }
  }
}

TEST_P(ControlConformance, ReadingsFollowEachOther) {
  ASSERT_EQ(scenario.sensors.size(), scenario.spec.of<SensorSpec>().size());
  int next = 0;
  for (const SensorPlan& sensor : scenario.sensors) {
    EXPECT_EQ(sensor.first, next) << sensor.name;
    next += int(sensor.columns.size());
    const std::vector<Column>& seen = scenario.probes[std::size_t(sensor.probe)].columns();
    EXPECT_EQ(scenario.probes[std::size_t(sensor.probe)].name(), sensor.probe_name);
    const std::vector<Column> columns = sensor_columns(scenario, sensor);
    ASSERT_EQ(columns.size(), sensor.columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      EXPECT_EQ(columns[i].unit, seen[std::size_t(sensor.columns[i])].unit);
      EXPECT_EQ(columns[i].name, sensor_column(sensor.name, seen[std::size_t(sensor.columns[i])]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ControlConformance, ::testing::ValuesIn(models_and_pid()),
                         [](const auto& row) { return row.param; });

// the suite above is worth what the models have
TEST(LawKinds, OccurAmongThem) {
  std::set<const LawKind*> met;
  for (const std::string& name : models_and_pid()) {
    const ScenarioSpec spec = read(name);
    for (const ControllerSpec& controller : spec.of<ControllerSpec>())
      met.insert(law_of(controller));
  }
  for (const LawKind* kind : law_table()) EXPECT_TRUE(met.contains(kind)) << kind->field;
}

}  // namespace
}  // namespace cuttle::testing
