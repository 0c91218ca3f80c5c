#pragma once

#include <optional>
#include <set>
#include <vector>

#include "cuttle/part/body_draft.h"
#include "cuttle/shell/shell.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A shell while a model is made: where its divisions must end, its description, and the abscissas
/// that it will have points at.
class ShellDraft final : public BodyDraft {
 public:
  explicit ShellDraft(const BodySpec& body) : body_(body) {}

  std::optional<ShellDescription> shell;  // after divide(); empty: reported

  void cut(const std::optional<double>& from, const std::optional<double>& to,
           const std::vector<double>& knots) override;
  void divide(Diagnostics&) override;
  void check_place(double X, const Origin&, Diagnostics&) const override;
  void check_stretch(const std::optional<double>& from, const std::optional<double>& to,
                     const Origin&, Diagnostics&) const override;
  BodySize size(Diagnostics&) const override;
  void hold(const BodyPlaceSpec&, bool look) override;
  std::shared_ptr<const BodyFamily> finish() override;
  double reach() const override;

 private:
  const BodySpec& body_;
  std::vector<double> cuts_;           // [m] from the start of the profile
  std::set<double> held_, looked_at_;  // [m] from the held edge
};

}  // namespace cuttle
