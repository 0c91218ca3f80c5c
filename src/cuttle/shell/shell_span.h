#pragma once
// Places and stretches of a shell, as a file gives them.

#include <optional>

#include "cuttle/base/error.h"
#include "cuttle/core/model.h"
#include "cuttle/shell/shell.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A body of a finished model that is a shell.
const Shell& shell_of(const Model& model, int body);

/// The abscissa from the held edge, as a Shell counts, of one from the start of the profile, as a
/// file counts. Its own inverse.
double from_held_edge(const ShellSpec& shell, double length, double X);

/// Abscissa from the held edge of a place on a shell; `automatic` is the base.
double abscissa_of(const BodyPlaceSpec& at, const ShellSpec& shell, double length);

/// A stretch, from the held edge, or nothing (reported).
struct ShellSpan {
  double from = 0, to = 0;  // [m]
};
std::optional<ShellSpan> span_of(std::optional<double> begin, std::optional<double> end,
                                 const Origin& origin, const ShellSpec& shell, double length,
                                 Diagnostics& diagnostics);

/// Point of a shell at an abscissa (from the held edge) that it was asked for.
int shell_point(const Shell& shell, double X);

/// Abscissas that mean the same place when they differ by less than this part of the length: files
/// give the ends of arcs with four digits or more.
inline constexpr double kSamePlace = 1e-4;

}  // namespace cuttle
