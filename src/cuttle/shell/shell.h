#pragma once
// Axisymmetric Cosserat shells as one body of the tree: a meridian with a few strain coordinates
// [Renda18], the circles around the axis integrated in closed form. The axis is x of the body
// frame, whose origin lies in the plane of the edge that is held.

#include <memory>
#include <vector>

#include "cuttle/core/body.h"
#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/shell/shell_data.h"
#include "cuttle/shell/shell_loading.h"

namespace cuttle {

/// Directions of the exact tangent, eight at a time, and what they leave.
struct ShellTangentWork {
  std::vector<Dual> q, v, a, tau;
  std::vector<Ring<Dual>> rings;
  std::vector<RingForce<Dual>> forces;
  MatrixX dr, dbeta, zeta;  // (points x n) of the axial motion of each point
  MatrixX columns[4];       // (6 x n)
  BodyTangent per_q, per_v;

  void resize(std::size_t points, int n) {
    if (zeta.rows() == Eigen::Index(points)) return;
    zeta = dr = dbeta = MatrixX::Zero(Eigen::Index(points), n);
    for (MatrixX& block : columns) block = MatrixX::Zero(6, n);
  }
};

struct ShellScratch final : FamilyScratch {
  std::vector<Ring<double>> rings;        // by kinematics
  std::vector<RingForce<double>> forces;  // of the part under work
  RowMatrix slope_r, slope_x;             // (rings x n) r', x' per coordinate, by kinematics
  MatrixX J_r, J_x;                       // (rings x n) r, x per coordinate, by kinematics
  MatrixX rows;                           // (4 rings x n) strains per coordinate, weighted
  MatrixX M, K, D;                        // (n x n) by inertia; by stiffness_at
  bool stiff = false;                     // K and D belong to the rings
  VectorX tau;                            // (n)
  ShellLoading loading;                   // by actors
  ShellLoading part;                      // one actor's, for its books
  Vector6 A = Vector6::Zero();            // base acceleration of the last `forces`
  ShellTangentWork tangent;
};

class Shell final : public BodyFamily {
 public:
  explicit Shell(ShellData data) : data_(std::move(data)) {}
  const ShellData& data() const { return data_; }

  /// What actors write to: valid from kinematics to forces.
  static ShellLoading& loading(const BodyWork& b) { return scratch(b).loading; }
  static const std::vector<Ring<double>>& rings(const BodyWork& b) { return scratch(b).rings; }
  /// Power of some loads alone at the state last given to kinematics.
  double power_of(const ShellLoading&, const BodyWork&) const;
  /// An empty loading for one actor's books.
  static ShellLoading& part(const BodyWork& b) {
    scratch(b).part.clear();
    return scratch(b).part;
  }
  /// Thrust and drag of some loads along x.
  AxialForces<double> axial(const ShellLoading&, const BodyWork&) const;
  VolumeMotion<double> volume(const BodyWork&, InnerVolume) const;
  /// Power that water inside takes along when it leaves and costs when it is sucked in, and that
  /// a flow (in B) gives to added mass and to water inside. Zero or negative in still water.
  double water_power(const Vector3& flow, const BodyWork&) const;

  std::string_view family() const override { return "shell"; }
  int n() const override { return data_.n; }
  int n_points() const override { return int(data_.point_rows.size()) + 1; }
  std::vector<StrainCoordinate> coordinates() const override;
  std::unique_ptr<FamilyScratch> make_scratch() const override;
  void kinematics(const double* q, const double* v, const double* a, BodyWork&) const override;
  void forces(const Vector6& A, BodyWork&) const override;
  void inertia(BodyWork&) const override;
  void add_elasticity(const double* q, const double* v, BodyWork&) const override;
  void add_effective_inertia(double beta, double gamma, const double* a_old,
                             BodyWork&) const override;
  const MatrixX& stiffness(const BodyWork&) const override;
  const MatrixX& damping(const BodyWork&) const override;
  void tangent(const Seed&, const double* q, const double* v, const double* a, BodyWork&,
               BodyTangent&) const override;
  void point_tangent(int point, const BodyWork&, Eigen::Ref<MatrixX> zeta, Eigen::Ref<MatrixX> dV,
                     Eigen::Ref<MatrixX> dA) const override;
  void derivatives(const double* q, const double* v, const double* a, BodyWork&,
                   BodyDerivatives&) const override;
  void point_derivatives(int point, const BodyWork&, Eigen::Ref<MatrixX> Y_q,
                         Eigen::Ref<MatrixX> Y_v) const override;
  bool keeps_loads() const override { return true; }
  double kinetic_energy(const BodyWork&) const override;
  double elastic_energy(const double* q, const BodyWork&) const override;
  double dissipation(const double* v, const BodyWork&) const override;
  double mass() const override { return data_.mass; }
  Vector3 first_moment(const BodyWork&) const override;
  std::string fault(const BodyWork&) const override;

 private:
  static ShellScratch& scratch(const BodyWork& b) { return static_cast<ShellScratch&>(*b.scratch); }
  Matrix6 base_inertia(const ShellScratch&) const;
  void stiffness_at(ShellScratch&) const;
  /// The formulas in dual numbers, for directions up to `last`: own ones first, then the base's.
  void differentiate(const Seed&, int last, const double* q, const double* v, const double* a,
                     BodyWork&, BodyTangent&) const;
  void add_point_tangent(const PointTangent&, BodyWork&, BodyTangent&) const;

  ShellData data_;
};

/// Makes a shell: its description first, then points on its axis that something wants to hold.
class ShellBuilder {
 public:
  explicit ShellBuilder(const ShellDescription& description)
      : data_(make_shell_data(description)) {}
  /// Goes on with a finished shell: its points keep their numbers.
  explicit ShellBuilder(const Shell& shell) : data_(shell.data()) {}
  /// The frame on the axis in the plane of the ring at abscissa X; 0 is the base.
  int point_at(double X);
  std::shared_ptr<const Shell> finish() { return std::make_shared<const Shell>(std::move(data_)); }

 private:
  ShellData data_;
};

}  // namespace cuttle
