// Formulas of columns that have no value, or one that is not allowed; and those that only seem to.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/runs.h"

namespace cuttle::testing {
namespace {

TEST(FormulaFaults, AValueThatIsNoNumberEndsTheRun) {
  const RunResult result = run(parse_scenario(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: block
    joint: {type: prismatic, axis: x, velocity: 1, effort: "sqrt(0.5 - block.travel)"}
    rigid: {mass: 1, inertia: [1, 1, 1]}
probes:
  - {name: block, joint: block}
study: {type: dynamics, duration: 2, output_step: 0.1}
)yaml",
                                              "nan.yaml"));
  EXPECT_FALSE(result.status.ok());
  const std::string text = to_string(result.status);
  EXPECT_NE(text.find("joint block: effort is nan N at t = 0.4"), text.npos) << text;
  EXPECT_NE(text.find("'sqrt(0.5 - block.travel)' (nan.yaml:5:60)"), text.npos) << text;
  EXPECT_GT(result.trajectory.rows(), 3);
}

// also where a stiff formula asks for the tangent
TEST(FormulaFaults, CablesOnlyPull) {
  for (const char* method :
       {"method: dopri5", "method: implicit", "method: generalized_alpha, step: 10 ms"})
    for (const char* tension : {"1 N - 2 N/m*block.travel", "100 N/m^3*(0.5 m - block.travel)^3"}) {
      const std::string text = fmt::format(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: block
    joint: {{type: prismatic, axis: x, velocity: 5}}
    rigid: {{mass: 1, inertia: [1, 1, 1]}}
cables:
  - {{name: c, tension: "{}", path: [{{body: block}}, {{body: world, point: [20, 0, 0]}}]}}
probes:
  - {{name: block, joint: block}}
study: {{type: dynamics, duration: 2, output_step: 0.1, {}}}
)yaml",
                                           tension, method);
      const RunResult result = run(parse_scenario(text, "push.yaml"));
      EXPECT_FALSE(result.status.ok()) << method << tension;
      EXPECT_NE(to_string(result.status).find("but cables only pull"), std::string::npos)
          << method << tension << to_string(result.status);
    }
}

// infinite slopes times nothing: dampers at rest
TEST(FormulaFaults, DampersWithInfiniteSlopesRest) {
  for (const char* damper : {"-2*bob.angle_rate*abs(bob.angle_rate)^0.8",
                             "-2*sign(bob.angle_rate)*sqrt(abs(bob.angle_rate))"})
    for (const char* study :
         {"{type: statics}", "{type: modes, about: statics, count: 1}",
          "{type: dynamics, duration: 0.5, output_step: 0.1, method: implicit}"}) {
      const RunResult result = run(parse_scenario(fmt::format(R"yaml(
bodies:
  - name: bob
    joint: {{type: revolute, axis: y, stiffness: 20, effort: "{}"}}
    rigid: {{mass: 1, center: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}}
probes:
  - {{name: bob, joint: bob}}
study: {}
)yaml",
                                                              damper, study),
                                                  "damper.yaml"));
      EXPECT_TRUE(result.status.ok()) << damper << study << to_string(result.status);
    }
}

// what the forces of the same instant decide, contacts and stops too, is known too late
TEST(FormulaFaults, RefuseWhatContactsDecide) {
  const auto message = [](const std::string& column) {
    return message_of(fmt::format(R"yaml(
bodies:
  - name: door
    joint: {{type: revolute, axis: z, limits: [null, 1], stop_stiffness: 100, friction: 0.1}}
    rigid: {{mass: 1, inertia: [1, 1, 1]}}
loads:
  - {{name: l, body: door, moment: [0, 0, "0.1*{}"]}}
probes:
  - {{name: door, joint: door}}
study: {{type: dynamics, duration: 1}}
)yaml",
                                  column));
  };
  EXPECT_EQ(message("door.angle"), "");
  for (const char* column : {"door.angle_stop", "door.angle_friction"})
    EXPECT_NE(message(column).find("the forces of this instant"), std::string::npos)
        << message(column);
}

}  // namespace
}  // namespace cuttle::testing
