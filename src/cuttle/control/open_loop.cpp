#include "cuttle/control/open_loop.h"

#include "cuttle/base/contract.h"

namespace cuttle {

OpenLoop::OpenLoop(std::vector<Signal> signals) : signals_(std::move(signals)) {
  expects(!signals_.empty(), "at least one signal");
}

Status OpenLoop::command(const Observation& seen, std::span<double> commands) {
  expects(signals_.size() == 1 || signals_.size() == commands.size(),
          "one signal for each input, or one for all");
  for (size_t i = 0; i < commands.size(); ++i)
    commands[i] = signals_[signals_.size() == 1 ? 0 : i].value(seen.x.t);
  return {};
}

}  // namespace cuttle
