#pragma once

#include <array>
#include <span>

#include "cuttle/spec/choice.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

// The names of all enumerations of the model language, with a word on each.

inline constexpr std::array<Choice<Interpolation>, 4> kInterpolations = {{
    {Interpolation::linear, "linear", "straight lines"},
    {Interpolation::step, "step", "the last value holds"},
    {Interpolation::cubic, "cubic", "natural cubic spline"},
    {Interpolation::smooth, "smooth", "cubics that never overshoot, at rest at both ends"},
}};

inline constexpr std::array<Choice<SectionShape>, 4> kSectionShapes = {{
    {SectionShape::circle, "circle", "radius"},
    {SectionShape::rectangle, "rectangle", "width (y) and height (z)"},
    {SectionShape::ellipse, "ellipse", "semi-axes along y and z"},
    {SectionShape::custom, "custom", "matrices of stiffness, inertia, damping"},
}};

inline constexpr std::array<Choice<TorsionConstant>, 2> kTorsionConstants = {{
    {TorsionConstant::polar, "polar", "polar moment of area"},
    {TorsionConstant::saint_venant, "saint_venant", "takes warping into account"},
}};

inline constexpr std::array<Choice<Record>, 5> kRecords = {{
    {Record::position, "position", "x y z [m]"},
    {Record::rotation, "rotation", "unit quaternion"},
    {Record::velocity, "velocity", "angular and linear velocity"},
    {Record::imu, "imu",
     "acceleration minus gravity and angular velocity, in the frame's own axes"},
    {Record::depth, "depth", "below the surface of the water"},
}};

inline constexpr std::array<Choice<StudyType>, 4> kStudyTypes = {{
    {StudyType::dynamics, "dynamics", "motion in time"},
    {StudyType::statics, "statics", "one equilibrium"},
    {StudyType::load_path, "load_path",
     "equilibria while the loads change; t of the signals is the load"},
    {StudyType::modes, "modes", "natural frequencies, damping and stability"},
}};

inline constexpr std::array<Choice<Method>, 5> kMethods = {{
    {Method::dopri5, "dopri5", "explicit Runge-Kutta 5(4)"},
    {Method::bdf, "bdf", "CVODE, stiff"},
    {Method::adams, "adams", "CVODE, not stiff"},
    {Method::implicit, "implicit", "SDIRK4 for stiff robots"},
    {Method::generalized_alpha, "generalized_alpha", "implicit, numerical damping rho_infinity"},
}};

inline constexpr std::array<Choice<StartFrom>, 3> kStarts = {{
    {StartFrom::rest, "rest", "the initial values of the file"},
    {StartFrom::statics, "statics", "the equilibrium at the start"},
    {StartFrom::steady, "steady",
     "modes: the steady motion nearest to the initial velocities, under the inputs at t = 0"},
}};

inline constexpr std::array<Choice<PathControl>, 2> kPathControls = {{
    {PathControl::load, "load", "equal steps of the load; at a limit point the robot snaps"},
    {PathControl::arc_length, "arc_length",
     "steps along the path, through limit points, where the load turns back"},
}};

inline constexpr std::array<Choice<ConstraintMethod>, 3> kConstraintMethods = {{
    {ConstraintMethod::projection, "projection", "every step ends with all gaps closed"},
    {ConstraintMethod::udwadia_kalaba, "udwadia_kalaba",
     "the same with full matrices and a pseudo-inverse: slow, for comparison"},
    {ConstraintMethod::baumgarte, "baumgarte", "gaps are not closed, but decay"},
}};

inline constexpr std::array<Choice<Measure>, 17> kMeasures = {{
    {Measure::final, "final", "last value"},
    {Measure::initial, "initial", "first value"},
    {Measure::min, "min", "smallest value"},
    {Measure::max, "max", "largest value"},
    {Measure::mean, "mean", "mean over time"},
    {Measure::rms, "rms", "root mean square"},
    {Measure::amplitude, "amplitude", "half of max - min"},
    {Measure::frequency, "frequency", "frequency of crossings of the mean"},
    {Measure::period, "period", "1 / frequency"},
    {Measure::drift, "drift", "largest change relative to the first value"},
    {Measure::at, "at", "value at `time`"},
    {Measure::deviation, "deviation", "largest distance from the CSV data"},
    {Measure::distance, "distance", "swimmer: straight distance from the first place to the last"},
    {Measure::mean_speed, "mean_speed", "swimmer: that distance per time"},
    {Measure::cost_of_transport, "cost_of_transport",
     "swimmer: work of the drives / (m g distance), g = 9.81 m/s^2 and m the mass of the robot"},
    {Measure::efficiency, "efficiency",
     "swimmer: work against drag / work of the drives, in still water"},
    {Measure::strouhal, "strouhal",
     "swimmer: frequency * (largest - smallest value) of `column`, which follows the tail, / "
     "mean_speed"},
}};

