#pragma once
// How far the soft rods of a robot are from where finer ones would be.

#include <string>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/record/run_result.h"

namespace cuttle {

/// Largest displacement of a rod's axis, seen from its base, that a finer rod would bring: one
/// Newton step of its balance from the given state, forces of inertia included, each on top of the
/// one before.
struct RodError {
  std::string body;
  double length = 0;      // [m] of the rod
  double quadrature = 0;  // [m] by twice the Gauss points; where the surface of the water cuts a
                          // rod that floats, how much deeper it would lie if that is more
  double basis = 0;       // [m] by two more functions in every strain mode
  double shear = 0;       // [m] by constant shear, where a solid section bends without it
};

/// Of all rods of a robot; none where there are no rods, or where nothing can be estimated.
struct RodErrors {
  std::vector<RodError> rods;
  std::string why = {};   // they have no estimate: too many coordinates, no finer rods ...
  std::string when = {};  // "at the end of the run"; empty where there is but one state
};

/// True if there is a rod that bends: without one there is nothing to estimate.
bool has_rods(const Model& model);

/// Sum of the squares of the rates of all strains of rods, each in its scale [1/s^2].
double square_strain_rate(const Model& model, const Eigen::Ref<const VectorX>& v);

/// At a state with its inputs; without `moving` it is an equilibrium. `fastest`: the largest
/// square_strain_rate of the motion, where more of it than this state is known.
RodErrors rod_errors(const Scenario& scenario, const State& x, const Input& u, bool moving,
                     double fastest = 0);

/// The same at the last row of a run; of a motion also at the row where its rods are strained most,
/// and the larger ones of the two are given. Of modes: at the state that they are taken about,
/// unless that is just given.
RodErrors rod_errors(const Scenario& scenario, const RunResult& result);

/// Before a run: at the equilibrium under the initial inputs, of a load path under the last ones.
/// If none is found, or shapes may touch, nothing is estimated.
RodErrors expected_rod_errors(const Scenario& scenario);

/// "rod_error: not estimated (why)"
std::string not_estimated(const RodErrors& errors);

/// A sentence for each error that is too large: a thousandth of the length by quadrature or basis,
/// a hundredth by shear. Rods with the same sentence share it.
std::vector<std::string> rod_error_warnings(const Scenario& scenario, const RodErrors& errors);

/// Adds the errors of the worst rods to the figures of a run, and its warnings.
void add_rod_errors(const Scenario& scenario, RunResult& result);

/// A run as users see it: with the errors of its rods.
RunResult run_with_rod_errors(const Scenario& scenario, const RunOptions& options = {});

}  // namespace cuttle
