#include "cuttle/campaign/spec.h"
#include "cuttle/campaign/spec_choices.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// Every field of the study language, once; see spec/describe.h.

void ParameterSpec::describe(Fields& v) {
  v.about("parameter", "a number of the model that is varied");
  v.field("name", name).identifier().required().doc("name, unique; formulas use it");
  v.field("path", path)
      .otherwise("parameters.<name>")
      .doc("what it sets in the model file, as with --set; if a list, all of them");
  v.field("unit", unit)
      .otherwise("none")
      .doc("SI unit, for tables and plots; numbers written with another kind of unit are refused");
  const std::string any_or_own = unit.empty() ? "*" : unit;
  v.field("values", values).unit(any_or_own).doc("numbers of a grid or a list");
  v.field("range", range)
      .unit(any_or_own)
      .doc("[from, to]: range of a grid or of random numbers, or bounds of a search");
  v.field("count", count)
      .at_least(2)
      .at_most(1e6)
      .when(range.has_value(), "range")
      .otherwise("none")
      .doc("number of grid values in the range, ends included");
  v.field("normal", normal).unit(any_or_own).doc("[mean, standard deviation] of random numbers");
  v.field("scale", scale).doc("how the range is divided");
  v.field("start", start)
      .unit(any_or_own)
      .otherwise("middle of the range")
      .doc("where a search begins (optimize, fit)");
  v.field("prior", prior).unit(any_or_own).doc("[mean, standard deviation] known in advance (fit)");
}

void DerivedSpec::describe(Fields& v) {
  v.about("derived", "a number computed from others");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("formula", formula)
      .required()
      .doc("formula of parameters, figures and earlier derived numbers, such as front - back");
  v.field("unit", unit).doc("for tables and plots");
}

void SweepSpec::describe(Fields& v) {
  v.about("sweep", "which combinations of the parameters are run");
  v.field("method", method).doc("how they are chosen");
  const bool drawn = method != SamplingMethod::grid && method != SamplingMethod::list;
  v.field("count", count)
      .at_least(1)
      .at_most(1e7)
      .when(drawn, "random, latin_hypercube, sobol")
      .required()
      .doc("number of samples");
  v.field("seed", seed)
      .at_least(0)
      .at_most(1e9)
      .when(drawn, "random, latin_hypercube, sobol")
      .doc("the same seed gives the same samples; with sobol, 0 gives the plain Sobol sequence");
  v.field("where", where)
      .otherwise("all")
      .doc("formulas of the parameters: samples for which one is 0 (false) are left out");
}

void ConstraintSpec::describe(Fields& v) {
  v.about("constraint", "a condition that the best run must satisfy");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("formula", formula)
      .required()
      .doc("formula of parameters, figures and derived numbers; with for_X, also of X");
  v.field("at_most", at_most).unit("*").doc("upper bound of the formula");
  v.field("at_least", at_least).unit("*").doc("lower bound of the formula");
  v.field("for_X", for_X).unit("*").doc("the constraint holds for each of these X");
}

void OptimizeSpec::describe(Fields& v) {
  v.about("optimize", "what is best, and how it is searched for");
  v.field("objective", objective)
      .required()
      .doc("formula of parameters, figures and derived numbers");
  v.field("goal", goal).doc("which objective is best");
  v.field("constraints", constraints).doc("conditions that must hold");
  v.field("method", method).doc("how it is searched for");
  v.field("evaluations", evaluations)
      .at_least(1)
      .at_most(1e7)
      .doc("largest number of evaluations of the objective for each start");
  v.field("tolerance", tolerance)
      .above(0)
      .below(1)
      .doc("the search ends when the parameters change by less than this fraction of their ranges");
  v.field("starts", starts)
      .at_least(1)
      .at_most(10000)
      .doc(
          "number of searches: the first from the start values, the others spread over the ranges");
  v.field("population", population)
      .at_least(0)
      .at_most(100000)
      .otherwise("chosen by the method")
      .doc("size of the population (differential_evolution, isres and crs)");
  v.field("seed", seed).at_least(0).at_most(1e9).doc("seed of all random numbers");
}

void MeasuredSpec::describe(Fields& v) {
  v.about("measured column", "a column of the data file and what it is compared with");
  v.field("column", column).required().doc("column of the data file");
  v.field("simulated", simulated).required().doc("column of the result, such as tip.x");
  v.field("sigma", sigma)
      .unit("*")
      .above(0)
      .otherwise("estimated from the residuals")
      .doc("standard deviation of each measured value");
  v.field("sigma_column", sigma_column)
      .doc("column of the data file with the standard deviation of each row");
  v.field("scale", scale).doc("simulated = scale * measured + offset");
  v.field("offset", offset).unit("*").doc("see scale");
}

