#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/live/blend.h"
#include "cuttle/live/knob.h"

namespace cuttle {

/// The inputs of a model on the screen: they follow the signals of the file until a person takes
/// hold of them. A prescribed coordinate goes over to its new course within a tenth of a second, so
/// that velocities stay finite; forces may jump.
class LiveInputs {
 public:
  explicit LiveInputs(const Scenario& scenario);

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
  void start_from(int knob, double t, const Motion& now);

  /// Every coordinate is on its course at once: its motion is over.
  void forget_blends();

  /// What a person did to the knobs of another model, by their names. What this one does not have
  /// is handed on to the next.
  void take_over(const LiveInputs& other);

  /// All entries of u at time t.
  Status evaluate(double t, Input& u);
  /// The same with everything at rest: coordinates stand still at the end of their way.
  Status evaluate_at_rest(double t, Input& u);

  /// Times in (t0, t1) where an input is not smooth, in order.
  std::vector<double> breakpoints(double t0, double t1) const;
  /// How long a step from t on may be that misses nothing of what a signal does [s].
  double longest_step(double t) const { return inputs_.longest_step(t); }

 private:
  struct Hand {
    std::optional<double> value;
    Blend blend;
  };
  Motion course(int knob, double t);  // without the blend
  void change(int knob, std::optional<double> value, double t, bool smooth);

  InputSource inputs_;
  std::vector<Knob> knobs_;
  std::vector<Hand> hands_;             // (knobs)
  std::map<std::string, Hand> absent_;  // of knobs that earlier models had
  Input scratch_;
};

}  // namespace cuttle
