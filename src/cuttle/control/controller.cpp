#include "cuttle/control/controller.h"

#include "cuttle/base/error.h"

namespace cuttle {

FunctionController::FunctionController(Law law, std::function<void()> restart)
    : law_(std::move(law)), restart_(std::move(restart)) {
  expects(bool(law_), "a function to call");
}

void FunctionController::reset() {
  if (restart_) restart_();
}

Status FunctionController::command(const Observation& seen, std::span<double> commands) {
  return law_(seen, commands);
}

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
