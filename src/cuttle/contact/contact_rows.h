#pragma once

#include "cuttle/connection/tree_columns.h"

namespace cuttle {

/// The normal and two tangents, as columns; which tangents does not matter.
Matrix3 contact_axes(const Vector3& n);

/// A row for a unit force along `axis` on side b of a contact, and against it on side a.
void add_contact_row(const Model&, const Contact&, const Vector3& axis, const Workspace&,
                     TreeColumns&);

}  // namespace cuttle
