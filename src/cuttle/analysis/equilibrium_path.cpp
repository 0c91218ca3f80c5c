#include "cuttle/analysis/equilibrium_path.h"

#include "cuttle/analysis/equilibrium.h"

namespace cuttle {

EquilibriumPath::EquilibriumPath(Scenario& scenario, StaticsSolver& solver)
    : scenario_(scenario), solver_(solver), x_(scenario.initial), turned_(scenario.initial) {}

StaticsResult EquilibriumPath::settle(double load, const StaticsOptions& options) {
  x_.t = load;
  if (Status status = evaluate_at_rest(scenario_.inputs, load, u_); !status.ok()) return {status};
  StaticsResult first = initial_equilibrium(scenario_, solver_, u_, options, x_);
  turned_ = x_;
  return first;
}

void EquilibriumPath::begin(const State& x) { x_ = turned_ = x; }

VectorX EquilibriumPath::unknowns() const {
  VectorX z(scenario_.model.nq + solver_.connection_forces().size());
  z << x_.q, solver_.connection_forces();
  return z;
}

PathProblem EquilibriumPath::problem() {
  PathProblem problem;
  problem.residual = [this](const VectorX& z, double load, VectorX& r) {
    Status status = place(z, load);
    if (status.ok()) solver_.residual(u_, x_, r);
    return status;
  };
  problem.tangent = [this](const VectorX& z, double load, MatrixX& K) {
    Status status = place(z, load);
    if (status.ok()) solver_.tangent(u_, x_, K);
    return status;
  };
  problem.retract = [this](const VectorX& z, const VectorX& d, VectorX& out) {
    const auto rows = solver_.connection_forces().size();
    VectorX moved(scenario_.model.nq);
    retract(scenario_.model, z.head(scenario_.model.nq), d.head(scenario_.model.nv), moved);
    out.resize(z.size());
    out << moved, z.tail(rows) + d.tail(rows);
  };
  problem.weight = solver_.step_weight();
  return problem;
}

Status EquilibriumPath::take(const PathPoint& point) {
  VectorX r;
  if (Status status = place(point.z, point.load); !status.ok()) return status;
  solver_.residual(u_, x_, r);
  turned_ = x_;
  Status status = solver_.check(x_);
  status.t = point.load;
  return status;
}

Status EquilibriumPath::place(const VectorX& z, double load) {
  if (Status status = evaluate_at_rest(scenario_.inputs, load, u_); !status.ok()) return status;
  if (solver_.turn_to(u_, turned_) > kLongestWay)
    return Status::fail(Status::Code::diverged,
                        "a prescribed joint turns too far in one step of the path", load);
  x_.t = load;
  x_.q = z.head(scenario_.model.nq);
  x_.v.setZero();
  normalize(scenario_.model, u_, x_.q, x_.v);
  solver_.set_connection_forces(z.tail(solver_.connection_forces().size()));
  return {};
}

}  // namespace cuttle
