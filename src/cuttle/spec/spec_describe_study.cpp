#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_study.h"

namespace cuttle {

// Fields of studies, figures and expectations; see spec/describe.h.

void StudySpec::describe(Fields& v) {
  v.about("study", "what is computed");
  v.field("type", type).required().doc("kind of study");
  const bool dynamics = type == StudyType::dynamics, path = type == StudyType::load_path;
  const bool modes = type == StudyType::modes;
  const char* const motion = "type: dynamics";
  v.field("duration", duration)
      .unit("s")
      .above(0)
      .when(dynamics, motion)
      .required()
      .doc("simulated time");
  v.field("output_step", output_step)
      .unit("s")
      .above(0)
      .when(dynamics, motion)
      .doc("time between two rows of the result");
  v.field("method", method).when(dynamics, motion).doc("time integrator");
  v.field("rtol", rtol).above(0).below(1).when(dynamics, motion).doc("relative error per step");
  v.field("atol", atol).above(0).when(dynamics, motion).doc("absolute error per step (SI)");
  v.field("step", step)
      .unit("s")
      .at_least(0)
      .when(dynamics, motion)
      .doc(
          "fixed step of dopri5, implicit and generalized_alpha, without error control, or first "
          "step of bdf and adams (0: chosen by error control); largest step of nets (0: 1 ms)");
  v.field("rho_infinity", rho_infinity)
      .at_least(0)
      .at_most(1)
      .when(dynamics && method == Method::generalized_alpha, "method: generalized_alpha")
      .doc("spectral radius of generalized_alpha at high frequency");
  v.field("constraints", constraints)
      .when(dynamics, motion)
      .doc("how closed connections are kept closed");
  v.field("baumgarte_rate", baumgarte_rate)
      .unit("1/s")
      .above(0)
      .when(constraints == ConstraintMethod::baumgarte, "constraints: baumgarte")
      .doc("gaps decay like (1 + rate t) exp(-rate t)");
  v.field("start", start).when(dynamics, motion).doc("state at the start");
  v.field("net_method", net_method).when(dynamics, motion).doc("time integrator of nets");
  v.field("net_tolerance", net_tolerance)
      .unit("m")
      .at_least(0)
      .when(dynamics, motion)
      .doc("nets shorten their steps to keep the error of each below this; 0: fixed steps");
  v.field("max_steps", max_steps)
      .at_least(1)
      .at_most(1e7)
      .when(dynamics, motion)
      .doc("the run stops after this many steps");
  v.field("tolerance", tolerance).above(0).below(1).doc("relative residual of an equilibrium");
  v.field("load_steps", load_steps)
      .at_least(1)
      .at_most(1e6)
      .doc("number of load steps in which an equilibrium is reached");
  v.field("from", from).when(path, "type: load_path").doc("first load");
  v.field("to", to).when(path, "type: load_path").doc("last load");
  v.field("steps", steps)
      .at_least(1)
      .at_most(1e7)
      .when(path, "type: load_path")
      .doc(
          "number of equilibria after the first; with control: arc_length at most this many, and "
          "the first step is (to - from) / steps");
  v.field("control", control).when(path, "type: load_path").doc("what is stepped along the path");
  v.field("arc_step", arc_step)
      .at_least(0)
      .when(control == PathControl::arc_length, "control: arc_length")
      .doc(
          "largest step along the path, measured by the changes of all coordinates (radians, "
          "reaches of the robot, per cent of stretch and shear) and of the load (fractions of to - "
          "from); 0: a few times the first step, more where the path is long");
  v.field("count", count)
      .at_least(1)
      .at_most(1000)
      .when(modes, "type: modes")
      .doc(
          "number of modes: those that grow, then from the lowest frequency that they would have "
          "without damping");
  v.field("about", about)
      .when(modes, "type: modes")
      .doc(
          "what vibrates: the robot at rest in its initial configuration, in equilibrium, or in "
          "steady motion, where free bodies keep their body-frame velocities");
}

void FigureSpec::describe(Fields& v) {
  v.about("figure", "one number computed from a column of the result");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("measure", measure).doc("what is computed");
  const bool swims = is_of_swimmer(measure), beats = measure == Measure::strouhal;
  v.field("swimmer", swimmer)
      .when(swims, "measures of a swimmer")
      .required()
      .doc("name of a swimmer probe");
  v.field("column", column)
      .when(!swims || beats, "measures of a column")
      .required()
      .doc("name of a column, such as tip.z");
  const bool part = measure != Measure::at && measure != Measure::deviation;
  v.field("from", from)
      .unit("s")
      .when(part, "measures over an interval of time")
      .otherwise("the start")
      .doc("only later values count");
  v.field("to", to)
      .unit("s")
      .when(part, "measures over an interval of time")
      .otherwise("the end")
      .doc("only earlier values count");
  v.field("time", time)
      .unit("s")
      .when(measure == Measure::at, "measure: at")
      .required()
      .doc("time of the value");
  const bool deviation = measure == Measure::deviation;
  v.field("reference", reference)
      .unit("*")
      .when(deviation, "measure: deviation")
      .doc("list of [time, value] (SI) to compare with; or give csv");
  v.field("csv", csv)
      .when(deviation, "measure: deviation")
      .doc("CSV file beside the model file that holds the reference");
  if (deviation) v.one_of({"reference", "csv"});
  const bool file = deviation && !csv.empty();
  v.field("csv_column", csv_column)
      .when(file, "csv")
      .required()
      .doc("column that holds the values");
  v.field("csv_time", csv_time)
      .when(file, "csv")
      .otherwise("first column")
      .doc("column that holds the times");
}

void ExpectSpec::describe(Fields& v) {
  v.about("expect", "a figure, its reference value and how close it must be");
  v.field("figure", figure).required().doc("name of a figure");
  v.field("value", value).unit("*").required().doc("reference");
  v.field("tolerance", tolerance)
      .unit("*")
      .required()
      .doc("\"0.2 %\" of the reference, or an absolute number (SI)");
  v.field("source", source).doc("where the reference comes from");
}

}  // namespace cuttle
