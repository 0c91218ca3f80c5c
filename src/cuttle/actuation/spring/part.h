#pragma once
// Springs of a model file.

#include <array>
#include <optional>
#include <span>
#include <string>

#include "cuttle/actuation/spring/spring.h"
#include "cuttle/signal/signal_spec.h"
#include "cuttle/spec/choice.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// One end of a spring: a place on a body, or in the world.
struct SpringEndSpec {
  std::string body = "world";
  BodyPlaceSpec at;
  Vector3 point = Vector3::Zero();  // [m] in the mount frame
  Origin origin;

  void describe(Fields& v);
};

struct SpringSpec {
  std::string name;
  SpringEndSpec a, b;
  double stiffness = 0;          // [N/m]
  double damping = 0;            // [N s/m]
  std::optional<double> length;  // [m] at rest; left out: the distance at the start
  double pretension = 0;         // [N] at that length
  SpringActs acts = SpringActs::both;
  std::optional<SignalSpec> force;  // [N] besides
  Origin origin;

  void describe(Fields& v);
};

inline constexpr std::array<Choice<SpringActs>, 3> kSpringActs = {{
    {SpringActs::both, "both", "it pulls and pushes"},
    {SpringActs::tension, "tension", "it only pulls, like a rope: slack where it would push"},
    {SpringActs::compression, "compression",
     "it only pushes, like a buffer: loose where it would pull"},
}};

constexpr std::span<const Choice<SpringActs>> choices(SpringActs) { return kSpringActs; }

}  // namespace cuttle
