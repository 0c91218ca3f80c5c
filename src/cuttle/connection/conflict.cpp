#include "cuttle/connection/conflict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/connection/dense_rows.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/linalg/product.h"

namespace cuttle {
namespace {

constexpr double kWeakest = 1e-6;    // directions of motion weaker than this do not count
constexpr double kTakesPart = 1e-4;  // of the largest gap
constexpr size_t kMostNames = 8;

/// The part of the gaps that no motion reduces. Columns of like size, but never up from zero:
/// strains and joints have different units.
VectorX unmet_gaps(const DenseRows& rows) {
  if (rows.A.cols() == 0) return rows.gap;
  const VectorX size = rows.A.colwise().norm().transpose();
  const VectorX scale = size.cwiseMax(1e-3 * size.maxCoeff() + 1e-300).cwiseInverse();
  const MatrixX A = times_diagonal(rows.A, scale);
  return rows.gap - apply(A, LeastNorm(A, kWeakest).solve(rows.gap));
}

std::string name_of_direction(const Vector3& direction) {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  const Vector3 unit = direction.normalized();
  for (int k = 0; k < 3; ++k)
    if (std::abs(unit[k]) > 1 - 1e-9) return kAxes[k];
  const auto rounded = [&](int k) { return std::round(1000 * unit[k]) / 1000 + 0.0; };
  return fmt::format("[{:.3g}, {:.3g}, {:.3g}]", rounded(0), rounded(1), rounded(2));
}

std::string name_of_row(const ConnectionRows& rows, int row) {
  const Vector6 C = rows.C.row(row).transpose();
  return row < rows.turns ? "rotation about " + name_of_direction(C.head<3>())
                          : "displacement along " + name_of_direction(C.tail<3>());
}

}  // namespace

std::string describe_conflict(const Model& model, const State& x, const Workspace& ws) {
  const DenseRows rows = dense_rows(model, x, ws);
  if (rows.gap.size() == 0 || !rows.gap.allFinite() || !rows.A.allFinite()) return "";
  const VectorX unmet = unmet_gaps(rows);
  const double largest = unmet.cwiseAbs().maxCoeff();
  if (!(largest > 1e-3 * rows.gap.cwiseAbs().maxCoeff())) return "";  // not closed yet, that is all

  std::vector<std::string> names;
  size_t count = 0;  // connections that take part
  int rows_told = 0;
  Eigen::Index next = 0;
  for (size_t i = 0; i < model.connections.size(); ++i) {
    if (!x.connections[i].closed) continue;
    const Connection& c = model.connections[i];
    const ConnectionRows held = connection_motion(model, ws, c, x.connections[i], false).rows;
    std::vector<std::string> parts;
    for (int k = 0; k < held.count; ++k, ++next)
      if (std::abs(unmet[next]) > kTakesPart * largest) parts.push_back(name_of_row(held, k));
    if (parts.empty()) continue;
    rows_told += int(parts.size());
    if (++count <= kMostNames)
      names.push_back(fmt::format("'{}' ({})", c.name, fmt::join(parts, ", ")));
  }
  if (count > kMostNames) names.push_back(fmt::format("{} more", count - kMostNames));
  return fmt::format("; cannot be satisfied{}: {}, in the axes of frame b",
                     rows_told > 1 ? " together" : "", fmt::join(names, ", "));
}

}  // namespace cuttle
