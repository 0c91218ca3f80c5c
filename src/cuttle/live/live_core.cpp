#include "cuttle/live/live_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/compile/columns.h"
#include "cuttle/compile/method_check.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/motion/stepper.h"
#include "cuttle/motion/tree.h"
#include "cuttle/record/net_reading.h"

namespace cuttle {
namespace {

constexpr double kTorn = 1e-6;      // [m, rad] a gap that inputs tore
constexpr double kGroundAhead = 3;  // sizes of the model, which nets may walk on their grounds

/// Somebody who looks has seen no beginning.
std::vector<std::size_t> shown_columns(const Scenario& scenario) {
  const std::vector<Column> columns = record_columns(scenario.probes);
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!needs_beginning(columns[i])) shown.push_back(i);
  return shown;
}

}  // namespace

LiveCore::LiveCore(const ScenarioSpec& spec)
    : scenario(build(spec)),
      inputs(scenario),
      sampler_(scenario),
      nets_(subsystems_beside(scenario, scenario.spec.study)),
      reader_(scenario),
      contacts_(scenario.model),
      row_(record_columns(scenario.probes).size()),
      shown_(shown_columns(scenario)) {}

Scene LiveCore::still() {
  if (scenario.nets.empty()) return sampler_.still();
  // nobody knows yet where the nets go: their grounds are larger than they are
  Scene scene = sampler_.still();
  Input u;
  if (!scenario.inputs.evaluate(scenario.initial.t, u).ok()) return scene;
  sampler_.append(0, scenario.initial, u, scene);
  sampler_.add_grounds(scene, kGroundAhead);
  return with_frames(scene, {});
}

void LiveCore::draw(const State& x, const Input& u, bool moving, Scene& scene,
                    std::vector<double>& readouts) {
  const Model& model = scenario.model;
  if (moving && motion)
    motion->read(x.t, reader_.nets());
  else
    read_all(nets_, x.t, reader_.nets());
  reader_.read(x, u, moving);
  scene = with_frames(scene, {});
  State shown = x;
  if (!moving)
    for (NetState& net : shown.nets) net.v.setZero();
  sampler_.append(x.t, shown, u, scene, contacts_.evaluate(model, reader_.workspace()),
                  reader_.nets());
  Workspace& ws = reader_.workspace();
  Energy sum = energy(model, x, u, ws);
  sum += energy_of_nets(scenario.nets, model.gravity, shown, ws.nets);
  evaluate_record(scenario.probes, model, x, u, sum, 0, 0, ws, row_);
  readouts.clear();
  for (const std::size_t i : shown_) readouts.push_back(row_[i]);
  inputs.control().tell(told_);
  if (!moving) std::ranges::fill(told_, std::numeric_limits<double>::quiet_NaN());
  readouts.insert(readouts.end(), told_.begin(), told_.end());
}

std::vector<Column> LiveCore::readout_columns() const {
  const std::vector<Column> all = record_columns(scenario.probes);
  std::vector<Column> columns;
  for (const std::size_t i : shown_) columns.push_back(all[i]);
  const std::vector<Column> more = inputs.control().columns();
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

void LiveCore::set_gravity(const Vector3& gravity) {
  scenario.model.gravity = gravity;
  statics_.reset();
}

StaticsSolver& LiveCore::statics() {
  if (!statics_) statics_ = std::make_unique<StaticsSolver>(scenario.model);
  return *statics_;
}

bool LiveCore::stable(const Input& u, const State& x) {
  return scenario.model.bodies.empty() || statics().stable(u, x);
}

StaticsResult LiveCore::settle_tree(const Input& u, double t, bool follow, State& x) {
  const StaticsOptions options = statics_options(scenario.spec.study);
  StaticsResult result;
  if (follow) {
    StaticsOptions near = options;
    near.load_steps = 1;
    result = statics().solve(u, near, x);
  }
  if (!follow || !result.status.ok()) {
    x = scenario.initial;
    result = initial_equilibrium(scenario, statics(), u, options, x);
  }
  if (result.status.ok()) return result;
  // a horizontal pendulum does not know where to turn
  State rest = rest_state(scenario.model);
  rest.t = t;
  rest.nets = x.nets;
  StaticsResult last = statics().solve(u, options, rest);
  if (!last.status.ok()) return result;
  x = std::move(rest);
  return last;
}

Status LiveCore::settle(const Input& u, double t, bool follow, State& x) {
  x.t = t;
  Status status;
  if (!scenario.model.bodies.empty()) status = settle_tree(u, t, follow, x).status;
  for (const auto& net : nets_)
    if (status.ok()) status = net->settle(t, scenario.spec.study, x);
  return status.ok() ? check_closed(u, x) : status;
}

Status LiveCore::check_closed(const Input& u, const State& x) {
  if (!constraints()) return {};
  int worst = 0;
  const double gap = constraints()->gap(scenario.model, u, x, &worst);
  if (gap < kTorn) return {};
  const std::string& name = scenario.model.connections[std::size_t(worst)].name;
  return Status::fail(Status::Code::diverged,
                      fmt::format("connection '{}' cannot be closed under these inputs", name),
                      x.t);
}

}  // namespace cuttle
