#pragma once

#include "cuttle/core/contact.h"
#include "cuttle/core/model.h"

namespace cuttle {

/// Whether two shapes can touch at all, whatever the rules say. Not if both stand in the world or
/// are of one rigid body, or if one is of the other's parent; two capsules of a rod only if the
/// arc between them is long enough for a half turn of their radius.
bool may_touch(const Model&, const ContactShape& a, const ContactShape& b);

/// The first rule that has one of them on either side; -1: none.
int rule_of(const ContactShape& a, const ContactShape& b);

}  // namespace cuttle
