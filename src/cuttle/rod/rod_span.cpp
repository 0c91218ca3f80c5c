#include "cuttle/rod/rod_span.h"

#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/math/quadrature.h"

namespace cuttle {

const Rod* find_rod(const Body& body) { return dynamic_cast<const Rod*>(body.family.get()); }

const Rod& rod_of(const Model& model, int body) {
  const Rod* const rod = find_rod(model.bodies[size_t(body)]);
  expects(rod != nullptr, "a body that is a rod");
  return *rod;
}

double abscissa_of(const BodyPlaceSpec& at, const RodSpec& rod) {
  if (at.kind == BodyPlaceSpec::Kind::base) return 0;
  return at.kind == BodyPlaceSpec::Kind::abscissa ? std::min(at.abscissa, rod.length())
                                                  : rod.length();
}

int rod_point(const Rod& rod, double X) {
  const std::vector<double>& abscissa = rod.data().abscissa;
  const auto nearest = std::min_element(abscissa.begin(), abscissa.end(), [X](double a, double b) {
    return std::abs(a - X) < std::abs(b - X);
  });
  expects(std::abs(*nearest - X) <= 1e-9 * rod.data().length, "a point that the rod was asked for");
  return int(nearest - abscissa.begin());
}

std::vector<SmoothPiece> smooth_pieces(const std::vector<RodDivision>& divisions) {
  std::vector<SmoothPiece> pieces;
  double start = 0;
  for (const RodDivision& division : divisions) {
    const std::vector<double> ends = division.piece_ends();
    for (size_t i = 0; i + 1 < ends.size(); ++i)
      pieces.push_back({start + ends[i] * division.length, start + ends[i + 1] * division.length,
                        division.piece_points()});
    start += division.length;
  }
  return pieces;
}

std::vector<SpanNode> span_nodes(const std::vector<SmoothPiece>& pieces, double from, double to) {
  std::vector<SpanNode> nodes;
  for (const SmoothPiece& piece : pieces) {
    const double start = std::max(from, piece.start), end = std::min(to, piece.end);
    if (!(end > start)) continue;
    const Quadrature rule = gauss_legendre(piece.points);
    for (int i = 0; i < piece.points; ++i)
      nodes.push_back({start + rule.nodes[i] * (end - start), rule.weights[i] * (end - start)});
  }
  return nodes;
}

Span span_of(const std::optional<BodyPlaceSpec>& from, const std::optional<BodyPlaceSpec>& to,
             const RodSpec& rod) {
  const bool at_base = !from || from->kind == BodyPlaceSpec::Kind::automatic;
  return {at_base ? 0 : abscissa_of(*from, rod), to ? abscissa_of(*to, rod) : rod.length()};
}

}  // namespace cuttle
