#include "cuttle/sim/modes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/sim/scales.h"

namespace cuttle {
namespace {

std::vector<int> free_coordinates(const Model& model) {
  std::vector<int> free;
  std::vector<bool> held(size_t(model.nv), false);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) held[size_t(step.v)] = true;
  for (int i = 0; i < model.nv; ++i)
    if (!held[size_t(i)]) free.push_back(i);
  return free;
}

/// x'' = lambda x with lambda = -omega^2: frequency from the imaginary part of sqrt(lambda), growth
/// from its real part.
NaturalMode mode_of(std::complex<double> omega_squared, double resolution, const VectorX& shape) {
  NaturalMode mode;
  const std::complex<double> rate = std::sqrt(-omega_squared);
  mode.frequency = std::abs(rate.imag()) / (2 * std::numbers::pi);
  mode.growth = std::abs(rate.real());
  if (std::abs(omega_squared) < resolution) mode.frequency = mode.growth = 0;
  mode.shape = shape;
  return mode;
}

}  // namespace

std::vector<NaturalMode> natural_modes(const Model& model, const State& x, const Input& u,
                                       int count, Workspace& ws, Status& status) {
  State at = x;
  at.v.setZero();
  TreeTangent tangent(model);
  Model pushed = model;
  if (!model.connections.empty()) {
    // the forces that hold the loops are stiffness, too
    inverse_dynamics(model, at, u, nullptr, ws);
    ws.lambda = static_multipliers(model, at, u, ws);
    pushed.actors.push_back(std::make_shared<const ConnectionForces>());
  }
  tangent.linearise(pushed, at, u, nullptr, {1, 0, 0}, ws);
  const MatrixX K_all = tangent.dense(pushed, ws);
  const MatrixX M_all = mass_matrix(model, at, u, ws);
  const std::vector<int> free = free_coordinates(model);
  MatrixX K = K_all(free, free), M = M_all(free, free);

  // closed loops leave fewer motions: x = Z y
  MatrixX Z = MatrixX::Identity(K.rows(), K.rows());
  if (!model.connections.empty()) {
    const DenseRows rows = dense_rows(model, at, ws);
    Z = null_space(rows.A(Eigen::all, free));
    K += cross_stiffness(model, at, ws.lambda, ws)(free, free);
    K = (Z.transpose() * K * Z).eval();
    M = (Z.transpose() * M * Z).eval();
  }
  if (!K.allFinite() || !M.allFinite()) {
    status = Status::fail(Status::Code::not_finite, "stiffness or inertia is not finite");
    return {};
  }

  // symmetric unless follower loads act
  const double resolution = 1e-12 * K.cwiseAbs().maxCoeff() / M.cwiseAbs().maxCoeff();
  std::vector<NaturalMode> modes;
  if ((K - K.transpose()).norm() <= 1e-9 * K.norm()) {
    const MatrixX K_sym = 0.5 * (K + K.transpose());
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixX> solver(K_sym, M);
    for (Eigen::Index i = 0; i < K.rows(); ++i)
      modes.push_back(mode_of(solver.eigenvalues()[i], resolution, solver.eigenvectors().col(i)));
  } else {
    const Eigen::EigenSolver<MatrixX> solver(M.llt().solve(K));
    for (Eigen::Index i = 0; i < K.rows(); ++i)
      modes.push_back(
          mode_of(solver.eigenvalues()[i], resolution, solver.eigenvectors().col(i).real()));
  }

  std::sort(modes.begin(), modes.end(), [](const NaturalMode& a, const NaturalMode& b) {
    return a.frequency - a.growth < b.frequency - b.growth;
  });
  modes.resize(std::min(modes.size(), size_t(count)));

  // back to all coordinates, scaled to the size of one
  const VectorX scale = displacement_scale(model);
  for (NaturalMode& mode : modes) {
    VectorX full = VectorX::Zero(model.nv);
    const VectorX shape = Z * mode.shape;
    for (size_t i = 0; i < free.size(); ++i) full[free[i]] = shape[Eigen::Index(i)];
    const double size = full.cwiseQuotient(scale).cwiseAbs().maxCoeff();
    mode.shape = size > 0 ? VectorX(full / size) : full;
  }
  return modes;
}

}  // namespace cuttle
