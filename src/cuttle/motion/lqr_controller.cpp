#include "cuttle/motion/lqr_controller.h"

#include <algorithm>

#include "cuttle/control/law_columns.h"

namespace cuttle {

LqrController::LqrController(const Scenario& scenario, LqrTask task)
    : scenario_(scenario), task_(std::move(task)) {}

Status LqrController::command(const Observation& seen, std::span<double> commands) {
  if (!law_) {
    if (Status status = design_lqr(scenario_, task_, seen.x, seen.u, design_); !status.ok())
      return status;
    law_.emplace(scenario_.model, design_.x0, design_.u0, design_.K_x);
    last_ = design_.u0;
  }
  if (Status status = law_->command(seen, commands); !status.ok()) return status;
  // the command before is still on its way
  Eigen::Map<VectorX> u(commands.data(), Eigen::Index(commands.size()));
  u.noalias() -= design_.K_u * (last_ - design_.u0);
  last_ = u.cwiseMax(task_.bounds.low).cwiseMin(task_.bounds.high);
  return {};
}

std::vector<ControllerColumn> LqrController::columns() const { return lqr_columns(); }

void LqrController::tell(std::span<double> values) const {
  if (law_)
    law_->tell(values);
  else
    std::ranges::fill(values, 0);
}

}  // namespace cuttle
