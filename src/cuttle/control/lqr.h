#pragma once

#include "cuttle/control/controller.h"

namespace cuttle {

/// Holds a robot at a state: u = u0 - K [q (-) q0; v - v0], K (inputs x 2 nv). The difference of
/// positions is the displacement that leads from q0 to q: q = retract(q0, q (-) q0).
class Lqr final : public Controller {
 public:
  Lqr(const Model&, State x0, VectorX u0, MatrixX K);

  Status command(const Observation&, std::span<double> commands) override;
  std::vector<ControllerColumn> columns() const override;
  void tell(std::span<double> values) const override;

 private:
  State x0_;
  VectorX u0_;
  MatrixX K_;
  VectorX deviation_;  // (2 nv)
};

}  // namespace cuttle
