#pragma once
// What a person can turn while the model is on the screen, and how far.

#include <string>
#include <vector>

#include "cuttle/compile/compile.h"

namespace cuttle {

enum class KnobKind { tension, effort, load, coordinate };

/// A slider: one entry of Input::u, or all entries of one component of a load along a rod, which
/// keep their proportions.
struct Knob {
  std::string name;  // of the input, without the [k] of stations
  std::string unit;
  KnobKind kind = KnobKind::load;
  std::vector<int> entries;   // in Input::u
  std::vector<double> shape;  // (entries) value of an entry for a knob at 1
  std::size_t reference = 0;  // the entry whose value is that of the knob
  double min = 0, max = 0;    // of the slider

  int reference_entry() const { return entries[reference]; }
};

/// How far a slider goes, from the smallest and largest value that the signal takes in the study:
/// tensions from 0 to twice the largest (10 N if there is none), angles half a turn to either side,
/// everything else twice as far as it goes, to either side. Always holds `low` and `high`.
struct SliderRange {
  double min = 0, max = 0;
};
SliderRange slider_range(KnobKind kind, const std::string& unit, double low, double high);

/// The knobs of a model. Samples the signals over the study.
std::vector<Knob> make_knobs(const Scenario& scenario);

}  // namespace cuttle
