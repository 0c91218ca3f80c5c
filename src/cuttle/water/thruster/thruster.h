#pragma once

#include <limits>
#include <vector>

#include "cuttle/core/body_place.h"

namespace cuttle {

/// Command to force: f = K_L n + K_Q |n| n [Nielsen16] (34). The command is n itself, or a table
/// gives n (a PWM calibration). No force within the dead band; n saturates.
struct ThrusterLaw {
  double K_L = 0, K_Q = 0;
  double dead_band = 0;  // |n| up to here gives no force; beyond it n is not shifted
  double n_min = -std::numeric_limits<double>::infinity();
  double n_max = std::numeric_limits<double>::infinity();
  std::vector<double> commands = {}, speeds = {};  // table, commands rise strictly; linear between,
                                                   // held beyond its ends
};

/// n for a command, and the force [N]: pure functions, for identification too.
double thruster_speed(const ThrusterLaw&, double command);
double thruster_force(const ThrusterLaw&, double command);

/// A propeller at a mount: a force along its axis and the reaction torque about it.
class Thruster final : public Actor {
 public:
  struct Data {
    BodyPlace at;                     // on a body
    Vector3 axis = Vector3::UnitX();  // unit, in the frame of the point: a positive force
    int command_input = 0;            // entry of Input::u
    ThrusterLaw law;
    double torque_per_force = 0;  // [m] C_q, signed by the handedness: torque about the axis on
                                  // the body is C_q f
    // entries of Input::u that stand for K_L, K_Q and C_q; -1: the numbers do
    int linear_input = -1, quadratic_input = -1, torque_input = -1;
  };
  explicit Thruster(const Data& data);
  const Data& data() const { return data_; }

  double force(const Input& u) const;  // [N] along the axis

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override {
    return input == data_.command_input || input == data_.linear_input ||
           input == data_.quadratic_input || input == data_.torque_input;
  }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  double torque_per_force(const Input& u) const {
    return entry_or(u, data_.torque_input, data_.torque_per_force);
  }

  Data data_;
};

}  // namespace cuttle
