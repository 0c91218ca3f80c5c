#pragma once
// Exact slopes of figures at an equilibrium.

#include <functional>
#include <string>
#include <vector>

#include "cuttle/campaign/outcome.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/compile/compile.h"
#include "cuttle/study/run.h"

namespace cuttle {

/// True for equilibria of trees without contact, where all figures are last values of columns.
bool offers_slopes(const Scenario& scenario, const std::vector<std::string>& figures);

/// What slopes are taken of: figures of a model that depends on parameters.
struct SlopeProblem {
  std::function<Scenario(const ParameterPoint&)> scenario;
  const std::vector<ParameterSpec>& parameters;
  const std::vector<std::string>& figures;
};

/// (figures x parameters) derivatives of the figures of an equilibrium. The equilibrium moves by
/// the implicit function theorem, dq/dp = -K^-1 dr/dp; the figures, explicit functions of (q, p),
/// are differentiated along it by five points. Empty if it cannot be found.
MatrixX equilibrium_slopes(const SlopeProblem& problem, const RunResult& result,
                           const ParameterPoint& point);

}  // namespace cuttle
