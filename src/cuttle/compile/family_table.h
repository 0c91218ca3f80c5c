#pragma once
// All families of bodies.

#include <span>

#include "cuttle/core/model.h"
#include "cuttle/part/family_kind.h"

namespace cuttle {

/// In the order of the model language.
std::span<const FamilyKind* const> family_table();
/// The family of a finished body; then of one that a checked file describes.
const FamilyKind& family_of(const Body& body);
const FamilyKind& family_of(const BodySpec& body);

}  // namespace cuttle
