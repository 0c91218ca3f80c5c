#include <fmt/format.h>

#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/close_built.h"
#include "cuttle/connection/conflict.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {

namespace {

// the connection that is farthest from closed
const Connection& worst(const Model& model, const DenseRows& rows) {
  Eigen::Index row = 0;
  rows.gap.cwiseAbs().maxCoeff(&row);
  int first = 0;
  for (const Connection& connection : model.connections) {
    first += connection.rows();
    if (rows.index[size_t(row)] < first) return connection;
  }
  return model.connections.back();
}

}  // namespace

void close_connections(ScenarioDraft& draft, const Input& u, State& x) {
  const Model& model = draft.model;
  if (model.connections.empty()) return;
  for (size_t i = 0; i < model.connections.size(); ++i)
    x.connections[i].closed = !draft.spec.of<ConnectionSpec>()[i].closes.has_value();
  // what cannot be turned there is closed the shorter way, with a warning (closing_warnings.h)
  draft.not_followed = close_built(draft.spec, model, u, x);
  const DenseRows rows = close_loops(model, u, x);
  const double gap = largest_gap(rows);
  if (gap > kClosedLoop) {
    const Connection& open = worst(model, rows);
    Workspace ws(model);
    update_kinematics(model, x, u, nullptr, ws);
    const std::string conflict = describe_conflict(model, x, ws);
    for (const ConnectionSpec& spec : draft.spec.of<ConnectionSpec>())
      if (spec.name == open.name)
        draft.diagnostics.add(spec.origin.error(
            "",
            fmt::format(
                "the loop cannot close: the nearest state found leaves a gap of {:.3g} (m, rad){}",
                gap, conflict),
            "check the lengths and poses, or give initial joint coordinates closer to it"));
    return;
  }
  // velocities that the loop allows, by the principle of least change
  if (x.v.isZero(0)) return;
  ConstraintSolver solver(model);
  const Status status = solver.impact(model, u, x);
  if (!status.ok()) draft.diagnostics.add(draft.spec.origin.error("connections", status.message));
}

}  // namespace cuttle
