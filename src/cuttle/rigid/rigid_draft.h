#pragma once

#include "cuttle/part/body_draft.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A rigid body while a model is made. All of its frames become points, whoever asks for them.
class RigidDraft final : public BodyDraft {
 public:
  explicit RigidDraft(const BodySpec& body) : spec_(*body.rigid) {}

  Matrix6 added_mass = Matrix6::Zero();  // of the water around it; see Rigid

  void begin(Diagnostics&) override;
  double mass() const override { return mass_.mass; }
  std::shared_ptr<const BodyFamily> finish() override;
  double reach() const override;

 private:
  const RigidSpec& spec_;
  MassProperties mass_;
};

}  // namespace cuttle
