#pragma once

#include <array>
#include <span>

#include "cuttle/campaign/spec.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {

// The names of all enumerations of the study language, with a word on each.

inline constexpr std::array<Choice<ParameterScale>, 2> kParameterScales = {{
    {ParameterScale::linear, "linear", "equal differences"},
    {ParameterScale::log, "log", "equal ratios; the range must be above 0"},
}};

inline constexpr std::array<Choice<SamplingMethod>, 5> kSamplingMethods = {{
    {SamplingMethod::grid, "grid", "all combinations; the last parameter varies fastest"},
    {SamplingMethod::list, "list", "first values together, second values together, ..."},
    {SamplingMethod::random, "random", "independent random numbers"},
    {SamplingMethod::latin_hypercube, "latin_hypercube",
     "random, one sample in each of `count` equal parts of every range"},
    {SamplingMethod::sobol, "sobol",
     "a Sobol sequence, which fills the ranges evenly; at most 20 parameters"},
}};

inline constexpr std::array<Choice<Goal>, 2> kGoals = {{
    {Goal::minimize, "minimize", "the smallest objective is best"},
    {Goal::maximize, "maximize", "the largest objective is best"},
}};

inline constexpr std::array<Choice<OptimizeMethod>, 11> kOptimizeMethods = {{
    {OptimizeMethod::slsqp, "slsqp", "local, gradients, constraints"},
    {OptimizeMethod::mma, "mma", "local, gradients, constraints, many parameters"},
    {OptimizeMethod::lbfgs, "lbfgs", "local, gradients"},
    {OptimizeMethod::cobyla, "cobyla", "local, constraints"},
    {OptimizeMethod::bobyqa, "bobyqa", "local, smooth objectives"},
    {OptimizeMethod::nelder_mead, "nelder_mead", "local, simplex"},
    {OptimizeMethod::subplex, "subplex", "local, rough objectives"},
    {OptimizeMethod::direct, "direct", "global, divides the box of all ranges"},
    {OptimizeMethod::crs, "crs", "global, controlled random search"},
    {OptimizeMethod::isres, "isres", "global, evolution, constraints"},
    {OptimizeMethod::differential_evolution, "differential_evolution",
     "global, constraints, a population evaluated on all workers"},
}};

inline constexpr std::array<Choice<Loss>, 4> kLosses = {{
    {Loss::squares, "squares", "least squares"},
    {Loss::huber, "huber", "quadratic near zero, linear far away"},
    {Loss::soft_l1, "soft_l1", "the same, smooth"},
    {Loss::cauchy, "cauchy", "largely ignores what is far off"},
}};

inline constexpr std::array<Choice<CurveType>, 5> kCurveTypes = {{
    {CurveType::logistic, "logistic",
     "rest + amplitude (1 - 1/(1 + exp(-(x - t0)/tau))): return of a shape-memory strip"},
    {CurveType::thruster, "thruster", "linear x + quadratic x abs(x): thrust over command"},
    {CurveType::free_decay, "free_decay",
     "y'' + linear y' + quadratic abs(y') y' + stiffness sin(y - rest) = 0: a decaying swing"},
    {CurveType::polynomial, "polynomial", "c0 + c1 x + c2 x^2 ..."},
    {CurveType::formula, "formula", "a formula of x and the parameters"},
}};

inline constexpr std::array<Choice<PlotType>, 4> kPlotTypes = {{
    {PlotType::line, "line", "y over x, one line for each value of colour"},
    {PlotType::scatter, "scatter", "a dot for each run"},
    {PlotType::heatmap, "heatmap", "colour over x and y"},
    {PlotType::parallel, "parallel", "parallel coordinates of all columns"},
}};

constexpr std::span<const Choice<ParameterScale>> choices(ParameterScale) {
  return kParameterScales;
}
constexpr std::span<const Choice<SamplingMethod>> choices(SamplingMethod) {
  return kSamplingMethods;
}
constexpr std::span<const Choice<Goal>> choices(Goal) { return kGoals; }
constexpr std::span<const Choice<OptimizeMethod>> choices(OptimizeMethod) {
  return kOptimizeMethods;
}
constexpr std::span<const Choice<Loss>> choices(Loss) { return kLosses; }
constexpr std::span<const Choice<CurveType>> choices(CurveType) { return kCurveTypes; }
constexpr std::span<const Choice<PlotType>> choices(PlotType) { return kPlotTypes; }

}  // namespace cuttle
