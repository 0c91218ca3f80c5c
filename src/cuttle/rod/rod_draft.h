#pragma once

#include <set>
#include <vector>

#include "cuttle/part/body_draft.h"
#include "cuttle/part/draft.h"
#include "cuttle/rod/rod.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A rod while a model is made: its divisions, and the abscissas that it will have points at.
class RodDraft final : public BodyDraft {
 public:
  RodDraft(const BodySpec& body, double t0) : spec_(*body.rod), t0_(t0) {}

  const RodSpec& spec() const { return spec_; }
  std::vector<RodDivision> divisions;  // after begin(); Gauss points after choose_quadrature

  void begin(Diagnostics&) override;
  BodySize size(Diagnostics&) const override;
  void hold(const BodyPlaceSpec&, bool look) override;
  void hold_at(double X) override { held_.insert(X); }
  void hold_ends(const std::optional<BodyPlaceSpec>& from,
                 const std::optional<BodyPlaceSpec>& to) override;
  void hold_nodes(const std::optional<BodyPlaceSpec>& from,
                  const std::optional<BodyPlaceSpec>& to) override;
  std::shared_ptr<const BodyFamily> finish() override;
  double reach() const override { return spec_.length(); }

 private:
  const RodSpec& spec_;
  double t0_;                          // [s]
  std::set<double> held_, looked_at_;  // [m]
};

/// A body of a draft that is a rod; nullptr: it is none.
RodDraft* find_rod(const Draft& draft, int body);

}  // namespace cuttle
