#pragma once
// Places and stretches of a rod, as a file gives them.

#include <optional>
#include <vector>

#include "cuttle/core/model.h"
#include "cuttle/rod/rod.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A body of a finished model that is a rod.
const Rod& rod_of(const Model& model, int body);
/// The same of any body; nullptr: it is none.
const Rod* find_rod(const Body& body);

/// Abscissa of a place on a rod; `automatic` is the tip.
double abscissa_of(const BodyPlaceSpec& at, const RodSpec& rod);

/// Point of a rod at an abscissa that it was asked for.
int rod_point(const Rod& rod, double X);

/// A stretch of a rod on which its bases are smooth, with the Gauss points of the rod there.
struct SmoothPiece {
  double start = 0, end = 0;  // [m] from the rod's base
  int points = 1;
};
std::vector<SmoothPiece> smooth_pieces(const std::vector<RodDivision>& divisions);

/// Gauss points between two abscissas; those of the rod itself where a whole piece is covered.
struct SpanNode {
  double X = 0, weight = 0;  // [m]
};
std::vector<SpanNode> span_nodes(const std::vector<SmoothPiece>& pieces, double from, double to);

/// Both ends of a span on a rod; left out: its base and its tip.
struct Span {
  double from = 0, to = 0;  // [m]
};
Span span_of(const std::optional<BodyPlaceSpec>& from, const std::optional<BodyPlaceSpec>& to,
             const RodSpec& rod);

}  // namespace cuttle
