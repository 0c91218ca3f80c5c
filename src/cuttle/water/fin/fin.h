#pragma once

#include "cuttle/core/body_place.h"
#include "cuttle/water/medium.h"

namespace cuttle {

/// A flat plate. x points to its leading edge, z stands across it.
struct FinLaw {
  double density = 1000;     // [kg/m^3] of the water
  double area = 0;           // [m^2]
  double aspect_ratio = 1;   // span^2 / area
  double drag_zero = 0.01;   // C_D0
  double efficiency = 0.9;   // e of the induced drag C_L^2 / (pi AR e)
  double stall = 0.35;       // [rad] angle of attack in the middle of the stall
  double stall_width = 0.1;  // [rad] the blend reaches so far to both sides
};

/// Force in the fin's axes and its derivative per velocity (rows: force x, z).
struct FinForce {
  double x = 0, z = 0;                                   // [N]
  Eigen::Matrix2d derivative = Eigen::Matrix2d::Zero();  // [N s/m]
};

/// Lift and drag coefficient and their derivatives per angle of attack in [-pi, pi].
/// Attached: C_L = 2 pi AR / (AR + 2) alpha, C_D = C_D0 + C_L^2 / (pi AR e).
/// Stalled: C_N = 2 sin alpha across the plate, C_D0 besides. A plate that moves backwards is the
/// same plate.
struct FinCoefficients {
  double lift = 0, drag = 0, lift_slope = 0, drag_slope = 0;
};
FinCoefficients fin_coefficients(const FinLaw&, double alpha);

/// For a fin that moves with (v_x, v_z) through the water; motion along the span does nothing.
FinForce fin_force(const FinLaw&, double v_x, double v_z);

/// A fin at a mount, which may turn about an axis by an input (rudder).
class Fin final : public Actor {
 public:
  struct Data {
    BodyPlace at;                        // on a body; the force acts here
    Matrix3 R_PF = Matrix3::Identity();  // axes of the fin in the frame of the point, undeflected
    FinLaw law;
    int deflection_input = -1;         // entry of Input::u [rad], -1 = none
    Vector3 hinge = Vector3::UnitY();  // unit, in the fin's axes: it turns by +angle about it
    Medium medium;                     // its current and its surface
  };
  explicit Fin(Data data);
  const Data& data() const { return data_; }

  EnergyRole role() const override { return EnergyRole::resists; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override {
    return input == data_.deflection_input || data_.medium.current.reads(input);
  }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  struct Load;
  Load load(const State&, const Input&, const Workspace&) const;
  Data data_;
};

}  // namespace cuttle