inline constexpr std::array<Choice<WorldFrame>, 2> kWorldFrames = {{
    {WorldFrame::zup, "zup", "z up: gravity (0, 0, -9.81) unless it is given"},
    {WorldFrame::ned, "ned", "north, east, down: gravity (0, 0, 9.81) unless it is given"},
}};

inline constexpr std::array<Choice<ProfileAxis>, 2> kProfileAxes = {{
    {ProfileAxis::height, "height", "above the world's origin, against gravity"},
    {ProfileAxis::depth, "depth", "below the surface, or below the origin if there is none"},
}};

inline constexpr std::array<Choice<WaterSource>, 2> kWaterSources = {{
    {WaterSource::shapes, "shapes", "from the shape of the body"},
    {WaterSource::none, "none", "zero"},
}};

inline constexpr std::array<Choice<DragForm>, 2> kDragForms = {{
    {DragForm::componentwise, "componentwise", "|v_i| v_i of each component on its own"},
    {DragForm::vector, "vector", "|v| v_i with the length of the whole vector"},
}};

inline constexpr std::array<Choice<TwistOrder>, 2> kTwistOrders = {{
    {TwistOrder::angular_first, "angular_first", "about x, y, z, then along x, y, z"},
    {TwistOrder::linear_first, "linear_first", "surge, sway, heave, roll, pitch, yaw"},
}};

inline constexpr std::array<Choice<RodEnd>, 2> kRodEnds = {{
    {RodEnd::base, "base", "the end where X = 0"},
    {RodEnd::tip, "tip", "the other end"},
}};

inline constexpr std::array<Choice<HeldEnd>, 2> kHeldEnds = {{
    {HeldEnd::start, "start", "the start of the profile"},
    {HeldEnd::end, "end", "its end; abscissas still count from the start"},
}};

inline constexpr std::array<Choice<ShellEdge>, 2> kShellEdges = {{
    {ShellEdge::free, "free", "nothing holds it"},
    {ShellEdge::capped, "capped",
     "a rigid cap keeps its radius and slope; a profile that ends on the axis is closed"},
}};

inline constexpr std::array<Choice<ShellCoupling>, 2> kShellCouplings = {{
    {ShellCoupling::full, "full", "all six"},
    {ShellCoupling::axial, "axial", "only that along its axis: no inertia or weight across it"},
}};

inline constexpr std::array<Choice<NetMethod>, 2> kNetMethods = {{
    {NetMethod::euler, "euler", "backward Euler: robust, with numerical damping"},
    {NetMethod::midpoint, "midpoint",
     "implicit midpoint: conserves momentum, and nearly conserves energy"},
}};

constexpr std::span<const Choice<Interpolation>> choices(Interpolation) { return kInterpolations; }
constexpr std::span<const Choice<SectionShape>> choices(SectionShape) { return kSectionShapes; }
constexpr std::span<const Choice<TorsionConstant>> choices(TorsionConstant) {
  return kTorsionConstants;
}
constexpr std::span<const Choice<Record>> choices(Record) { return kRecords; }
constexpr std::span<const Choice<StudyType>> choices(StudyType) { return kStudyTypes; }
constexpr std::span<const Choice<Method>> choices(Method) { return kMethods; }
constexpr std::span<const Choice<StartFrom>> choices(StartFrom) { return kStarts; }
constexpr std::span<const Choice<PathControl>> choices(PathControl) { return kPathControls; }
constexpr std::span<const Choice<ConstraintMethod>> choices(ConstraintMethod) {
  return kConstraintMethods;
}
constexpr std::span<const Choice<Measure>> choices(Measure) { return kMeasures; }
constexpr std::span<const Choice<WorldFrame>> choices(WorldFrame) { return kWorldFrames; }
constexpr std::span<const Choice<ProfileAxis>> choices(ProfileAxis) { return kProfileAxes; }
constexpr std::span<const Choice<WaterSource>> choices(WaterSource) { return kWaterSources; }
constexpr std::span<const Choice<DragForm>> choices(DragForm) { return kDragForms; }
constexpr std::span<const Choice<TwistOrder>> choices(TwistOrder) { return kTwistOrders; }
constexpr std::span<const Choice<RodEnd>> choices(RodEnd) { return kRodEnds; }
constexpr std::span<const Choice<HeldEnd>> choices(HeldEnd) { return kHeldEnds; }
constexpr std::span<const Choice<ShellEdge>> choices(ShellEdge) { return kShellEdges; }
constexpr std::span<const Choice<ShellCoupling>> choices(ShellCoupling) { return kShellCouplings; }
constexpr std::span<const Choice<NetMethod>> choices(NetMethod) { return kNetMethods; }

}  // namespace cuttle
