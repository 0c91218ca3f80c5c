#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/live/blend.h"
#include "cuttle/live/knob.h"
#include "cuttle/motion/control_loop.h"

namespace cuttle {

/// The inputs of a model on the screen: they follow the signals and controllers of the file until a
/// person takes hold of them. A prescribed coordinate goes over to its new course within a tenth of
/// a second, so that velocities stay finite; forces may jump.
class LiveInputs final : public InputOverride {
 public:
  /// The scenario must outlive it.
  explicit LiveInputs(const Scenario& scenario);
  LiveInputs(const LiveInputs&) = delete;
  LiveInputs& operator=(const LiveInputs&) = delete;

  /// What drives a motion, with the hands above it.
  ControlLoop& control() { return control_; }
  const ControlLoop& control() const { return control_; }

  const std::vector<Knob>& knobs() const { return knobs_; }
  int find(const std::string& name) const;  // -1: none
  bool overridden(int knob) const { return hands_[std::size_t(knob)].value.has_value(); }
  /// Where a knob stands: where a person put it, else where the file has it in u.
  double value(int knob, const Input& u) const {
    return hands_[std::size_t(knob)].value.value_or(
        u.u[knobs_[std::size_t(knob)].reference_entry()]);
  }

  /// Takes a knob out of the hands of the file at time t, or gives it back. `smooth`: a coordinate
  /// starts its new course from the old one.
  void set(int knob, double value, double t, bool smooth);
  void release(int knob, double t, bool smooth);
  /// A coordinate that so far moved by itself starts its course from there.
  void start_from(int knob, double t, const CoordinateMotion& now);

  /// A motion is over: every coordinate is on its course at once, and no controller acts.
  void stop();

  /// What a person did to the knobs of another model, by their names. What this one does not have
  /// is handed on to the next.
  void take_over(const LiveInputs& other);

  /// All entries of u at time t.
  Status evaluate(double t, Input& u) { return control_.evaluate(t, u); }
  /// The same with everything at rest: coordinates stand still at the end of their way.
  Status evaluate_at_rest(double t, Input& u);

  void apply(double t, Input& u) override;
  std::vector<double> breakpoints(double t0, double t1) const override;

 private:
  struct Hand {
    std::optional<double> value;
    Blend blend;
  };
  CoordinateMotion course(int knob, double t);  // without the blend
  void change(int knob, std::optional<double> value, double t, bool smooth);
  void forget_blends();

  ControlLoop control_;
  std::vector<Knob> knobs_;
  std::vector<Hand> hands_;             // (knobs)
  std::map<std::string, Hand> absent_;  // of knobs that earlier models had
  Input scratch_;
};

}  // namespace cuttle
