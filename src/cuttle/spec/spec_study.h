#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_net.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

// What a model file says about its study, figures and expectations, as plain structs; see
// spec/spec.h.

enum class StudyType { dynamics, statics, load_path, modes };
enum class Method { dopri5, bdf, adams, implicit, generalized_alpha };
enum class StartFrom { rest, statics, steady };
/// What leads along a load path: the load itself, or the way through loads and configurations.
enum class PathControl { load, arc_length };
/// How a motion keeps its connections closed.
enum class ConstraintMethod { projection, udwadia_kalaba, baumgarte };

struct StudySpec {
  StudyType type = StudyType::dynamics;
  // dynamics
  double duration = 1;        // [s]
  double output_step = 0.01;  // [s]
  Method method = Method::dopri5;
  double rtol = 1e-6;
  double atol = 1e-8;
  double step = 0;  // [s], 0: chosen by the method
  double rho_infinity = 0.8;
  ConstraintMethod constraints = ConstraintMethod::projection;
  double baumgarte_rate = 20;         // [1/s]
  StartFrom start = StartFrom::rest;  // rest: the initial values of the file
  NetMethod net_method = NetMethod::euler;
  double net_tolerance = 0;  // [m] per step; 0: steps are fixed
  int max_steps = 10'000'000;
  // statics, load_path
  double tolerance = 1e-9;  // relative residual of the equilibrium
  int load_steps = 1;
  // load_path: signals are evaluated at t = load
  double from = 0, to = 1;
  int steps = 100;
  PathControl control = PathControl::load;
  double arc_step = 0;  // [-] 0: chosen from the first step
  // modes
  int count = 5;
  StartFrom about = StartFrom::rest;
  Origin origin;

  void describe(Fields& v);
  bool by_arc_length() const {
    return type == StudyType::load_path && control == PathControl::arc_length;
  }
};

enum class Measure {
  final,
  initial,
  min,
  max,
  mean,
  rms,
  amplitude,
  frequency,
  period,
  drift,
  at,
  deviation,
  distance,
  mean_speed,
  cost_of_transport,
  efficiency,
  strouhal
};

/// True for the measures that look at a swimmer instead of a column.
inline bool is_of_swimmer(Measure measure) { return measure >= Measure::distance; }

struct FigureSpec {
  std::string name;
  std::string column;
  Measure measure = Measure::final;
  std::string swimmer;                           // a swimmer probe, for the measures of swimmers
  std::optional<double> from, to;                // [s] only this part of the record counts
  double time = 0;                               // [s] for measure at
  std::vector<std::array<double, 2>> reference;  // [s], value; for measure deviation
  std::string csv, csv_column, csv_time;  // the same from a file; csv_time: default first column
  Origin origin;

  void describe(Fields& v);
};

/// "0.2 %" is relative to the reference value, a plain number is absolute in SI.
struct ToleranceSpec {
  double value = 0;
  bool relative = false;
};

struct ExpectSpec {
  std::string figure;
  double value = 0;  // SI
  ToleranceSpec tolerance;
  std::string source;
  Origin origin;

  void describe(Fields& v);
};

// How much a model file may ask for. What is beyond would not end, or not fit into memory.

inline constexpr double kMaxRows = 1e7;     // of a result
inline constexpr double kMaxNumbers = 2e8;  // of a result: rows times what one row records
inline constexpr double kMaxTicks = 1e9;    // steps of fixed length, samples of a clock
inline constexpr double kMaxCorners = 1e7;  // of a pulse train

/// Whether the ground of a net that is a body is kept to the letter: steps of fixed length that can
/// be done by backward Euler.
inline bool keeps_contacts_exact(const StudySpec& study) {
  return study.step > 0 &&
         (study.method == Method::implicit || study.method == Method::generalized_alpha);
}

inline constexpr double kNetStep = 1e-3;  // [s] of nets, where study.step is 0

}  // namespace cuttle
