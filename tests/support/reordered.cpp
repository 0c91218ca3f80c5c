#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "cuttle/compile/part_table.h"
#include "cuttle/control/controller/part.h"
#include "cuttle/control/lqr/part.h"
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

void shuffle(const ListType& type, PartLists& lists, Random& random) {
  std::vector<std::size_t> order(lists.size(type));
  std::iota(order.begin(), order.end(), std::size_t(0));
  shuffle(order, random);
  PartLists shuffled;
  for (const std::size_t i : order)
    type.append(shuffled.list(type), type.type->item(lists.list(type), i).at);
  lists.replace(type, std::move(shuffled));
}

}  // namespace

ScenarioSpec reordered(ScenarioSpec spec, unsigned seed) {
  for (const ControllerSpec& controller : spec.of<ControllerSpec>())
    if (const std::optional<LqrSpec>& law = controller.law<LqrSpec>();
        law && std::max(law->position_cost.size(), law->velocity_cost.size()) > 1)
      throw std::invalid_argument("cannot be reordered: costs listed by coordinate");
  Random random(seed);
  shuffle(spec.bodies, random);
  shuffle(spec.of<NetSpec>(), random);
  for (const PartKind* kind : part_table())
    if (!kind->first_fits && acts_on_bodies(kind->chapter)) shuffle(*kind->type, spec, random);
  shuffle(spec.probes, random);
  for (const PartKind* kind : part_table())
    if (kind->chapter == Chapter::control) shuffle(*kind->type, spec, random);
  for (NetSpec& net : spec.of<NetSpec>()) {
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
