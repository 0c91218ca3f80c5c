#include "cuttle/control/sensor/part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/control/numbers.h"
#include "cuttle/part/counts.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void SensorSpec::describe(Fields& v) {
  v.about("sensor",
          "samples columns of a probe, with errors, and reports them with a delay; its own columns "
          "are sensor.x for probe.x");
  v.field("name", name).identifier().required().doc("prefix of the column names, unique");
  v.field("probe", probe).required().doc("name of a probe");
  v.field("columns", columns)
      .otherwise("all columns of the probe")
      .doc("columns of the probe, such as [hull.gx] or [gx]");
  v.field("rate", rate).unit("Hz").above(0).at_most(1e6).doc("readings per second");
  v.field("delay", delay).unit("s").at_least(0).doc("time until a reading is available");
  v.field("noise", noise)
      .unit("*")
      .at_least(0)
      .otherwise("none")
      .doc("standard deviation of each reading: one number for all columns, or one for each");
  v.field("bias", bias)
      .unit("*")
      .otherwise("none")
      .doc("constant error: one number for all columns, or one for each");
  v.field("seed", seed)
      .at_least(0)
      .at_most(1e9)
      .doc("seed of the noise: the same seed gives the same noise");
}

namespace {

// ---------------------------------------------------------------------------------------- checks

void check_counts(const SensorSpec& sensor, std::size_t columns, Diagnostics& diagnostics) {
  check_list_size(sensor.noise.size(), columns, "number", "column", sensor.origin, "noise",
                  diagnostics);
  check_list_size(sensor.bias.size(), columns, "number", "column", sensor.origin, "bias",
                  diagnostics);
}

void check_sensor(const SensorSpec& sensor, Diagnostics& diagnostics) {
  require(sensor.rate > 0, sensor.origin, "rate", sensor.rate, "> 0 Hz", diagnostics);
  require(sensor.delay >= 0, sensor.origin, "delay", sensor.delay, ">= 0 s", diagnostics);
  check_list(sensor.noise, 0, sensor.origin, "noise", diagnostics);
  check_list(sensor.bias, -INFINITY, sensor.origin, "bias", diagnostics);
  // all columns of the probe: they are counted when they are known
  if (!sensor.columns.empty()) check_counts(sensor, sensor.columns.size(), diagnostics);
}

void check(Checker& checker) {
  for (const SensorSpec& sensor : checker.spec.of<SensorSpec>())
    check_sensor(sensor, checker.diagnostics);
}

void check_study(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  if (study.type != StudyType::dynamics) return;
  for (const SensorSpec& sensor : scenario.of<SensorSpec>())
    check_count(
        study.duration * sensor.rate, kMaxTicks, sensor.origin, "rate",
        fmt::format("{:.6g} Hz", sensor.rate), fmt::format("readings in {:.6g} s", study.duration),
        fmt::format("use at most {:.3g} Hz, or a shorter duration", kMaxTicks / study.duration),
        diagnostics);
}

// probes that are copies have their names only now
void check_expanded(Checker& checker) {
  std::vector<std::string> probes;
  for (const ProbeSpec& probe : checker.spec.probes) probes.push_back(probe.name);
  for (const SensorSpec& sensor : checker.spec.of<SensorSpec>())
    if (std::ranges::find(probes, sensor.probe) == probes.end())
      checker.diagnostics.add(sensor.origin.error("probe", "unknown probe '" + sensor.probe + "'",
                                                  suggest(sensor.probe, probes, "probes")));
}

PartSummary summary(const Built& built) {
  PartSummary table;
  for (const SensorSpec& sensor : built.spec.of<SensorSpec>())
    table.rows.push_back({sensor.name, "reads " + sensor.probe,
                          fmt::format("{:.6g} Hz", sensor.rate),
                          fmt::format("delay {:.6g} s", sensor.delay)});
  return table;
}

void warn(const Built& built, Workspace&, Diagnostics& warnings) {
  const StudySpec& study = built.spec.study;
  for (const SensorSpec& sensor : built.spec.of<SensorSpec>())
    if (study.type == StudyType::dynamics && sensor.delay >= study.duration)
      warnings.add(sensor.origin.warning(
          "delay", fmt::format("sensor {} reports nothing but its first reading: the next one is "
                               "available after {:.6g} s, and the study ends at {:.6g} s",
                               sensor.name, sensor.delay, study.duration)));
}

// ---------------------------------------------------------------------------------------- plan

// "gx" of "hull.gx"
std::string tail_of(const Column& column) { return column.name.substr(column.group.size() + 1); }

// place of a column in its probe: "hull.gx" or "gx"; -1: there is none
int find_column(const KnownProbe& probe, const std::string& name) {
  for (std::size_t i = 0; i < probe.columns.size(); ++i)
    if (probe.columns[i].name == name || tail_of(probe.columns[i]) == name) return int(i);
  return -1;
}

std::vector<int> columns_of(const SensorSpec& sensor, const KnownProbe& probe,
                            Diagnostics& diagnostics) {
  std::vector<int> list;
  for (std::size_t i = 0; sensor.columns.empty() && i < probe.columns.size(); ++i)
    list.push_back(int(i));
  std::vector<std::string> names;
  for (const Column& column : probe.columns) names.push_back(column.name);
  for (const std::string& name : sensor.columns) {
    const int column = find_column(probe, name);
    if (column < 0)
      diagnostics.add(sensor.origin.error(
          "columns", fmt::format("the probe {} has no column '{}'", probe.name, name),
          suggest(name, names, "columns")));
    else if (std::ranges::find(list, column) != list.end())
      diagnostics.add(sensor.origin.error("columns", "'" + name + "' is listed twice"));
    list.push_back(column);
  }
  return list;
}

/// Sensors with the same seed see different noise: their names tell them apart.
std::uint64_t own_seed(const SensorSpec& spec) {
  std::uint64_t hash = 14695981039346656037ull ^ std::uint64_t(spec.seed);
  for (const char c : spec.name) hash = (hash ^ std::uint64_t(c)) * 1099511628211ull;
  return hash;
}

}  // namespace

