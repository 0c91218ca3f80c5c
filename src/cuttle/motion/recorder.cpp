#include "cuttle/motion/recorder.h"

#include <algorithm>
#include <cmath>

#include "cuttle/compile/columns.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/motion/control_loop.h"
#include "cuttle/record/net_reading.h"

namespace cuttle {
namespace {

// Of what a robot at rest has: energies below are round-off of its potentials, ...
constexpr double kRestShare = 1e-12;
// ... or, of its energy at usual velocities, of its strains.
constexpr double kNoEnergy = 1e-14;

std::vector<Column> all_columns(const Scenario& scenario, const std::vector<Column>& extra) {
  std::vector<Column> columns = common_columns(scenario);
  columns.insert(columns.end(), extra.begin(), extra.end());
  return columns;
}

}  // namespace

Recorder::Recorder(const Scenario& scenario, Column axis, std::vector<Column> extra)
    : scenario_(scenario),
      full_row_(record_size(scenario.probes)),
      trajectory_(std::move(axis), all_columns(scenario, extra), scenario.model.q_names,
                  scenario.model.v_names),
      reader_(scenario),
      contacts_(scenario.model),
      record_size_(trajectory_.columns().size() - extra.size()),
      row_(trajectory_.columns().size()),
      closed_(scenario.model.connections.size()) {
  std::vector<std::string> connections;
  for (const Connection& connection : scenario.model.connections)
    connections.push_back(connection.name);
  trajectory_.add_connections(std::move(connections));
  trajectory_.add_contacts(contacts_.names());
  std::vector<std::string> nodes;
  for (const auto& net : scenario.nets)
    for (const std::string& node : net->node_names) nodes.push_back(net->name + "." + node);
  trajectory_.add_nets(std::move(nodes));
}

void Recorder::record(double axis, const State& x, const Input& u, double work,
                      const std::vector<double>& extra) {
  const Model& model = scenario_.model;
  const bool moving = scenario_.spec.study.type == StudyType::dynamics;
  reader_.read(x, u, moving);
  Workspace& ws = reader_.workspace();
  Energy e = energy(model, x, u, ws);
  e += energy_of_nets(scenario_.nets, model.gravity, x, ws.nets);
  work += work_on_nets(ws.nets);
  if (trajectory_.rows() == 0) initial_total_ = e.total();
  evaluate_record(scenario_.probes, model, x, u, e, work, initial_total_, ws, full_row_);
  std::copy_n(full_row_.begin(), record_size_, row_.begin());
  std::copy(extra.begin(), extra.end(), row_.begin() + std::ptrdiff_t(record_size_));
  tell_nets(x, ws.nets, net_row_);
  watch_gaps(axis, x);
  for (std::size_t i = 0; i < closed_.size(); ++i) closed_[i] = x.connections[i].closed ? 1 : 0;
  trajectory_.append(axis, row_, std::span(x.q.data(), std::size_t(x.q.size())),
                     std::span(x.v.data(), std::size_t(x.v.size())), contacts_.evaluate(model, ws),
                     closed_, net_row_);

  const double residual = std::abs(e.total() - initial_total_ - work);
  largest_residual_ = std::max(largest_residual_, residual);
  // a robot that rests turns nothing over: then the round-off of its potentials is the measure
  const double at_rest = kRestShare * (std::abs(e.gravity) + std::abs(e.actors));
  largest_energy_ = std::max({largest_energy_, e.kinetic, e.elastic, std::abs(work), at_rest});
}

void Recorder::watch_gaps(double axis, const State& x) {
  const Model& model = scenario_.model;
  const Workspace& ws = reader_.workspace();
  const bool first = trajectory_.rows() == 0;
  if (first)
    for (const Connection& connection : model.connections)
      reach_.push_back(loop_reach(model, ws, connection));
  for (std::size_t i = 0; i < model.connections.size(); ++i) {
    if (!x.connections[i].closed) continue;
    const ConnectionRows rows =
        connection_motion(model, ws, model.connections[i], x.connections[i], false).rows;
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

double Recorder::energy_residual() {
  const double size = energy_scale(scenario_.model, reader_.workspace());
  const bool moves = largest_energy_ > kNoEnergy * size;
  return moves ? largest_residual_ / largest_energy_ : 0;
}

}  // namespace cuttle
