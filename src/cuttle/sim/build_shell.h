#pragma once
// Shells of a file: what stands between a spec and a ShellDescription.

#include <optional>
#include <vector>

#include "cuttle/model/spec.h"
#include "cuttle/shell/shell.h"

namespace cuttle {

/// The abscissa from the held edge, as a Shell counts, of one from the start of the profile, as a
/// file counts. Its own inverse.
double from_held_edge(const ShellSpec& shell, double length, double X);

/// Abscissa from the held edge of a place on a shell; `automatic` is the base.
double abscissa_of(const MountSpec& at, const ShellSpec& shell, double length);

/// The meridian as it is written, from its start. Empty: reported.
std::optional<Profile> make_profile(const ProfileSpec& spec, Diagnostics& diagnostics);

/// A dry shell, with divisions that also end where these loads do. Empty: reported.
std::optional<ShellDescription> make_shell(const ShellSpec& spec,
                                           const std::vector<const ShellLoadSpec*>& loads,
                                           Diagnostics& diagnostics);

/// The stretch of a load, from the held edge, or nothing (reported).
struct ShellSpan {
  double from = 0, to = 0;  // [m]
};
std::optional<ShellSpan> span_of(const ShellLoadSpec& load, const ShellSpec& shell, double length,
                                 Diagnostics& diagnostics);

/// Point of a shell at an abscissa (from the held edge) that it was asked for.
int shell_point(const Shell& shell, double X);

/// Divisions of a shell, from the held edge (build_shell_divisions.cpp). Empty: reported.
std::vector<ShellDivision> make_shell_divisions(const ShellSpec& spec, const Profile& profile,
                                                const std::vector<const ShellLoadSpec*>& loads,
                                                Diagnostics& diagnostics);

/// Abscissas that mean the same place when they differ by less than this part of the length: files
/// give the ends of arcs with four digits or more.
inline constexpr double kSamePlace = 1e-4;

}  // namespace cuttle
