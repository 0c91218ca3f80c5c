#pragma once
// What a study file says: which runs of a model to make, and what for.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

enum class ParameterScale { linear, log };

/// A number of the model that the campaign varies.
struct ParameterSpec {
  std::string name;
  std::vector<std::string> path;  // of the model file; several: all of them get the value
  std::vector<double> values;     // of a grid or a list
  std::optional<std::array<double, 2>> range;   // from, to: of a grid, of random numbers; bounds
  int count = 0;                                // numbers of a grid in the range
  std::optional<std::array<double, 2>> normal;  // mean, standard deviation
  ParameterScale scale = ParameterScale::linear;
  std::optional<double> start;                 // optimize, fit
  std::optional<std::array<double, 2>> prior;  // fit: mean, standard deviation of what is known
  std::string unit;                            // for tables and plots
  Origin origin;

  void describe(Fields& v);
};

/// A number made from others.
struct DerivedSpec {
  std::string name;
  std::string formula;  // of parameters, figures and derived numbers before it
  std::string unit;
  Origin origin;

  void describe(Fields& v);
};

// ------------------------------------------------------------------------------------------ sweep

enum class SamplingMethod { grid, list, random, latin_hypercube, sobol };

struct SweepSpec {
  SamplingMethod method = SamplingMethod::grid;
  int count = 0;  // of samples (random, latin_hypercube, sobol)
  int seed = 1;
  std::vector<std::string> where;  // formulas of the parameters; a sample needs all of them != 0
  Origin origin;

  void describe(Fields& v);
};

// --------------------------------------------------------------------------------------- optimize

enum class Goal { minimize, maximize };

/// A row of the table of methods in optimize/.
enum class OptimizeMethod {
  slsqp,
  mma,
  lbfgs,
  cobyla,
  bobyqa,
  nelder_mead,
  subplex,
  direct,
  crs,
  isres,
  differential_evolution
};

struct ConstraintSpec {
  std::string name;
  std::string formula;  // of parameters, figures and derived numbers; and X
  std::optional<double> at_most, at_least;
  std::vector<double> for_X;  // the constraint holds for each of these X
  Origin origin;

  void describe(Fields& v);
};

struct OptimizeSpec {
  Goal goal = Goal::minimize;
  std::string objective;  // formula of parameters, figures and derived numbers
  std::vector<ConstraintSpec> constraints;
  OptimizeMethod method = OptimizeMethod::cobyla;
  int evaluations = 500;  // at most, of each start
  double tolerance =
      1e-6;            // relative change of the parameters (parts of their ranges) that ends it
  int starts = 1;      // the first from the start values, the others spread over the ranges
  int population = 0;  // of the methods that have one; 0: chosen by the method
  int seed = 1;
  Origin origin;

  void describe(Fields& v);
};

// -------------------------------------------------------------------------------------------- fit

enum class Loss { squares, huber, soft_l1, cauchy };

/// A measured column beside the column of the result that should equal it.
struct MeasuredSpec {
  std::string column;            // of the data file
  std::string simulated;         // column of the result, such as tip.x
  std::optional<double> sigma;   // standard deviation of each value; left out: estimated
  std::string sigma_column;      // the same, one for each row
  double scale = 1, offset = 0;  // simulated = scale * measured + offset
  Origin origin;

  void describe(Fields& v);
};

struct DataSpec {
  std::string file;        // CSV beside the study file; empty cells are gaps
  std::string time;        // its column of times; default: the first
  double time_offset = 0;  // [s] time of the model = time of the file + offset
  std::vector<MeasuredSpec> columns;
  Origin origin;

  void describe(Fields& v);
};

/// A figure beside its measured value.
struct TargetSpec {
  std::string figure;
  double value = 0;
  double sigma = 1;
  Origin origin;

  void describe(Fields& v);
};

enum class CurveType { logistic, thruster, free_decay, polynomial, formula };

/// A curve y(x) that is fitted without a model.
struct CurveSpec {
  CurveType type = CurveType::polynomial;
  std::string file, x, y, sigma_column;
  std::optional<double> sigma;
  int degree = 1;       // polynomial
  std::string formula;  // of x and the parameters
  Origin origin;

  void describe(Fields& v);
};

struct FitSpec {
  std::vector<DataSpec> data;
  std::vector<TargetSpec> targets;
  std::optional<CurveSpec> curve;
  Loss loss = Loss::squares;
  double loss_scale = 1;  // in standard deviations: what is farther off counts less
  int iterations = 50;
  double tolerance = 1e-10;
  Origin origin;

  void describe(Fields& v);
};

// ------------------------------------------------------------------------------------------- file

enum class PlotType { line, scatter, heatmap, parallel };

struct PlotSpec {
  PlotType type = PlotType::line;
  std::string x, y;    // columns of the table
  std::string colour;  // column: colour of points, group of lines, value of a heat map
  std::string title;
  Origin origin;

  void describe(Fields& v);
};

struct CampaignSpec {
  std::string name;  // default: the stem of the file
  std::string title;
  std::string model;             // model file, relative to this file
  std::vector<std::string> set;  // settings of the model, as after --set
  std::vector<ParameterSpec> parameters;
  std::vector<std::string> figures;  // that are recorded; default: those named in the model
  std::vector<DerivedSpec> derived;
  std::optional<SweepSpec> sweep;
  std::optional<OptimizeSpec> optimize;
  std::optional<FitSpec> fit;
  std::vector<PlotSpec> plots;
  std::vector<ExpectSpec> expect;
  std::string source;  // text of the file
  std::string file;    // its path
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
