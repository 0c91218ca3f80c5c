#include <algorithm>
#include <array>

#include "cuttle/control/controller/law_kind.h"

namespace cuttle {

// A new law has one name here and one in the table below; its row stands in its own folder.
extern const LawKind kPidLaw, kTaskSpaceLaw, kQuasiStaticLaw, kLqrLaw, kOpenLoopLaw;

namespace {

// in the order of the model language
constexpr std::array kLaws = {&kPidLaw, &kTaskSpaceLaw, &kQuasiStaticLaw, &kLqrLaw, &kOpenLoopLaw};

}  // namespace

std::span<const LawKind* const> law_table() { return kLaws; }

const LawKind* law_of(const ControllerSpec& controller) {
  const auto given = std::ranges::find_if(
      kLaws, [&](const LawKind* kind) { return controller.laws.size(*kind->type) > 0; });
  return given == kLaws.end() ? nullptr : *given;
}

}  // namespace cuttle
