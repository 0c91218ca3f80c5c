#include "cuttle/rod/rod_draft.h"

#include <fmt/format.h>

#include "cuttle/rod/build_rod.h"
#include "cuttle/rod/rod_span.h"

namespace cuttle {

namespace {

constexpr long kMostOwnCoordinates = 500;    // of one rod
constexpr long kMostOwnNumbers = 1'000'000;  // Gauss points times coordinates, of one rod

}  // namespace

void RodDraft::begin(Diagnostics& diagnostics) {
  divisions = make_divisions(spec_, t0_, diagnostics);
}

BodySize RodDraft::size(Diagnostics& diagnostics) const {
  long coordinates = 0, points = 0;
  for (const RodDivision& division : divisions) {
    const long pieces = long(division.piece_ends().size()) - 1;
    coordinates += division.n();
    points += pieces * (division.piece_points() + 1);
  }
  if (coordinates > kMostOwnCoordinates)
    diagnostics.add(spec_.origin.error(
        "",
        fmt::format("this rod has {} strain coordinates, but at most {} are possible", coordinates,
                    kMostOwnCoordinates),
        "use fewer divisions, lower orders or fewer elements; or divide it into several rods in "
        "series"));
  else if (coordinates * points > kMostOwnNumbers)
    diagnostics.add(spec_.origin.error(
        "",
        fmt::format("{} Gauss points with {} strain coordinates are {} numbers, but at most {} are "
                    "possible",
                    points, coordinates, coordinates * points, kMostOwnNumbers),
        "use a smaller quadrature, or divide it into several rods in series"));
  return {coordinates, coordinates * points};
}

void RodDraft::hold(const BodyPlaceSpec& at, bool look) {
  (look ? looked_at_ : held_).insert(abscissa_of(at, spec_));
}

void RodDraft::hold_ends(const std::optional<BodyPlaceSpec>& from,
                         const std::optional<BodyPlaceSpec>& to) {
  const Span span = span_of(from, to, spec_);
  held_.insert(span.from);
  held_.insert(span.to);
}

void RodDraft::hold_nodes(const std::optional<BodyPlaceSpec>& from,
                          const std::optional<BodyPlaceSpec>& to) {
  const Span span = span_of(from, to, spec_);
  for (const SpanNode& node : span_nodes(smooth_pieces(divisions), span.from, span.to))
    held_.insert(node.X);
}

std::shared_ptr<const BodyFamily> RodDraft::finish() {
  // where the water of a reactive rod leaves
  if (spec_.water && spec_.water->reactive && spec_.water->head == RodEnd::base)
    held_.insert(spec_.length());
  RodBuilder builder(divisions);
  for (const double X : held_) builder.point_at(X);
  for (const double X : looked_at_) builder.point_at(X, true);
  return builder.finish();
}

RodDraft* find_rod(const Draft& draft, int body) {
  if (body < 0 || !draft.body_spec(body).rod) return nullptr;
  return static_cast<RodDraft*>(draft.bodies[size_t(body)].get());
}

}  // namespace cuttle
