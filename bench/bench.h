#pragma once
// A benchmark tells the time and, beside it, the error of the answer.

#include <span>
#include <string>

namespace cuttle::bench {

/// What a case measured. A case that could not run leaves NaN and says why in `note`.
struct Measurement {
  double seconds;         // best of several, single thread
  double error;           // see Case::error_of
  std::string note = {};  // settings that matter
};

/// One row of the table. A target of 0 is none.
struct Case {
  const char* name;
  double target_seconds;
  double error_limit;    // the time counts only if the error is not larger
  const char* error_of;  // what the error is, with its unit
  Measurement (*measure)();
};

/// All cases, in the order of the report.
std::span<const Case> cases();

// statics and modes
Measurement follower_force();
Measurement roll_up();
Measurement elastica();
Measurement cable_arc();
Measurement rod_modes();
Measurement l_beam();
Measurement hybrid_manipulator();
// motion
Measurement pendulum();
Measurement free_body();
Measurement flying_rod();
Measurement energy_cantilever();
Measurement energy_cantilever_damped();
Measurement soft_swing();
Measurement stiff_rod();
Measurement hybrid_arm();
Measurement rod_on_drum();
Measurement gripper();
Measurement modules_hydrostatic();
Measurement flagellate();
Measurement mantle_surge();
Measurement quadropus();
Measurement monopus();
Measurement caterpillar();
Measurement caterpillar_rods();
Measurement tip_tracking();
// one evaluation of the dynamics, and how it grows
Measurement swimmer_evaluation();
Measurement linearize();
Measurement growth_chain();
Measurement growth_star();
Measurement growth_modules();
Measurement growth_modules_water();
Measurement growth_contact();
Measurement growth_net();
Measurement growth_ties();
Measurement sma_walker();
// many runs
Measurement cable_design();
Measurement sweep_overhead();
Measurement sweep_sample();
// what comes after a run
Measurement report();

}  // namespace cuttle::bench