std::string sensor_column(const std::string& sensor, const Column& column) {
  return sensor + "." + tail_of(column);
}

std::vector<SensorPlan> plan_sensors(Draft& draft, const std::vector<KnownProbe>& probes) {
  std::vector<SensorPlan> plans;
  int first = 0;
  for (const SensorSpec& sensor : draft.spec.of<SensorSpec>()) {
    const auto probe = std::ranges::find(probes, sensor.probe, &KnownProbe::name);
    if (probe->outside)
      draft.diagnostics.add(
          sensor.origin.error("probe", "the probe " + sensor.probe + " belongs to a net",
                              "only a net that something holds on to has inputs that a controller "
                              "could drive"));
    SensorPlan& plan = plans.emplace_back();
    plan.name = sensor.name;
    plan.probe = int(probe - probes.begin());
    plan.probe_name = sensor.probe;
    plan.columns = columns_of(sensor, *probe, draft.diagnostics);
    if (sensor.columns.empty()) check_counts(sensor, plan.columns.size(), draft.diagnostics);
    plan.first = first;
    first += int(plan.columns.size());
    plan.rate = sensor.rate;
    plan.options = {.period = 1 / sensor.rate,
                    .delay = sensor.delay,
                    .noise = sensor.noise,
                    .bias = sensor.bias,
                    .seed = own_seed(sensor)};
  }
  return plans;
}

std::uint64_t noise_seed(const SensorPlan& sensor, std::uint64_t run) {
  return sensor.options.seed ^ (run * 0x9E3779B97F4A7C15ull);
}

extern constinit const PartKind kSensors{.list = "sensors",
                                         .word = "sensor",
                                         .doc = "what controllers measure",
                                         .type = &kListOf<SensorSpec>,
                                         .turn = 200,
                                         .chapter = Chapter::control,
                                         .has_columns = true,
                                         .check = check,
                                         .check_study = check_study,
                                         .check_expanded = check_expanded,
                                         .summary = summary,
                                         .warn = warn};

}  // namespace cuttle