void DataSpec::describe(Fields& v) {
  v.about("data", "measurements in a CSV file");
  v.field("file", file)
      .required()
      .doc("CSV file in the folder of the study file or below; an empty cell is a gap");
  v.field("time", time).otherwise("first column").doc("column that holds the times");
  v.field("time_offset", time_offset)
      .unit("s")
      .doc("time of the model = time of the file + offset");
  v.field("columns", columns).required().doc("what is compared");
}

void TargetSpec::describe(Fields& v) {
  v.about("target", "a figure and its measured value");
  v.field("figure", figure).required().doc("name of a figure of the model");
  v.field("value", value).unit("*").required().doc("what was measured");
  v.field("sigma", sigma)
      .unit("*")
      .above(0)
      .required()
      .doc("standard deviation of the measured value");
}

void CurveSpec::describe(Fields& v) {
  v.about("curve", "a curve through measured points, without a model");
  v.field("type", type).required().doc("kind of curve");
  v.field("file", file).required().doc("CSV file in the folder of the study file or below");
  v.field("x", x).otherwise("first column").doc("column that holds x");
  v.field("y", y).required().doc("column that holds y; an empty cell is a gap");
  v.field("sigma", sigma)
      .unit("*")
      .above(0)
      .otherwise("estimated from the residuals")
      .doc("standard deviation of each y");
  v.field("sigma_column", sigma_column).doc("the same, one for each row");
  v.field("degree", degree)
      .at_least(0)
      .at_most(12)
      .when(type == CurveType::polynomial, "type: polynomial")
      .doc("highest power of x");
  v.field("formula", formula)
      .when(type == CurveType::formula, "type: formula")
      .required()
      .doc("formula of x and the parameters, such as a * exp(-x / b)");
}

void FitSpec::describe(Fields& v) {
  v.about("fit", "which parameters make the model agree with measurements");
  v.field("data", data).doc("measured series");
  v.field("targets", targets).doc("measured figures");
  v.field("curve", curve).doc("a plain curve fit, without a model");
  v.field("loss", loss).doc("how a residual counts");
  v.field("loss_scale", loss_scale)
      .above(0)
      .when(loss != Loss::squares, "loss other than squares")
      .doc("in standard deviations: residuals beyond this count less than their square");
  v.field("iterations", iterations).at_least(1).at_most(10000).doc("largest number of iterations");
  v.field("tolerance", tolerance)
      .above(0)
      .below(1)
      .doc("relative change of the sum of squares that ends the search");
}

void PlotSpec::describe(Fields& v) {
  v.about("plot", "a plot of the report page over columns of the table");
  v.field("type", type).required().doc("kind of plot");
  const bool axes = type != PlotType::parallel, map = type == PlotType::heatmap;
  v.field("x", x).when(axes, "types with axes").required().doc("parameter, figure or derived");
  v.field("y", y).when(axes, "types with axes").required().doc("parameter, figure or derived");
  v.field("colour", colour)
      .required(map)
      .doc("column that gives dots and cells their colour, and lines their group");
  v.field("title", title).doc("one line of text");
}

void CampaignSpec::describe(Fields& v) {
  v.about("study file", "many runs of one model: a sweep, a search for the optimum, a fit to data");
  v.field("name", name).identifier().otherwise("name of the file").doc("names the results");
  v.field("title", title).doc("one line of text");
  v.field("model", model)
      .doc("model file, relative to this file; required except for plain curve fits");
  v.field("set", set).doc("settings of the model that apply to all runs: [study.duration=2]");
  v.field("parameters", parameters).doc("what is varied");
  v.field("figures", figures)
      .otherwise("those that the model names")
      .doc("figures of the model that are recorded");
  v.field("derived", derived).doc("numbers computed from others");
  v.field("sweep", sweep).doc("for cuttle sweep");
  v.field("optimize", optimize).doc("for cuttle optimize");
  v.field("fit", fit).doc("for cuttle fit");
  v.field("plots", plots).otherwise("chosen to suit the table").doc("plots of the report page");
  v.field("expect", expect).doc("expected values of figures of the outcome");
}

}  // namespace cuttle
