#pragma once
// A net that something holds on to, as one body of the tree. Its base is the plane of the net,
// which stands still in the world; its own coordinates are the displacements of the nodes that
// nothing holds, from where they were placed. Masses sit in the nodes, so the mass matrix is
// diagonal, and neighbours alone resist each other: all matrices are as narrow as the numbering of
// the nodes is.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/core/body.h"
#include "cuttle/net/body/net_point.h"
#include "cuttle/net/net_model.h"
#include "cuttle/spec/strip_place.h"

namespace cuttle {

struct NetScratch final : FamilyScratch {
  NetInput input;               // what drives the net now: at rest by kinematics, else by actors
  NetInput other;               // one actor's, for its books
  VectorX x, v, a;              // (2 nodes) of the plane, by kinematics
  Vector6 A = Vector6::Zero();  // base acceleration of the last `forces`
  Seed seed;                    // of the last `tangent`
  MatrixX K, D;                 // (n x n), zero outside of the band
  bool stiff = false;           // K and D belong to x and to the input
};

class NetBody final : public BodyFamily {
 public:
  NetBody(std::shared_ptr<const NetModel> model, std::vector<NetPoint> points);

  const NetModel& model() const { return *model_; }
  const NetData& data() const { return model_->data; }
  const std::vector<NetPoint>& points() const { return points_; }
  /// Point of the body at such a place; -1: it has none there.
  int find_point(const NetPoint& place) const;
  /// Where a strip place is on the net.
  NetPoint point_at(const StripPlace& place) const;
  std::shared_ptr<const NetModel> shared_model() const { return model_; }
  const NetInput& rest() const { return rest_; }
  /// Nodes that may touch the ground, each once.
  std::vector<NetPoint> touching_points() const;
  /// Own coordinate of x (k = 0) or y (1) of a node; -1: it is held.
  int own(int node, int k) const { return own_[size_t(2 * node + k)]; }

  static NetScratch& scratch(const BodyWork& b) { return static_cast<NetScratch&>(*b.scratch); }
  /// Adds `factor` times the elastic forces under some drive to p_q, at the places of the scratch.
  void add_elastic_force(const NetInput& input, double factor, BodyWork&) const;
  /// Power of the elastic forces under some drive.
  double elastic_power(const NetInput& input, const BodyWork&) const;

  std::string_view family() const override { return "net"; }
  int n() const override { return n_; }
  int band() const override { return data().band; }
  int n_points() const override { return int(points_.size()) + 1; }
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
  double kinetic_energy(const BodyWork&) const override;
  double elastic_energy(const double* q, const BodyWork&) const override;
  double dissipation(const double* v, const BodyWork&) const override;
  double mass() const override { return data().mass.sum(); }
  Vector3 first_moment(const BodyWork&) const override;
  std::string fault(const BodyWork&) const override;

 private:
  PointColumns columns_of(int point, const NetScratch&) const;
  /// Stiffness that is never negative, and damping.
  void stiffness_at(NetScratch&) const;
  /// Rows and columns of own unknowns, and of the base.
  void own_tangent(const Seed&, const BodyWork&, MatrixX& T_x, MatrixX& B_x) const;
  void base_tangent(const BodyWork&, MatrixX& T_y, Eigen::Matrix<double, 6, 18>& B_y) const;
  void add_strain_tangent(const Seed&, const NetScratch&, MatrixX& T_x) const;
  void add_node_tangent(const Seed&, const BodyWork&, MatrixX& T_x, MatrixX& B_x) const;
  void add_point_tangent(const Seed&, int point, const BodyWork&, MatrixX& T_x, MatrixX& B_x) const;
  void add_load_tangent(const Seed&, const PointTangent&, const BodyWork&, MatrixX& T_x,
                        MatrixX& B_x) const;
  void vary_point(const Seed&, int point, const BodyWork&, Eigen::Ref<MatrixX> zeta,
                  Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const;
  /// Force that the motion of a node needs, in the base.
  Vector3 node_force(int node, const BodyWork&) const;

  std::shared_ptr<const NetModel> model_;
  std::vector<NetPoint> points_;    // 1, 2, ... of the body
  std::vector<int> own_;            // (2 nodes)
  std::vector<int> coordinate_;     // (n) of the net, for each own one
  std::vector<std::string> names_;  // (n) leg.3.x
  NetInput rest_;
  double size_ = 1;  // [m] of the net as it is placed
  int n_ = 0;
};

}  // namespace cuttle
