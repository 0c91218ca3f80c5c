#pragma once
// Cosserat rods with a few strain coordinates: xi(X) = xi*(X) + Phi(X) q, g' = g xi [Mathew22].

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "cuttle/core/body.h"
#include "cuttle/core/strain_basis.h"
#include "cuttle/math/lanes.h"

namespace cuttle {

/// The six strain modes, in the order of a twist along the rod axis x.
inline constexpr std::array<std::string_view, 6> kStrainModes = {"torsion", "bend_y",  "bend_z",
                                                                 "stretch", "shear_y", "shear_z"};

/// Cross section at an abscissa: matrices per length, in the section frame.
struct RodSection {
  Matrix6 stiffness = Matrix6::Zero();   // [N m^2; N]
  Matrix6 damping = Matrix6::Zero();     // [N m^2 s; N s]
  Matrix6 inertia = Matrix6::Zero();     // [kg m; kg/m]
  Matrix6 added_mass = Matrix6::Zero();  // [kg m; kg/m] of the water: inertia without weight
};

/// A Gauss point of the elastic energy of a division.
struct ElasticNode {
  double X = 0, weight = 0;  // [m] from the division's start
};

/// A stretch of rod with one law for everything. X in metres from the division's start.
struct RodDivision {
  double length = 1;
  std::array<std::vector<StrainBasis>, 6> modes;  // empty = the mode is not active
  std::function<Vector6(double X)> rest_strain;
  std::function<RodSection(double X)> section;
  int quadrature = 5;  // Gauss points

  int n() const;
  /// Rows of Phi at X: (6 x n).
  MatrixX basis(double X) const;
  /// Ends of the smooth pieces of the bases, as fractions 0 = x0 < x1 < ... = 1.
  std::vector<double> piece_ends() const;
  /// Gauss points on each of them: at least two where there are several.
  int piece_points() const;
  /// Where stiffness and damping are integrated: tapers are polynomial, so that a few more points
  /// than stations make it exact.
  std::vector<ElasticNode> elastic_nodes() const;
  /// Where rest strains are looked at: the same places, fewer where there are many pieces, since
  /// each of them may be an entry of the input.
  std::vector<ElasticNode> rest_nodes() const;
};

/// Constants of 8 Magnus intervals (and the points at their ends) side by side.
struct IntervalGroup {
  Lanes h, c;                     // length, sqrt(3) h^2 / 12
  Vec6<Lanes> rest1, rest2;       // xi* at the two Zanna points
  int column = 0, columns = 0;    // own coordinates that act here
  std::vector<int> modes;         // strain modes that act here
  std::vector<Lanes> phi1, phi2;  // (columns) basis at the Zanna points
  Vec3<Lanes> I;                  // w times the diagonal section inertia of the end points
  Vec3<Lanes> m;                  // w times the mass per length along the section's axes
};

/// A strip of J: mode `mode` acts on the 8 columns of block `block`, with these basis values.
struct BasisStrip {
  int block = 0, mode = 0;
  Lanes phi1, phi2;
};

/// Everything about a rod that does not change. Interval i ends at point i + 1.
struct RodData {
  double length = 0;
  int n = 0;
  std::vector<RodDivision> divisions;
  std::vector<double> division_start;
  std::vector<int> division_column;  // first own coordinate of each division
  std::vector<int> column_mode;      // (n) strain mode of a coordinate
  std::vector<int> from;             // (intervals) point where the interval starts
  std::vector<bool> passive;         // (intervals) its end is only looked at, nothing pulls there
  std::vector<double> abscissa;      // (points) [m]
  std::vector<double> weight;        // (points) quadrature weight [m]; 0: no station
  std::vector<Matrix6> inertia;      // (points) w times the section inertia, water included
  std::vector<Matrix6> added_mass;   // (points) the water's part of it
  std::vector<int> stations;         // points with weight
  bool diagonal_inertia = true;
  bool isotropic_mass = true;  // the mass per length is the same in all directions
  bool damped = false;
  std::vector<IntervalGroup> groups;
  std::vector<std::vector<BasisStrip>> strips;  // (intervals)
  std::vector<int> interval_division;           // (intervals)
  MatrixX K, D;                                 // (n x n) [Mathew22] (4)
  std::vector<Lanes> K_rows, D_rows;            // (n x nb) the same in rows of 8
  double mass = 0;
};

class Rod final : public BodyFamily {
 public:
  explicit Rod(RodData data) : data_(std::move(data)) {}
  const RodData& data() const { return data_; }

  /// Strain at X for own coordinates q, and the basis there (6 x n).
  Vector6 strain(double X, const double* q) const;
  MatrixX basis(double X) const;
  Vector6 rest_strain(double X) const;

  std::string_view family() const override { return "rod"; }
  int n() const override { return data_.n; }
  int n_points() const override { return int(data_.abscissa.size()); }
  std::vector<StrainCoordinate> coordinates() const override;
  std::unique_ptr<FamilyScratch> make_scratch() const override;
  void kinematics(const double* q, const double* v, const double* a, BodyWork&) const override;
  void forces(const Vector6& A, BodyWork&) const override;
  void inertia(BodyWork&) const override;
  void add_elasticity(const double* q, const double* v, BodyWork&) const override;
  void add_effective_inertia(double beta, double gamma, const double* a_old,
                             BodyWork&) const override;
  const MatrixX& stiffness(const BodyWork&) const override { return data_.K; }
  const MatrixX& damping(const BodyWork&) const override { return data_.D; }
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
  double mass() const override { return data_.mass; }
  Vector3 first_moment(const BodyWork&) const override;

 private:
  RodData data_;
};

/// Makes a rod: divisions first, then any points that something wants to hold on to.
class RodBuilder {
 public:
  explicit RodBuilder(std::vector<RodDivision> divisions);
  /// Goes on with a finished rod: its points keep their numbers.
  explicit RodBuilder(const Rod& rod);
  /// The point at abscissa X (from the rod's start): a station or division end that is there, or
  /// a side branch from the one before it, which leaves the quadrature as it is.
  /// A passive point is only looked at: it costs nothing where BodyWork::passive_points is off.
  int point_at(double X, bool passive = false);
  double length() const { return data_.length; }
  std::shared_ptr<const Rod> finish();

 private:
  int add_point(int from, double X, double weight, int division);
  RodData data_;
  std::vector<int> point_division_;
  int chain_points_ = 0;
};

}  // namespace cuttle
