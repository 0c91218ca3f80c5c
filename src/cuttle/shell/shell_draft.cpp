#include "cuttle/shell/shell_draft.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/shell/build_shell.h"

namespace cuttle {

void ShellDraft::cut(const std::optional<double>& from, const std::optional<double>& to,
                     const std::vector<double>& knots) {
  cuts_.push_back(from.value_or(0));
  cuts_.push_back(to.value_or(0));
  cuts_.insert(cuts_.end(), knots.begin(), knots.end());
}

void ShellDraft::divide(Diagnostics& diagnostics) {
  shell = make_shell(*body_.shell, cuts_, diagnostics);
}

void ShellDraft::check_place(double X, const Origin& origin, Diagnostics& diagnostics) const {
  if (!shell || X <= shell->profile.length() * (1 + kSamePlace)) return;
  diagnostics.add(
      origin.error("at", fmt::format("{:.6g} m is beyond the profile of {}, which ends at {:.6g} m",
                                     X, body_.name, shell->profile.length())));
}

void ShellDraft::check_stretch(const std::optional<double>& from, const std::optional<double>& to,
                               const Origin& origin, Diagnostics& diagnostics) const {
  if (shell) span_of(from, to, origin, *body_.shell, shell->profile.length(), diagnostics);
}

BodySize ShellDraft::size(Diagnostics&) const {
  BodySize size;
  for (const ShellDivision& division : shell->divisions)
    size.coordinates += division.modes.curvature + division.modes.stretch + division.modes.shear;
  return size;
}

void ShellDraft::hold(const BodyPlaceSpec& at, bool look) {
  (look ? looked_at_ : held_).insert(abscissa_of(at, *body_.shell, shell->profile.length()));
}

std::shared_ptr<const BodyFamily> ShellDraft::finish() {
  ShellBuilder builder(*shell);
  for (const double X : held_) builder.point_at(X);
  for (const double X : looked_at_) builder.point_at(X);
  return builder.finish();
}

double ShellDraft::reach() const {
  return std::max(shell->profile.length(), shell->profile.at(0).r);
}

}  // namespace cuttle
