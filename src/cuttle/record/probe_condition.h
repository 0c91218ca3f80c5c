#pragma once

#include <vector>

#include "cuttle/connection/part/part.h"
#include "cuttle/record/probe.h"
#include "cuttle/signal/expression.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A condition on what the probes see, such as "tip.x > 0.2 && t > 1".
class ProbeCondition {
 public:
  /// Throws an InputError at the place of the condition if it cannot be understood.
  ProbeCondition(const CloseSpec&, const std::vector<Probe>&);

  /// Reads ws as Probe::evaluate does, at (x, u).
  bool holds(const std::vector<Probe>&, const Model&, const State& x, const Input& u,
             Workspace& ws);

  /// True if it looks at this column.
  bool uses(const std::string& column) const { return expression_.uses(column); }

 private:
  Expression expression_;
  std::vector<double> values_;  // t, then the columns of all probes
};

/// Reports all conditions of the connections that cannot be understood.
void check_conditions(const std::vector<ConnectionSpec>&, const std::vector<Probe>&, Diagnostics&);

}  // namespace cuttle
