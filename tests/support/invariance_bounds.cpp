#include "support/invariance_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "cuttle/actuation/spring/part.h"
#include "cuttle/compile/compile.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/control/controller/part.h"
#include "cuttle/control/frame/controlled_frame.h"
#include "support/invariance_cases.h"

namespace cuttle::testing {
namespace {

// Shapes that touch are springs of up to 1e8 N/m. They feel round-off of places: 1e-16 m near the
// origin, 1e-14 m at a distance of 100 m, which are 1e-6 N.
constexpr double kContact = 1e-7, kContactFarAway = 1e-5;
// Loops are closed by differences of places, too.
constexpr double kLoopFarAway = 100 * kRoundOff;
// A goal that turns is a spline after it was turned (support/turned_signals.h).
constexpr double kTurnedGoal = 1e-5;

/// What no rule covers: motions that make much of the last digit.
struct Sensitive {
  std::string_view model;
  std::string_view unit;  // of the columns; empty: all
  double bound;
  // a column of angles: where its cosine is zero these are not determined, and the bound is over
  // the least that a row has
  std::string_view angle = "";
  std::optional<Method> method = {};  // none: all
  std::optional<ConstraintMethod> constraints = {};
};
constexpr Sensitive kSensitive[] = {
    // Driven straight ahead is unstable (modules_stability.yaml): what should be zero grows like
    // exp(0.7 t), by 1.2e6 in 20 s, from 1e-16 rad/s to 1e-10 rad/s, where nothing else turns.
    {"modules_straight", "", 1e-6},
    // By baumgarte, r = 20 1/s, gaps of round-off, 2.2e-16 m at 1 m from the origin, are closed
    // instead of projected away: r g over the arm of 0.298 m are 1.5e-14 rad/s, which grow
    // to 1.8e-8 rad/s, of 1e-3.
    {"modules_straight", "rad/s", 1.8e-5, "", {}, ConstraintMethod::baumgarte},
    {"modules_docking", "", 1e-6},
    // All cranks in one line: there the forces depend on a matrix that is nearly singular, and
    // differ by as much as the states of two dopri5 runs do (they go down with rtol).
    {"four_bar_ladder", "", 1e-6},
    // ... and forces along the line grow with the inverse of the distance from it.
    {"four_bar_ladder", "N", 1e-6, "first.angle"},
    // Its damper makes the force jump inside a step at each impact, and the last digit decides
    // which steps are refused there (dopri5: 217 steps or 222): the ball meets the floor by other
    // steps, with every method. 1.5e-6 m/s differ with rtol 1e-9, 9e-9 with 1e-11.
    {"bouncing_ball", "", 1e-6},
    // While it touches, a place is a force by k = 1 MN/m, a velocity by k V / F (F^2 / k is m V^2)
    // and an energy by F. Places that differ by 100 rtol = 1e-7 of L = 1.1 m make k L / F = 490
    // times that of the largest force F = 2250 N and of the largest velocity V, and F L / E = 460
    // times that of the largest energy E = 5.4 J.
    {"bouncing_ball", "N", 4.9e-5},
    {"bouncing_ball", "m/s", 4.9e-5},
    {"bouncing_ball", "J", 4.6e-5},
    // Its force has a corner where it becomes taut, and the last digit decides which steps are
    // refused there. Places that differ by 100 rtol = 1e-8 of L = 1 m make k L / F = 7.1 times that
    // of the largest force F = 113 N (k = 800 N/m) and of the largest velocity, and F L / E = 19
    // times that of the largest energy E = 6 J. (1e-8 m are 1.25e-8 of 0.8 m, the longest of the
    // recorded lengths.)
    {"spring_tether", "m", 1.25e-8},
    {"spring_tether", "N", 7.1e-8},
    {"spring_tether", "m/s", 7.1e-8},
    {"spring_tether", "J", 1.9e-7},
    // implicit asks its tolerance of what is as slow as the motion, and may step over the corner:
    // that misses at most (k/m) V h^2 / 8 = 1.75e-5 m/s with V = 2.43 m/s and h = 0.38 ms (1.8 s in
    // 4738 steps by the finer tolerance), which with w = sqrt(k/m) = 20 rad/s are 8.8e-7 m, 7e-4 N
    // and, by m V, 8.5e-5 J.
    {"spring_tether", "m", 1.1e-6, "", Method::implicit},
    {"spring_tether", "N", 6.2e-6, "", Method::implicit},
    {"spring_tether", "m/s", 7.1e-6, "", Method::implicit},
    {"spring_tether", "J", 1.4e-5, "", Method::implicit},
    // Pulled together by baumgarte, with r = 20 1/s, a gap g is a force m r^2 g, m = 2/3 kg being
    // the mass of one module against the other. By bdf and adams places differ by rtol of 1.1 m;
    // at a hundredth of the model's, 1e-12, these are 3e-10 N of the largest force, 2.1 mN.
    // (Round-off of places 100 m away, 1.4e-14 m, makes 4e-12 N: 2e-9 of it.)
    {"docking", "N", 1.4e-7},
};

double bound_of(const Sensitive& one, const Trajectory& series) {
  if (one.angle.empty()) return one.bound;
  double least = 1;
  for (const double angle : series.column(std::string(one.angle)))
    least = std::min(least, std::abs(std::cos(angle)));
  return std::min(one.bound / least, kMostOfForces);
}

/// Of bodies that touch: from the middle of a shape to its end.
double smallest_lever(const ScenarioSpec& spec) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactShape& shape : build(spec).model.contact.shapes) {
    if (shape.body < 0) continue;
    const bool box = shape.kind == ContactShapeKind::box;
    const double radius = std::max(shape.radius[0], shape.radius[1]);
    least = std::min(least, box ? shape.half.maxCoeff() : std::max(shape.half_length, radius));
  }
  return least;
}

}  // namespace

