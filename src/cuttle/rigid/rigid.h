#pragma once
// Rigid bodies: no coordinates of their own, a constant inertia, and frames to hold on to.

#include <vector>

#include "cuttle/core/body.h"

namespace cuttle {

/// Mass, centre and inertia about the centre, in the body frame.
struct MassProperties {
  double mass = 0;                    // [kg]
  Vector3 center = Vector3::Zero();   // [m]
  Matrix3 inertia = Matrix3::Zero();  // [kg m^2] about the centre

  MassProperties& operator+=(const MassProperties& other);
  MassProperties moved(const Pose& X) const;  // the same part, placed at X
  Matrix6 spatial() const;                    // about the frame's origin, (angular; linear)
};

// Solids of uniform density, centred at the origin; long axes along x; a cone's base is at x = 0.
MassProperties solid_box(double mass, const Vector3& edges);
MassProperties solid_ellipsoid(double mass, const Vector3& semi_axes);
MassProperties solid_cylinder(double mass, double radius, double length);
MassProperties solid_cone(double mass, double radius, double length);
MassProperties solid_capsule(double mass, double radius, double length);

class Rigid final : public BodyFamily {
 public:
  /// `frames` become points 1, 2, ...; point 0 is the base. `added_mass` of the water around it,
  /// about the body frame, (angular; linear), joins the inertia and has no weight of its own: an
  /// actor takes back what gravity gives to it (water/rigid_water.h).
  Rigid(const MassProperties& mass, std::vector<Pose> frames,
        const Matrix6& added_mass = Matrix6::Zero());

  std::string_view family() const override { return "rigid"; }
  int n() const override { return 0; }
  int n_points() const override { return int(frames_.size()) + 1; }
  std::vector<StrainCoordinate> coordinates() const override { return {}; }
  std::unique_ptr<FamilyScratch> make_scratch() const override { return nullptr; }
  void kinematics(const double* q, const double* v, const double* a, BodyWork&) const override;
  void forces(const Vector6& A, BodyWork&) const override;
  void inertia(BodyWork&) const override;
  void add_elasticity(const double*, const double*, BodyWork&) const override {}
  void add_effective_inertia(double, double, const double*, BodyWork&) const override {}
  const MatrixX& stiffness(const BodyWork&) const override { return none_; }
  const MatrixX& damping(const BodyWork&) const override { return none_; }
  void tangent(const Seed&, const double* q, const double* v, const double* a, BodyWork&,
               BodyTangent&) const override;
  void point_tangent(int, const BodyWork&, Eigen::Ref<MatrixX>, Eigen::Ref<MatrixX>,
                     Eigen::Ref<MatrixX>) const override {}
  void derivatives(const double* q, const double* v, const double* a, BodyWork&,
                   BodyDerivatives&) const override;
  void point_derivatives(int, const BodyWork&, Eigen::Ref<MatrixX>,
                         Eigen::Ref<MatrixX>) const override {}
  double kinetic_energy(const BodyWork& b) const override { return 0.5 * b.V_B.dot(M_ * b.V_B); }
  double elastic_energy(const double*, const BodyWork&) const override { return 0; }
  double dissipation(const double*, const BodyWork&) const override { return 0; }
  double mass() const override { return mass_; }
  Vector3 first_moment(const BodyWork&) const override { return first_moment_; }

 private:
  /// dF per (zeta, dV, dA) of the base.
  void base_tangent(const BodyWork&, Eigen::Matrix<double, 6, 18>& B_y) const;

  Matrix6 M_;  // of the body and the water that it carries along
  double mass_;
  Vector3 first_moment_;
  std::vector<Pose> frames_;
  MatrixX none_;
};

}  // namespace cuttle
