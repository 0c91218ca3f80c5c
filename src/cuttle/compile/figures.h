#pragma once

#include <string>
#include <vector>

#include "cuttle/compile/scenario.h"
#include "cuttle/record/run_result.h"

namespace cuttle {

/// The figures of a record: those that the file asks for, those that its study adds, and those that
/// every column has. Reads trajectory, limit_loads, solver and energy_residual of the result.
void add_figures(const Scenario& scenario, RunResult& result);

/// Everything that `figures` of a run may hold, without values: for checks before the run. Of limit
/// loads, whose number is unknown, the first ones.
std::vector<Figure> possible_figures(const Scenario& scenario);
/// The same if the file asked for these.
std::vector<Figure> possible_figures(const Scenario& scenario,
                                     const std::vector<FigureSpec>& asked);

/// Does a figure speak of limit points?
bool is_of_limits(const std::string& figure);

/// Why the study has no figure of a name that only some studies have (limit loads, modes), and
/// what to do; empty: nothing is known of it.
std::string hint_of_study(const Scenario& scenario, const std::string& figure);

}  // namespace cuttle
