#pragma once

#include "cuttle/core/body_place.h"

namespace cuttle {

/// In which direction a spring acts: both ways, as a rope (it only pulls) or as a buffer (it only
/// pushes).
enum class SpringActs { both, tension, compression };

/// A spring and a damper side by side: the force along the line between two places, positive when
/// it pulls them together,
///   T = E + c l',   E = pretension + k (l - rest).
/// One that acts in one direction is slack, T = 0, while E has the other sign. While it is taut,
/// its damper gives at most as much as its spring, |c l'| <= |E|: so T never changes sign, and it
/// grows from zero when the slack ends instead of jumping to c l'.
struct SpringLaw {
  double stiffness = 0;   // k >= 0 [N/m]
  double damping = 0;     // c >= 0 [N s/m]
  double rest = 0;        // [m]
  double pretension = 0;  // [N] at the rest length
  SpringActs acts = SpringActs::both;

  struct Force {
    double elastic = 0;                   // E while taut, else 0 [N]
    double damper = 0;                    // [N]
    double per_length = 0, per_rate = 0;  // dT/dl [N/m], dT/dl' [N s/m]
    double total() const { return elastic + damper; }
  };
  Force force(double length, double rate) const;
  /// Of the elastic part [J]: zero at the rest length, constant while it is slack.
  double potential(double length) const;
};

/// A spring and a damper between two places of bodies, or of a body and the world.
class Spring final : public Actor {
 public:
  struct Data {
    BodyPlace a, b;
    SpringLaw law;
  };
  explicit Spring(const Data& data);
  const Data& data() const { return data_; }

  /// Reads the kinematics of ws. Where the ends meet there is no direction and no force.
  struct Reading {
    double length = 0, rate = 0;  // [m], [m/s]
    SpringLaw::Force force;
  };
  Reading read(const Workspace&) const;

  EnergyRole role() const override { return EnergyRole::inside; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int /*input*/) const override { return false; }
  /// The spring stores, the damper takes: power -(its force) l', never positive.
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  Data data_;
};

/// What a drive adds to a spring: a force along the line between the same places, as an input gives
/// it, positive when it pulls them together. Where they meet there is none.
class SpringPull final : public Actor {
 public:
  struct Data {
    BodyPlace a, b;
    int input = 0;  // entry of Input::u
  };
  explicit SpringPull(const Data& data) : data_(data) {}
  int input() const { return data_.input; }

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override { return input == data_.input; }
  bool linear_in(int /*input*/) const override { return true; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  Data data_;
};

/// Ends that cannot move against each other: of one rigid body, or of one section of a rod.
bool is_rigid(const Model&, const BodyPlace& a, const BodyPlace& b);

}  // namespace cuttle
