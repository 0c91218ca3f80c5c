#pragma once
// Solids that touch: how far a place is from their surface, and the features with which they touch
// others.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "cuttle/contact/distance.h"
#include "cuttle/math/mesh/triangle_mesh.h"

namespace cuttle {

/// A ball; of radius 0: a corner.
struct BallFeature {
  Vector3 p = Vector3::Zero();
  double r = 0;
};

/// A sharp circle.
struct RimFeature {
  Vector3 p = Vector3::Zero(), axis = Vector3::UnitX();
  double r = 0;
};

/// Balls along a line, from p to p + d, of radius r to r + dr; of radius 0: a sharp edge. At its
/// ends: a ball or a rim, by number; -1: none.
struct SpineFeature {
  Vector3 p = Vector3::Zero(), d = Vector3::Zero();
  double r = 0, dr = 0;
  std::array<int, 2> ball = {-1, -1}, rim = {-1, -1};
};

/// A ball that touches: its centre, and the distance of that.
struct BallPlace {
  Distance at;
  int feature = 0;  // tells places of one ball apart
};

struct ShapeSpec;

class Solid {
 public:
  std::shared_ptr<const ShapeSpec> drawn;  // what it looks like; null: nobody asked for it

  /// What there is to know besides the distance. Own frame, metres.
  struct Features {
    std::vector<BallFeature> balls;
    std::vector<RimFeature> rims;
    std::vector<SpineFeature> spines;
    std::size_t outer_balls = 0;  // the first ones: those that a plane can touch
    bool convex = true;
    double round = 0;  // > 0: it is smooth, and so is its parallel surface so far inside
    Vector3 center = Vector3::Zero();  // of a ball around it
    double radius = 0;
    double thickness = 0;  // half of it where it is thinnest; infinite: it has none
  };

  virtual ~Solid() = default;
  const Features& features() const { return features_; }

  virtual Distance distance(const Vector3& x) const = 0;

  static constexpr int kMaxBallPlaces = 12;
  /// Where a ball of radius r about x touches, or nearly, within reach of the surface of the ball.
  virtual int ball_places(const Vector3& x, double r, double reach,
                          std::array<BallPlace, kMaxBallPlaces>& places) const;

  /// The place of a smooth surface whose normal is n.
  virtual Vector3 place_with_normal(const Vector3&) const { return Vector3::Zero(); }

 protected:
  Solid() = default;
  Solid(const Solid&) = default;
  Solid& operator=(const Solid&) = default;

  Features features_;
};

std::shared_ptr<Solid> ellipsoid_solid(const Vector3& semi_axes);
std::shared_ptr<Solid> cylinder_solid(double radius, double length);
std::shared_ptr<Solid> cone_solid(double radius, double length);
/// Of a sound mesh (math/mesh); of a convex one the inside is known to be so. A height field has no
/// thickness.
enum class MeshKind { any, convex, height_field };
std::shared_ptr<Solid> mesh_solid(const TriangleMesh& mesh, MeshKind kind);

}  // namespace cuttle
