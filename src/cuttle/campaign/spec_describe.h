#pragma once

#include "cuttle/campaign/spec.h"
#include "cuttle/campaign/spec_choices.h"
#include "cuttle/model/spec_describe.h"

namespace cuttle {

// Every field of the study language, once; see model/spec_describe.h.

template <class V>
void describe(V& v, ParameterSpec& s) {
  v.about("parameter", "a number of the model that is varied");
  v.field("name", s.name).identifier().required().doc("name, unique; formulas use it");
  v.field("path", s.path)
      .otherwise("parameters.<name>")
      .doc("what it sets in the model file, as after --set; a list: all of them");
  v.field("unit", s.unit)
      .otherwise("none")
      .doc("SI unit, for tables and plots; numbers written with another kind of unit are refused");
  const std::string unit = s.unit.empty() ? "*" : s.unit;
  v.field("values", s.values).unit(unit).doc("numbers of a grid or a list");
  v.field("range", s.range).unit(unit).doc("[from, to]: of a grid, of random numbers; bounds");
  v.field("count", s.count)
      .at_least(2)
      .at_most(1e6)
      .when(s.range.has_value(), "range")
      .otherwise("none")
      .doc("numbers of a grid in the range, ends included");
  v.field("normal", s.normal).unit(unit).doc("[mean, standard deviation] of random numbers");
  v.field("scale", s.scale).doc("how the range is divided");
  v.field("start", s.start)
      .unit(unit)
      .otherwise("middle of the range")
      .doc("where a search begins (optimize, fit)");
  v.field("prior", s.prior)
      .unit(unit)
      .doc("[mean, standard deviation] that is known beforehand (fit)");
}

template <class V>
void describe(V& v, DerivedSpec& s) {
  v.about("derived", "a number made from others");
  v.field("name", s.name).identifier().required().doc("name, unique");
  v.field("formula", s.formula)
      .required()
      .doc("of parameters, figures and derived numbers before it, such as front - back");
  v.field("unit", s.unit).doc("for tables and plots");
}

template <class V>
void describe(V& v, SweepSpec& s) {
  v.about("sweep", "which combinations of the parameters are run");
  v.field("method", s.method).doc("how they are chosen");
  const bool drawn = s.method != SamplingMethod::grid && s.method != SamplingMethod::list;
  v.field("count", s.count)
      .at_least(1)
      .at_most(1e7)
      .when(drawn, "random, latin_hypercube, sobol")
      .required()
      .doc("number of samples");
  v.field("seed", s.seed)
      .at_least(0)
      .at_most(1e9)
      .when(drawn, "random, latin_hypercube, sobol")
      .doc("the same seed gives the same samples; of sobol 0: plain Sobol numbers");
  v.field("where", s.where)
      .otherwise("all")
      .doc("formulas of the parameters: samples for which one is 0 (false) are left out");
}

template <class V>
void describe(V& v, ConstraintSpec& s) {
  v.about("constraint", "what the best run must keep");
  v.field("name", s.name).identifier().required().doc("name, unique");
  v.field("formula", s.formula)
      .required()
      .doc("of parameters, figures and derived numbers; and of X, with for_X");
  v.field("at_most", s.at_most).unit("*").doc("upper bound of the formula");
  v.field("at_least", s.at_least).unit("*").doc("lower bound of the formula");
  v.field("for_X", s.for_X).unit("*").doc("the constraint holds for each of these X");
}

template <class V>
void describe(V& v, OptimizeSpec& s) {
  v.about("optimize", "what is best, and how it is looked for");
  v.field("objective", s.objective)
      .required()
      .doc("formula of parameters, figures and derived numbers");
  v.field("goal", s.goal).doc("which objective is best");
  v.field("constraints", s.constraints).doc("what must hold");
  v.field("method", s.method).doc("how it is looked for");
  v.field("evaluations", s.evaluations)
      .at_least(1)
      .at_most(1e7)
      .doc("of the objective, at most, for each start");
  v.field("tolerance", s.tolerance)
      .above(0)
      .below(1)
      .doc("the search ends when the parameters change by less, in parts of their ranges");
  v.field("starts", s.starts)
      .at_least(1)
      .at_most(10000)
      .doc("searches: the first from the start values, the others spread over the ranges");
  v.field("population", s.population)
      .at_least(0)
      .at_most(100000)
      .otherwise("chosen by the method")
      .doc("of differential_evolution, isres and crs");
  v.field("seed", s.seed).at_least(0).at_most(1e9).doc("of all that is random");
}

template <class V>
void describe(V& v, MeasuredSpec& s) {
  v.about("measured column", "a column of the data file and what it is compared with");
  v.field("column", s.column).required().doc("column of the data file");
  v.field("simulated", s.simulated).required().doc("column of the result, such as tip.x");
  v.field("sigma", s.sigma)
      .unit("*")
      .above(0)
      .otherwise("estimated from the residuals")
      .doc("standard deviation of each measured value");
  v.field("sigma_column", s.sigma_column)
      .doc("column of the data file with the standard deviation of each row");
  v.field("scale", s.scale).doc("simulated = scale * measured + offset");
  v.field("offset", s.offset).unit("*").doc("see scale");
}

template <class V>
void describe(V& v, DataSpec& s) {
  v.about("data", "measurements in a CSV file");
  v.field("file", s.file)
      .required()
      .doc("CSV file in the folder of the study file or below; an empty cell is a gap");
  v.field("time", s.time).otherwise("first column").doc("its column of times");
  v.field("time_offset", s.time_offset)
      .unit("s")
      .doc("time of the model = time of the file + offset");
  v.field("columns", s.columns).required().doc("what is compared");
}

template <class V>
void describe(V& v, TargetSpec& s) {
  v.about("target", "a figure and its measured value");
  v.field("figure", s.figure).required().doc("name of a figure of the model");
  v.field("value", s.value).unit("*").required().doc("what was measured");
  v.field("sigma", s.sigma).unit("*").above(0).required().doc("standard deviation of it");
}

template <class V>
void describe(V& v, CurveSpec& s) {
  v.about("curve", "a curve through measured points, without a model");
  v.field("type", s.type).required().doc("kind of curve");
  v.field("file", s.file).required().doc("CSV file in the folder of the study file or below");
  v.field("x", s.x).otherwise("first column").doc("its column of x");
  v.field("y", s.y).required().doc("its column of y; an empty cell is a gap");
  v.field("sigma", s.sigma)
      .unit("*")
      .above(0)
      .otherwise("estimated from the residuals")
      .doc("standard deviation of each y");
  v.field("sigma_column", s.sigma_column).doc("the same, one for each row");
  v.field("degree", s.degree)
      .at_least(0)
      .at_most(12)
      .when(s.type == CurveType::polynomial, "type: polynomial")
      .doc("highest power of x");
  v.field("formula", s.formula)
      .when(s.type == CurveType::formula, "type: formula")
      .required()
      .doc("of x and the parameters, such as a * exp(-x / b)");
}

template <class V>
void describe(V& v, FitSpec& s) {
  v.about("fit", "which parameters make the model agree with measurements");
  v.field("data", s.data).doc("measured series");
  v.field("targets", s.targets).doc("measured figures");
  v.field("curve", s.curve).doc("a plain curve fit, without a model");
  v.field("loss", s.loss).doc("how a residual counts");
  v.field("loss_scale", s.loss_scale)
      .above(0)
      .when(s.loss != Loss::squares, "loss other than squares")
      .doc("standard deviations: what is farther off counts less than its square");
  v.field("iterations", s.iterations).at_least(1).at_most(10000).doc("at most");
  v.field("tolerance", s.tolerance)
      .above(0)
      .below(1)
      .doc("relative change of the sum of squares that ends the search");
}

template <class V>
void describe(V& v, PlotSpec& s) {
  v.about("plot", "a plot of the report page over columns of the table");
  v.field("type", s.type).required().doc("kind of plot");
  const bool axes = s.type != PlotType::parallel, map = s.type == PlotType::heatmap;
  v.field("x", s.x).when(axes, "types with axes").required().doc("parameter, figure or derived");
  v.field("y", s.y).when(axes, "types with axes").required().doc("parameter, figure or derived");
  v.field("colour", s.colour)
      .required(map)
      .doc("column that gives dots and cells their colour, and lines their group");
  v.field("title", s.title).doc("one line of text");
}

template <class V>
void describe(V& v, CampaignSpec& s) {
  v.about("study file", "many runs of one model: a sweep, a search for the best, a fit to data");
  v.field("name", s.name).identifier().otherwise("name of the file").doc("names the results");
  v.field("title", s.title).doc("one line of text");
  v.field("model", s.model)
      .doc("model file, relative to this file; needed by all but plain curve fits");
  v.field("set", s.set).doc("settings of the model that hold for all runs: [study.duration=2]");
  v.field("parameters", s.parameters).doc("what is varied");
  v.field("figures", s.figures)
      .otherwise("those that the model names")
      .doc("figures of the model that are recorded");
  v.field("derived", s.derived).doc("numbers made from others");
  v.field("sweep", s.sweep).doc("for cuttle sweep");
  v.field("optimize", s.optimize).doc("for cuttle optimize");
  v.field("fit", s.fit).doc("for cuttle fit");
  v.field("plots", s.plots).otherwise("what suits the table").doc("plots of the report page");
  v.field("expect", s.expect).doc("what must come out; figures are those of the outcome");
}

}  // namespace cuttle
