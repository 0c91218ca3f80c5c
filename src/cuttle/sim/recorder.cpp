#include "cuttle/sim/recorder.h"

#include <algorithm>
#include <cmath>

#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/sim/control_loop.h"
#include "cuttle/sim/net_reading.h"
#include "cuttle/sim/scales.h"

namespace cuttle {
namespace {

// Of what a robot at rest has: energies below are round-off of its potentials, ...
constexpr double kRestShare = 1e-12;
// ... or, of its energy at usual velocities, of its strains.
constexpr double kNoEnergy = 1e-14;

/// The columns of probes and energy; work and its residual only where there is motion.
std::vector<Column> common_columns(const Scenario& scenario) {
  std::vector<Column> columns = record_columns(scenario.probes);
  // nets tell their energies in their probes
  if (scenario.model.bodies.empty()) columns.resize(columns.size() - energy_columns().size());
  if (scenario.spec.study.type == StudyType::dynamics) return columns;
  std::erase_if(columns, needs_beginning);
  return columns;
}

std::vector<Column> all_columns(const Scenario& scenario, const std::vector<Column>& extra) {
  std::vector<Column> columns = common_columns(scenario);
  columns.insert(columns.end(), extra.begin(), extra.end());
  return columns;
}

}  // namespace

Recorder::Recorder(const Scenario& scenario, Column axis, std::vector<Column> extra)
    : scenario_(scenario),
      full_row_(record_columns(scenario.probes).size()),
      record_size_(common_columns(scenario).size()),
      trajectory_(std::move(axis), all_columns(scenario, extra), scenario.model.q_names,
                  scenario.model.v_names),
      ws_(scenario.model),
      contacts_(scenario.model),
      row_(trajectory_.columns().size()),
      closed_(scenario.model.connections.size()) {
  std::vector<std::string> connections;
  for (const Connection& connection : scenario.model.connections)
    connections.push_back(connection.name);
  trajectory_.add_connections(std::move(connections));
  trajectory_.add_contacts(contacts_.names());
  std::vector<std::string> nodes;
  for (const auto& net : scenario.nets) {
    ws_.nets.push_back(rest_reading(*net));
    for (const std::string& node : net->node_names) nodes.push_back(net->name + "." + node);
  }
  trajectory_.add_nets(std::move(nodes));
  constraints_ = make_constraints(scenario);
}

std::unique_ptr<ConstraintSolver> make_constraints(const Scenario& scenario) {
  if (scenario.model.connections.empty()) return nullptr;
  auto solver = std::make_unique<ConstraintSolver>(scenario.model);
  const StudySpec& study = scenario.spec.study;
  if (study.constraints == ConstraintMethod::baumgarte) solver->stabilise(study.baumgarte_rate);
  return solver;
}

void Recorder::record(double axis, const State& x, const Input& u, double work,
                      const std::vector<double>& extra) {
  const Model& model = scenario_.model;
  const bool moving = scenario_.spec.study.type == StudyType::dynamics;
  update_forces(model, x, u, moving, constraints_.get(), ws_);
  const Energy e = energy(model, x, u, ws_);
  if (trajectory_.rows() == 0) initial_total_ = e.total();
  evaluate_record(scenario_.probes, model, x, u, work, initial_total_, ws_, full_row_);
  std::copy_n(full_row_.begin(), record_size_, row_.begin());
  std::copy(extra.begin(), extra.end(), row_.begin() + std::ptrdiff_t(record_size_));
  tell_nets(x, ws_.nets, net_row_);
  watch_gaps(axis, x);
  for (std::size_t i = 0; i < closed_.size(); ++i) closed_[i] = x.connections[i].closed ? 1 : 0;
  trajectory_.append(axis, row_, std::span(x.q.data(), std::size_t(x.q.size())),
                     std::span(x.v.data(), std::size_t(x.v.size())), contacts_.evaluate(model, ws_),
                     closed_, net_row_);

  const double residual = std::abs(e.total() - initial_total_ - work);
  largest_residual_ = std::max(largest_residual_, residual);
  // a robot that rests turns nothing over: then the round-off of its potentials is the measure
  const double at_rest = kRestShare * (std::abs(e.gravity) + std::abs(e.actors));
  largest_energy_ = std::max({largest_energy_, e.kinetic, e.elastic, std::abs(work), at_rest});
}

void Recorder::watch_gaps(double axis, const State& x) {
  const Model& model = scenario_.model;
  const bool first = trajectory_.rows() == 0;
  if (first)
    for (const Connection& connection : model.connections)
      reach_.push_back(loop_reach(model, ws_, connection));
  for (std::size_t i = 0; i < model.connections.size(); ++i) {
    if (!x.connections[i].closed) continue;
    const ConnectionRows rows =
        connection_motion(model, ws_, model.connections[i], x.connections[i], false).rows;
    for (int k = 0; k < rows.count; ++k) {
      const double gap = std::abs(rows.gap[k]), size = k < rows.turns ? gap : gap / reach_[i];
      if (first) widest_gap_.first = std::max(widest_gap_.first, size);
      // a NaN is wider than any other, and stays
      if (size <= widest_gap_.size || std::isnan(widest_gap_.size)) continue;
      widest_gap_.gap = gap;
      widest_gap_.size = size;
      widest_gap_.axis = axis;
      widest_gap_.connection = int(i);
    }
  }
}

double Recorder::energy_residual() const {
  const bool moves = largest_energy_ > kNoEnergy * energy_scale(scenario_.model);
  return moves ? largest_residual_ / largest_energy_ : 0;
}

void update_forces(const Model& model, const State& x, const Input& u, bool moving,
                   ConstraintSolver* constraints, Workspace& ws) {
  if (moving && constraints) {
    // a failure has been told by the integrator
    static_cast<void>(constraints->solve(model, x, u, ws));
  } else if (moving) {
    forward_dynamics(model, x, u, ws);
  } else {
    inverse_dynamics(model, x, u, nullptr, ws);
    ws.a.setZero();
    if (constraints) ws.lambda = static_multipliers(model, x, u, ws);
  }
}

bool needs_beginning(const Column& column) {
  return column.name == "energy.work" || column.name == "energy.residual";
}

std::vector<Column> mode_columns() {
  return {{"frequency", "Hz", "natural frequency", "mode"},
          {"growth", "1/s", "rate of growth; negative: the mode decays", "mode"},
          {"damping", "-", "damping ratio, - growth / |s|", "mode"}};
}

std::vector<Column> path_columns() {
  return {{"load", "-", "load parameter, the t of all signals", "path"}};
}

std::vector<Column> recorded_columns(const Scenario& scenario) {
  std::vector<Column> extra;
  if (scenario.spec.study.type == StudyType::modes) extra = mode_columns();
  if (scenario.spec.study.by_arc_length()) extra = path_columns();
  if (scenario.spec.study.type == StudyType::dynamics) extra = control_columns(scenario);
  return all_columns(scenario, extra);
}

}  // namespace cuttle
