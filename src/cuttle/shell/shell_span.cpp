#include "cuttle/shell/shell_span.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/base/error.h"

namespace cuttle {

const Shell& shell_of(const Model& model, int body) {
  const auto* shell = dynamic_cast<const Shell*>(model.bodies[size_t(body)].family.get());
  expects(shell != nullptr, "a body that is a shell");
  return *shell;
}

double from_held_edge(const ShellSpec& shell, double length, double X) {
  return shell.held == HeldEnd::end ? length - X : X;
}

double abscissa_of(const BodyPlaceSpec& at, const ShellSpec& shell, double length) {
  if (at.kind == BodyPlaceSpec::Kind::frame) return length;
  if (at.kind != BodyPlaceSpec::Kind::abscissa) return 0;
  return from_held_edge(shell, length, std::min(at.abscissa, length));
}

std::optional<ShellSpan> span_of(std::optional<double> begin, std::optional<double> end,
                                 const Origin& origin, const ShellSpec& shell, double length,
                                 Diagnostics& diagnostics) {
  const double slack = kSamePlace * length;
  const double from = begin.value_or(0), to = end.value_or(length);
  for (const auto& [field, X] : {std::pair("from", from), std::pair("to", to)})
    if (X < 0 || X > length + slack) {
      diagnostics.add(origin.error(
          field, fmt::format("{:.6g} m is outside the profile, 0 to {:.6g} m", X, length)));
      return std::nullopt;
    }
  if (!(to - from > slack)) {
    diagnostics.add(
        origin.error(end ? "to" : "from",
                     fmt::format("the load from {:.6g} m to {:.6g} m has no length", from, to)));
    return std::nullopt;
  }
  const double a = from_held_edge(shell, length, from);
  const double b = from_held_edge(shell, length, std::min(to, length));
  return ShellSpan{std::min(a, b), std::max(a, b)};
}

int shell_point(const Shell& shell, double X) {
  if (X == 0) return 0;
  const std::vector<double>& places = shell.data().point_abscissa;
  const auto found = std::find(places.begin(), places.end(), X);
  expects(found != places.end(), "a point that the shell was asked for");
  return 1 + int(found - places.begin());
}

}  // namespace cuttle
