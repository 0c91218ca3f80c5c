#include "cuttle/control/lqr.h"

#include "cuttle/base/contract.h"
#include "cuttle/control/law_columns.h"
#include "cuttle/core/difference.h"

namespace cuttle {

Lqr::Lqr(const Model& model, State x0, VectorX u0, MatrixX K)
    : x0_(std::move(x0)),
      u0_(std::move(u0)),
      K_(std::move(K)),
      deviation_(VectorX::Zero(2 * model.nv)) {
  expects(K_.rows() == u0_.size() && K_.cols() == 2 * model.nv, "gains (inputs x 2 nv)");
  expects(x0_.q.size() == model.nq && x0_.v.size() == model.nv, "a state of this model");
}

Status Lqr::command(const Observation& seen, std::span<double> commands) {
  const int nv = seen.model.nv;
  difference(seen.model, x0_.q, seen.x.q, deviation_.head(nv));
  deviation_.tail(nv) = seen.x.v - x0_.v;
  Eigen::Map<VectorX> u(commands.data(), Eigen::Index(commands.size()));
  u = u0_;
  u.noalias() -= K_ * deviation_;
  return {};
}

std::vector<ControllerColumn> Lqr::columns() const { return lqr_columns(); }

void Lqr::tell(std::span<double> values) const {
  values[0] = deviation_.head(deviation_.size() / 2).norm();
}

}  // namespace cuttle
