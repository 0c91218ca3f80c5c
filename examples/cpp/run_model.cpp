// Runs a model file and looks at the result: the period of a pendulum that swings by 60 degrees.
#include <cmath>
#include <cstdio>

#include "cuttle/cuttle.h"

int main() {
  try {
    // any field of the file can be set, as with `cuttle run --set`; its own expectations are
    // about 90 degrees, so they are left out here
    cuttle::ScenarioSpec spec =
        cuttle::read_scenario("models/pendulum.yaml", {"bodies.bob.joint.initial=60 deg"});
    spec.expect.clear();
    const cuttle::RunResult result = cuttle::run(spec);
    if (!result.status.ok()) return 1;

    const auto angle = result.trajectory.column("angle.angle");
    std::printf("%zu rows; the last angle is %.6f rad\n", angle.size(), angle.back());

    // T = 4 sqrt(l/g) K(sin(amplitude/2)), K the complete elliptic integral
    const double expected = 4 / std::sqrt(9.81) * std::comp_ellint_1(std::sin(std::acos(-1.0) / 6));
    for (const cuttle::Figure& figure : result.figures) {
      if (figure.name != "period") continue;
      std::printf("period %.9f s, exactly %.9f s\n", figure.value, expected);
      return std::abs(figure.value - expected) < 1e-8 ? 0 : 1;
    }
  } catch (const cuttle::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 1;
}
