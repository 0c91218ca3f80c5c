#pragma once
// A law of controllers is a row: its fields, checks, what it tells, how it is made. Rows stand at
// the end of the law's own part.cpp; law_table.cpp has them all.

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cuttle/control/controller/part.h"
#include "cuttle/control/frame/frame_goal.h"
#include "cuttle/control/lqr/lqr.h"

namespace cuttle {

/// What laws ask for when they are made for one run. What it returns does not need it any more, but
/// the scenario must outlive it.
class LawDesk {
 public:
  virtual ~LawDesk() = default;

  virtual const Model& model() const = 0;
  /// A column of a probe, as it is now.
  virtual std::function<double(const Observation&)> measure(int probe, int column) const = 0;
  /// Where the robot rests under these inputs; begins at its initial state.
  virtual Status settle(const Input& u, State& x) const = 0;
  /// Commands what would hold the controlled frame at its goal if nothing ever moved.
  virtual std::unique_ptr<Controller> hold_by_statics(const ControllerPlan&, FrameGoalFunction goal,
                                                      const Vector6& weight) const = 0;
  /// A linear regulator that designs itself at its first sample.
  virtual std::unique_ptr<Controller> regulate(LqrTask task) const = 0;

 protected:
  LawDesk() = default;
  LawDesk(const LawDesk&) = default;
  LawDesk& operator=(const LawDesk&) = default;
};

/// Filled by designated initialisers; what is left out is null, and then there is nothing to do.
/// All functions are called for controllers with this law only.
struct LawKind {
  const char* field;     // "pid": its key in the file
  const char* doc;       // one line
  const ListType* type;  // kLawOf of its spec

  /// The frame that it controls, and where that is written. Null: it controls none.
  ControlledFrameSpec* (*controlled_frame)(ControllerSpec&) = nullptr;
  const Origin& (*origin)(const ControllerSpec&);

  /// All that can be wrong without any physics.
  void (*check)(const ControllerSpec&, Diagnostics&) = nullptr;
  /// Names and numbers of coordinates, when the model is known. Reports into the draft.
  void (*plan)(const ControlDesk&, ControllerPlan&) = nullptr;

  /// What it tells about itself, known before it is made.
  std::vector<ControllerColumn> (*columns)(const ControllerPlan&) = nullptr;
  /// For one run.
  std::unique_ptr<Controller> (*make)(const ControllerPlan&, const LawDesk&);
};

/// In the order of the model language.
std::span<const LawKind* const> law_table();
/// The law that is given; nullptr: none.
const LawKind* law_of(const ControllerSpec& controller);

/// The place of a law's fields.
template <class Law>
const Origin& law_origin(const ControllerSpec& controller) {
  return controller.law<Law>()->origin;
}
/// The frame of a law that controls one.
template <class Law>
ControlledFrameSpec* controlled_frame_of(ControllerSpec& controller) {
  return &controller.law<Law>()->controlled_frame;
}

}  // namespace cuttle
