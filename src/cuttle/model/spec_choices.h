#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "cuttle/base/contract.h"
#include "cuttle/model/describe.h"
#include "cuttle/model/spec.h"

namespace cuttle {

// The names of all enumerations of the model language, with a word on each.

inline constexpr std::array<Choice<Interpolation>, 3> kInterpolations = {{
    {Interpolation::linear, "linear", "straight lines"},
    {Interpolation::step, "step", "the last value holds"},
    {Interpolation::cubic, "cubic", "natural cubic spline"},
}};

inline constexpr std::array<Choice<SectionShape>, 4> kSectionShapes = {{
    {SectionShape::circle, "circle", "radius"},
    {SectionShape::rectangle, "rectangle", "width (y) and height (z)"},
    {SectionShape::ellipse, "ellipse", "semi axes along y and z"},
    {SectionShape::custom, "custom", "matrices of stiffness, inertia, damping"},
}};

inline constexpr std::array<Choice<TorsionConstant>, 2> kTorsionConstants = {{
    {TorsionConstant::polar, "polar", "polar moment of area"},
    {TorsionConstant::saint_venant, "saint_venant", "warping taken into account"},
}};

inline constexpr std::array<Choice<LoadFrame>, 2> kLoadFrames = {{
    {LoadFrame::world, "world", "components along the world axes"},
    {LoadFrame::body, "body", "components along the axes of the mount frame (follower)"},
}};

inline constexpr std::array<Choice<Record>, 3> kRecords = {{
    {Record::position, "position", "x y z [m]"},
    {Record::rotation, "rotation", "unit quaternion"},
    {Record::velocity, "velocity", "angular and linear velocity"},
}};

inline constexpr std::array<Choice<StudyType>, 4> kStudyTypes = {{
    {StudyType::dynamics, "dynamics", "motion in time"},
    {StudyType::statics, "statics", "one equilibrium"},
    {StudyType::load_path, "load_path", "equilibria while the loads change; signals see t = load"},
    {StudyType::modes, "modes", "natural frequencies"},
}};

inline constexpr std::array<Choice<Method>, 5> kMethods = {{
    {Method::dopri5, "dopri5", "explicit Runge-Kutta 5(4)"},
    {Method::bdf, "bdf", "CVODE, stiff"},
    {Method::adams, "adams", "CVODE, not stiff"},
    {Method::implicit, "implicit", "SDIRK4 for stiff robots"},
    {Method::generalized_alpha, "generalized_alpha", "implicit, numerical damping rho_infinity"},
}};

inline constexpr std::array<Choice<StartFrom>, 2> kStarts = {{
    {StartFrom::rest, "rest", "the initial values of the file"},
    {StartFrom::statics, "statics", "the equilibrium at the start"},
}};

inline constexpr std::array<Choice<Measure>, 12> kMeasures = {{
    {Measure::final, "final", "last value"},
    {Measure::initial, "initial", "first value"},
    {Measure::min, "min", "smallest value"},
    {Measure::max, "max", "largest value"},
    {Measure::mean, "mean", "mean over time"},
    {Measure::rms, "rms", "root mean square"},
    {Measure::amplitude, "amplitude", "half of max - min"},
    {Measure::frequency, "frequency", "of crossings of the mean"},
    {Measure::period, "period", "1 / frequency"},
    {Measure::drift, "drift", "largest change relative to the first value"},
    {Measure::at, "at", "value at `time`"},
    {Measure::deviation, "deviation", "largest distance from the CSV data"},
}};

inline std::span<const Choice<Interpolation>> choices(Interpolation) { return kInterpolations; }
inline std::span<const Choice<SectionShape>> choices(SectionShape) { return kSectionShapes; }
inline std::span<const Choice<TorsionConstant>> choices(TorsionConstant) {
  return kTorsionConstants;
}
inline std::span<const Choice<LoadFrame>> choices(LoadFrame) { return kLoadFrames; }
inline std::span<const Choice<Record>> choices(Record) { return kRecords; }
inline std::span<const Choice<StudyType>> choices(StudyType) { return kStudyTypes; }
inline std::span<const Choice<Method>> choices(Method) { return kMethods; }
inline std::span<const Choice<StartFrom>> choices(StartFrom) { return kStarts; }
inline std::span<const Choice<Measure>> choices(Measure) { return kMeasures; }

/// The name of a value: name_of(Method::bdf) is "bdf".
template <class E>
const char* name_of(E value) {
  for (const Choice<E>& choice : choices(value))
    if (choice.value == value) return choice.name;
  expects(false, "every enumerator has a name");
  return "";
}

/// All names of an enumeration, in order.
template <class E>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const Choice<E>& choice : choices(E{})) names.emplace_back(choice.name);
  return names;
}

}  // namespace cuttle
