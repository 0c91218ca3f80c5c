#include <algorithm>
#include <stdexcept>

#include "support/random.h"
#include "support/turned.h"

namespace cuttle::testing {
namespace {

// by Fisher and Yates: the same on every machine
template <class T>
void shuffle(std::vector<T>& list, Random& random) {
  for (std::size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[std::size_t(random.integer(0, int(i) - 1))]);
}

}  // namespace

ScenarioSpec reordered(ScenarioSpec spec, unsigned seed) {
  for (const ControllerSpec& controller : spec.controllers)
    if (controller.lqr &&
        std::max(controller.lqr->position_cost.size(), controller.lqr->velocity_cost.size()) > 1)
      throw std::invalid_argument("cannot be reordered: costs listed by coordinate");
  Random random(seed);
  shuffle(spec.bodies, random);
  shuffle(spec.nets, random);
  shuffle(spec.loads, random);
  shuffle(spec.cables, random);
  shuffle(spec.muscles, random);
  shuffle(spec.shell_loads, random);
  shuffle(spec.jets, random);
  shuffle(spec.thrusters, random);
  shuffle(spec.fins, random);
  shuffle(spec.connections, random);
  shuffle(spec.obstacles, random);
  shuffle(spec.probes, random);
  shuffle(spec.sensors, random);
  shuffle(spec.controllers, random);
  for (NetSpec& net : spec.nets) {
    shuffle(net.supports, random);
    shuffle(net.clamps, random);
    shuffle(net.loads, random);
    shuffle(net.welds, random);
  }
  spec.figures.clear();
  spec.expect.clear();
  return spec;
}

}  // namespace cuttle::testing
