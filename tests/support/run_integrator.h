#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "cuttle/base/error.h"
#include "cuttle/solve/table.h"

namespace cuttle::testing {

/// State, outcome and cost at the end of a run.
struct RunEnd {
  Status status;
  double t = 0;
  VectorX q, v, w;
  IntegratorStatistics statistics;

  /// Largest difference of positions and velocities.
  double distance(const RunEnd& other) const {
    return std::max((q - other.q).cwiseAbs().maxCoeff(), (v - other.v).cwiseAbs().maxCoeff());
  }
};

inline std::unique_ptr<Integrator> make_integrator(std::string_view name, System& system,
                                                   const IntegratorOptions& options) {
  const IntegratorKind* kind = find_integrator(name);
  expects(kind != nullptr, "the table has this integrator");
  return kind->make(system, options);
}

/// Runs from t = 0; after every step `look(integrator)` may watch.
template <class Look>
RunEnd run_integrator(std::string_view name, System& system, const IntegratorOptions& options,
                      const VectorX& q0, const VectorX& v0, double t_end, const Look& look) {
  const auto method = make_integrator(name, system, options);
  RunEnd end;
  end.status = method->init(0, q0, v0);
  while (end.status.ok() && method->t() < t_end) {
    end.status = method->step(t_end);
    if (end.status.ok()) look(*method);
  }
  end.t = method->t();
  end.q = method->q();
  end.v = method->v();
  end.w = method->w();
  end.statistics = method->statistics();
  return end;
}

inline RunEnd run_integrator(std::string_view name, System& system,
                             const IntegratorOptions& options, const VectorX& q0, const VectorX& v0,
                             double t_end) {
  return run_integrator(name, system, options, q0, v0, t_end, [](Integrator&) {});
}

/// The same from the start of a toy that has one.
template <class Toy>
RunEnd run_integrator(std::string_view name, Toy& system, const IntegratorOptions& options,
                      double t_end) {
  return run_integrator(name, system, options, system.start_position(), system.start_velocity(),
                        t_end);
}

}  // namespace cuttle::testing
