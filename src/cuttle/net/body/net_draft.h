#pragma once

#include <memory>
#include <vector>

#include "cuttle/net/body/net_body.h"
#include "cuttle/part/body_draft.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A net that is a body while a model is made: the net, and where it is held.
class NetDraft final : public BodyDraft {
 public:
  explicit NetDraft(const BodySpec& body) : body_(body) {}

  void begin(Diagnostics&) override;
  BodySize size(Diagnostics&) const override;
  void hold(const BodyPlaceSpec&, bool look) override;
  std::shared_ptr<const BodyFamily> finish() override;
  double mass() const override;
  double reach() const override;

 private:
  const BodySpec& body_;
  std::shared_ptr<const NetModel> model_;
  std::vector<BodyPlaceSpec> held_, looked_at_;
};

}  // namespace cuttle
