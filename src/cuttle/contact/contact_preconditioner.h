#pragma once
// The stiffness of the contacts for preconditioners: with K_c and D_c of the closed ones,
//   (M_eff + gamma D_c + gamma^2 K_c)^-1   from   M_eff^-1,
// by as many columns as there are rows of contact.

#include <vector>

#include "cuttle/connection/tree_columns.h"
#include "cuttle/math/linalg/lu.h"

namespace cuttle {

class ContactPreconditioner {
 public:
  explicit ContactPreconditioner(const Model& model) : columns_(model) {}

  /// For the factors and the contacts that are in ws.
  void prepare(const Model&, const Workspace& ws, double gamma);

  /// f += (gamma D_c + gamma^2 K_c) r_v + gamma K_c r_q, both in velocity coordinates.
  void add_stiff_force(const VectorX& r_q, const VectorX& r_v, VectorX& f) const;

  /// y = M_eff^-1 f becomes the same with the contacts.
  void stiffen(VectorX& y);

 private:
  TreeColumns columns_;
  std::vector<double> stiffness_, damping_;  // (rows)
  double gamma_ = 0;
  MatrixX S_;
  VectorX rates_, force_;
  Lu lu_;
};

/// The normal and two tangents, as columns; which tangents does not matter.
Matrix3 contact_axes(const Vector3& n);

/// A row for a unit force along one of the axes on side b of a contact, and against it on side a.
/// The normal one of a panel is spread along it.
void add_contact_row(const Model&, const Contact&, const Matrix3& axes, int axis, const Workspace&,
                     TreeColumns&);

}  // namespace cuttle
