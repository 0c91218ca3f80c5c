#pragma once

namespace cuttle {

/// What a shape-memory strip asks of its segment at one time.
struct SmaValue {
  double rest_curvature;    // [1/m]
  double stiffness_factor;  // times the resting Young's modulus
};

/// A shape-memory strip under pulses of current, [Goldberg19] (7.1), (7.3). A pulse brings the
/// resting curvature to rest + amplitude (1 - L) and the stiffness to 1 + (hot - 1)(1 - L), where
/// L(s) = 1/(1 + exp(-(s - t0)/tau)) and s counts from the pulse, so both come back to rest. The
/// amplitude has the sign of the change: the paper's table with the paper's minus sign would curl
/// the strip tighter, against its text and figures.
struct SmaLaw {
  double rest_curvature = 0;  // [1/m]
  double amplitude = 0;       // change of curvature if the pulse acted fully [1/m]
  double t0 = 1;              // half way back [s]
  double tau = 1;             // [s]
  double hot_stiffness = 1;   // stiffness factor if the pulse acted fully
  double period = 0;          // between pulses [s]; 0: a single pulse
  double phase = 0;           // the first pulse [s]
  double rise = 0;            // the pulse takes hold linearly over this time [s]; 0: at once
};

/// Before and at the first pulse the strip rests. Each pulse restarts the law; during the rise
/// the value goes linearly from what it was to what the law says.
SmaValue sma_value(const SmaLaw& law, double t);

/// What a strip asks of its segment when this share of a pulse acts.
SmaValue sma_value_of(const SmaLaw& law, double share);

/// The first time after t at which the law is not smooth; infinity if there is none.
double next_corner(const SmaLaw& law, double t);

}  // namespace cuttle
