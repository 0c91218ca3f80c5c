#pragma once
// Controllers of a model file. Their laws stand in folders of their own (law_kind.h).

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/control/control_desk.h"
#include "cuttle/control/controller.h"
#include "cuttle/core/body_place.h"
#include "cuttle/spec/part_lists.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

struct ControlledFrameSpec;
struct LawKind;

/// The fields of a law, which may be given or not; known by the address of this.
template <class Law>
inline constexpr ListType kLawOf{
    .type = &kTypeOf<std::optional<Law>>,
    .make = []() -> void* { return new std::optional<Law>(); },
    .clone = [](const void* law) -> void* {
      return new std::optional<Law>(*static_cast<const std::optional<Law>*>(law));
    },
    .destroy = [](void* law) { delete static_cast<std::optional<Law>*>(law); },
    .append = nullptr,
    .name = nullptr};

/// Decides on inputs at its sample times and holds them in between. Exactly one law is given.
struct ControllerSpec {
  std::string name;
  std::vector<std::string> inputs;  // names of Model::inputs
  double sample_time = 0.01;        // [s]
  double delay = 0;                 // [s] until a command acts
  double start = 0;                 // [s] before it, the signals of the file act
  std::optional<double> min, max;   // bounds of the commands; tensions are never below 0
  PartLists laws;                   // by their types
  Origin origin;

  void describe(Fields& v);

  /// Its law, if it is of this type: controller.law<PidSpec>().
  template <class Law>
  std::optional<Law>& law() {
    return *static_cast<std::optional<Law>*>(laws.list(kLawOf<Law>));
  }
  template <class Law>
  const std::optional<Law>& law() const {
    static const std::optional<Law> none;
    const void* const found = laws.find(kLawOf<Law>);
    return found ? *static_cast<const std::optional<Law>*>(found) : none;
  }

  /// The frame that it controls, or nullptr; then the place where that was written.
  ControlledFrameSpec* controlled_frame();
  const ControlledFrameSpec* controlled_frame() const {
    return const_cast<ControllerSpec*>(this)->controlled_frame();
  }
  const Origin& controlled_frame_origin() const;
};

/// A controller of a scenario with its names resolved.
struct ControllerPlan : ControllerSettings {
  std::shared_ptr<const ControllerSpec> spec;  // copies of a scenario share it
  const LawKind* kind = nullptr;
  BodyPlace controlled_frame;  // of laws that control one
  VectorX equilibrium;         // (nu) inputs of a goal of that kind; empty: the goal is a pose
  int reading = -1;            // laws that measure: place among the readings, or ...
  int probe = -1;              // ... the probe and ...
  int column = -1;             // ... its column
  std::string measured_unit = "-";
};

/// One plan for each controller of the file. Reports into draft.diagnostics.
std::vector<ControllerPlan> plan_controllers(const ControlDesk& desk);

}  // namespace cuttle
