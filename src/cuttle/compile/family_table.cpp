#include "cuttle/compile/family_table.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "cuttle/base/error.h"

namespace cuttle {

// A new family has one line here and one in the table below; its row stands in its own folder.
extern const FamilyKind kRigidBodies, kRods, kShells, kNetBodies;

namespace {

constexpr std::array kFamilies = {&kRigidBodies, &kRods, &kShells, &kNetBodies};

template <class Belongs>
const FamilyKind& find_family(const Belongs& belongs) {
  const auto found = std::ranges::find_if(kFamilies, belongs);
  expects(found != kFamilies.end(), "a family with a row");
  return **found;
}

}  // namespace

std::span<const FamilyKind* const> family_table() { return kFamilies; }

const FamilyKind& family_of(const Body& body) {
  return find_family([&](const FamilyKind* kind) {
    return body.family->family() == std::string_view(kind->field);
  });
}

const FamilyKind& family_of(const BodySpec& body) {
  return find_family([&](const FamilyKind* kind) { return kind->is(body); });
}

}  // namespace cuttle
