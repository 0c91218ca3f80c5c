#include "cuttle/core/connection.h"

#include <array>

namespace cuttle {
namespace {

constexpr std::array kTable = {
    ConnectionKind{"fixed", HeldTurns::all, HeldSlides::all},
    ConnectionKind{"revolute", HeldTurns::off_axis, HeldSlides::all},
    ConnectionKind{"prismatic", HeldTurns::all, HeldSlides::off_axis},
    ConnectionKind{"helical", HeldTurns::off_axis, HeldSlides::screw},
    ConnectionKind{"cylindrical", HeldTurns::off_axis, HeldSlides::off_axis},
    ConnectionKind{"universal", HeldTurns::cardan, HeldSlides::all},
    ConnectionKind{"planar", HeldTurns::off_axis, HeldSlides::along_axis},
    ConnectionKind{"spherical", HeldTurns::none, HeldSlides::all},
    ConnectionKind{"free", HeldTurns::none, HeldSlides::none},
};

}  // namespace

int ConnectionKind::rows() const {
  constexpr int of_turns[] = {3, 2, 1, 1, 0};
  constexpr int of_slides[] = {3, 2, 1, 3, 0};
  return of_turns[int(turns)] + of_slides[int(slides)];
}

std::span<const ConnectionKind> connection_table() { return kTable; }

const ConnectionKind* find_connection_kind(std::string_view name) {
  for (const ConnectionKind& kind : kTable)
    if (kind.name == name) return &kind;
  return nullptr;
}

}  // namespace cuttle
