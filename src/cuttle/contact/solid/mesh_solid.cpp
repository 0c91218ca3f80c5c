#include <algorithm>
#include <limits>
#include <set>

#include "cuttle/contact/solid/solid.h"
#include "cuttle/math/mesh/convex_hull.h"
#include "cuttle/math/mesh/mesh_surface.h"

namespace cuttle {
namespace {

constexpr double kNoEdge = 1e-6;  // sine of the angle of faces whose edge is none
constexpr int kPatchPlaces = 4;   // features of one smooth patch

class MeshSolid final : public Solid {
 public:
  MeshSolid(const TriangleMesh& mesh, MeshKind kind) : surface_(mesh) {
    features_.convex = kind == MeshKind::convex;
    const Eigen::AlignedBox3d box = box_of(mesh);
    features_.center = box.center();
    for (const Vector3& x : mesh.points)
      features_.radius = std::max(features_.radius, (x - features_.center).norm());
    add_features(kind);
    const VolumeMoments moments = volume_moments(mesh);
    features_.thickness = kind == MeshKind::convex ? -surface_.nearest(moments.center).d
                          : kind == MeshKind::any  ? moments.volume / moments.area
                                                   : std::numeric_limits<double>::infinity();
  }

  Distance distance(const Vector3& x) const override {
    const SurfacePlace place = surface_.nearest(x);
    return {place.d, place.n, place.H};
  }

  int ball_places(const Vector3& x, double r, double reach,
                  std::array<BallPlace, kMaxBallPlaces>& places) const override {
    if (features_.convex) return Solid::ball_places(x, r, reach, places);
    std::array<SurfacePlace, MeshSurface::kMaxPlaces> found;
    const int count = surface_.nearest_places(x, r + reach, found);
    int kept = 0;
    for (int i = 0; i < count && kept < kMaxBallPlaces; ++i) {
      const SurfacePlace& place = found[size_t(i)];
      if (!(place.d - r < reach)) continue;
      // nearest first: so many of this patch came before it
      const auto before = std::count_if(found.begin(), found.begin() + i, [&](const auto& other) {
        return other.patch == place.patch;
      });
      places[size_t(kept++)] = {
          {place.d, place.n, place.H},
          kPatchPlaces * place.patch + std::min(int(before), kPatchPlaces - 1)};
      if (before >= kPatchPlaces) --kept;
    }
    return kept;
  }

 private:
  /// Corners and edges that stand out; of a height field only those of its top.
  void add_features(MeshKind kind) {
    const TriangleMesh& mesh = surface_.mesh();
    std::vector<char> sharp(mesh.points.size(), 0);
    for (const MeshEdge& edge : surface_.edges()) {
      const Vector3 &n = surface_.face_normals()[size_t(edge.face)],
                    &m = surface_.face_normals()[size_t(edge.other)];
      const Vector3 &p = mesh.points[size_t(edge.from)], &q = mesh.points[size_t(edge.to)];
      // the faces bend away from each other
      if (!(n.cross(m).dot(q - p) > kNoEdge * (q - p).norm())) continue;
      sharp[size_t(edge.from)] = sharp[size_t(edge.to)] = 1;
      if (kind == MeshKind::height_field && (n.z() <= 0 || m.z() <= 0)) continue;
      features_.spines.push_back({p, q - p, 0, 0, {edge.from, edge.to}});
    }
    // those of the hull first: a plane sees no others
    const TriangleMesh hull = kind == MeshKind::convex ? mesh : convex_hull(mesh.points);
    const auto less = [](const Vector3& a, const Vector3& b) {
      return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
    };
    const std::set<Vector3, decltype(less)> outer(hull.points.begin(), hull.points.end(), less);
    std::vector<int> number(mesh.points.size(), -1);
    for (const bool first : {true, false}) {
      for (size_t i = 0; i < mesh.points.size(); ++i) {
        if (sharp[i] == 0 || outer.contains(mesh.points[i]) != first) continue;
        number[i] = int(features_.balls.size());
        features_.balls.push_back({mesh.points[i], 0});
      }
      if (first) features_.outer_balls = features_.balls.size();
    }
    for (SpineFeature& spine : features_.spines)
      for (int& end : spine.ball) end = number[size_t(end)];
  }

  MeshSurface surface_;
};

}  // namespace

std::shared_ptr<Solid> mesh_solid(const TriangleMesh& mesh, MeshKind kind) {
  return std::make_shared<MeshSolid>(mesh, kind);
}

}  // namespace cuttle
