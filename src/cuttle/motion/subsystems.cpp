#include "cuttle/motion/subsystems.h"

#include "cuttle/compile/compile.h"
#include "cuttle/motion/net_mover.h"
#include "cuttle/motion/tree.h"

namespace cuttle {

Subsystems subsystems_of(const Scenario& scenario) {
  Subsystems parts = net_movers(scenario);
  if (!scenario.model.bodies.empty()) parts.insert(parts.begin(), std::make_unique<Tree>(scenario));
  return parts;
}

void read_all(const Subsystems& parts, double t, std::vector<NetReading>& readings) {
  for (const auto& part : parts) part->read(t, readings);
}

}  // namespace cuttle
