#include "cuttle/control/function_controller.h"

#include "cuttle/base/contract.h"

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

}  // namespace cuttle