bool other_steps(const ScenarioSpec& spec, const Variant& variant) {
  const bool adaptive = spec.study.type == StudyType::dynamics && spec.study.step == 0;
  // other coordinates are a different problem for every method that judges errors by them; the last
  // digit decides which steps over a corner are refused, of tethers and, in full size, of contacts
  const bool tethers = std::ranges::any_of(spec.of<SpringSpec>(), [](const SpringSpec& spring) {
    return spring.acts != SpringActs::both;
  });
  const bool other = variant.free_bodies == FreeBodies::started_elsewhere || tethers ||
                     (full_size() && !spec.of<ContactSpec>().empty());
  return adaptive && (other || spec.study.method != Method::dopri5);
}

bool took_other_steps(const RunResult& first, const RunResult& second) {
  return full_size() && (first.solver.steps != second.solver.steps ||
                         first.solver.rejected != second.solver.rejected);
}

double invariance_bound(const ScenarioSpec& spec, const Variant& variant, const Trajectory& series,
                        const std::string& unit, bool by_other_steps) {
  const bool far_away = variant.far_away();
  double most = kRoundOff;
  if (by_other_steps || other_steps(spec, variant))
    most = std::max(most, std::min(kErrorOverRtol * spec.study.rtol, kMostOfSteps));
  if (!spec.of<ContactSpec>().empty()) most = std::max(most, far_away ? kContactFarAway : kContact);
  if (!spec.of<ConnectionSpec>().empty() && far_away) most = std::max(most, kLoopFarAway);
  for (const ControllerSpec& controller : spec.of<ControllerSpec>())
    if (controller.controlled_frame() && controller.controlled_frame()->goal.rotation)
      most = std::max(most, kTurnedGoal);
  for (const Sensitive& one : kSensitive)
    if (one.model == spec.name && (one.unit.empty() || one.unit == unit) &&
        (!one.method || *one.method == spec.study.method) &&
        (!one.constraints || *one.constraints == spec.study.constraints))
      most = std::max(most, bound_of(one, series));
  return most;
}

double MadeOfPlaces::of(const std::string& unit, double F) const {
  if (unit == "N") return force;
  if (!full_size()) return 0;
  if (unit == "m/s") return velocity;
  return unit == "J" && force > 0 ? F : 0;
}

MadeOfPlaces made_of_places(const ScenarioSpec& spec) {
  MadeOfPlaces made;
  if (full_size()) made.angle = 0.5;
  if (full_size()) made.turn = kRoundOff;
  for (const ContactSpec& contact : spec.of<ContactSpec>())
    made.force = std::max(made.force, contact.stiffness.value_or(0));
  if (full_size() && !spec.of<ContactSpec>().empty()) made.lever = smallest_lever(spec);
  if (spec.of<ConnectionSpec>().empty() || spec.study.constraints != ConstraintMethod::baumgarte)
    return made;
  made.velocity = spec.study.baumgarte_rate;
  double mass = 0;
  for (const Body& body : build(spec).model.bodies) mass += body.family->mass();
  made.force = std::max(made.force, mass * made.velocity * made.velocity);
  return made;
}

}  // namespace cuttle::testing
