#pragma once
// Shells of a file: what stands between a spec and a ShellDescription.

#include <optional>
#include <vector>

#include "cuttle/shell/shell_span.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// The meridian as it is written, from its start. Empty: reported.
std::optional<Profile> make_profile(const ProfileSpec& spec, Diagnostics& diagnostics);

/// A dry shell, with divisions that also end at these abscissas of the profile. Empty: reported.
std::optional<ShellDescription> make_shell(const ShellSpec& spec, const std::vector<double>& cuts,
                                           Diagnostics& diagnostics);

/// Divisions of a shell, from the held edge (build_shell_divisions.cpp). Empty: reported.
std::vector<ShellDivision> make_shell_divisions(const ShellSpec& spec, const Profile& profile,
                                                const std::vector<double>& cuts,
                                                Diagnostics& diagnostics);

}  // namespace cuttle
