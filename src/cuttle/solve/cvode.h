#pragma once

#include <memory>
#include <string>

#include "cuttle/solve/integrator.h"

namespace cuttle {

enum class MultistepFamily { bdf, adams };

/// CVODE of SUNDIALS on y = (q, v, w). Newton iteration; the linear systems go through the system's
/// shifted solver (as preconditioner of GMRES) if it has one, otherwise through a dense Jacobian
/// by differences. Quaternions are plain components in the history and normalised on output only.
/// options.step is the first step; 0 = automatic.
std::unique_ptr<Integrator> make_cvode(System& system, const IntegratorOptions& options,
                                       MultistepFamily family);

/// What a failure of CVODE means, in words; its own name for it stands in brackets. `step` is the
/// last one that it tried [s].
std::string cvode_failure(int flag, double step);

}  // namespace cuttle
