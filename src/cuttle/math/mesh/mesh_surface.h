#pragma once
// The nearest places of a closed surface of triangles, by a tree of boxes.

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "cuttle/math/mesh/triangle_mesh.h"

namespace cuttle {

/// The place of a triangle nearest to x, and where on it that is: 0..2 a corner, 3..5 the edge from
/// corner 0, 1, 2 to the next, 6 inside.
struct TrianglePlace {
  Vector3 p = Vector3::Zero();
  int feature = 6;
};
TrianglePlace nearest_on_triangle(const Vector3& a, const Vector3& b, const Vector3& c,
                                  const Vector3& x);

/// Boxes around boxes around triangles.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  struct Node {
    Vector3 low = Vector3::Zero(), high = Vector3::Zero();
    int first = 0, count = 0;  // of a leaf: in order()
    int next = 0;              // of a fork: the second child; the first one follows
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  std::span<const int> faces(const Node& leaf) const {
    return {order_.data() + leaf.first, size_t(leaf.count)};
  }

 private:
  int build(const std::vector<Vector3>& middles, const TriangleMesh& mesh, int first, int count);

  std::vector<Node> nodes_;
  std::vector<int> order_;
};

/// A place of the surface near a point: d < 0 inside, the unit normal n out of the solid, and the
/// derivative H of n.
struct SurfacePlace {
  double d = 0;
  Vector3 n = Vector3::UnitZ();
  Matrix3 H = Matrix3::Zero();
  Vector3 foot = Vector3::Zero();
  int patch = 0;
};

/// Answers do not depend on earlier questions; nothing is allocated.
class MeshSurface {
 public:
  /// Asks for a mesh that is sound (sound_mesh).
  explicit MeshSurface(TriangleMesh mesh);

  const TriangleMesh& mesh() const { return mesh_; }
  const std::vector<MeshEdge>& edges() const { return edges_; }
  const std::vector<Vector3>& face_normals() const { return face_normals_; }

  SurfacePlace nearest(const Vector3& x) const;

  /// Where the distance to x is least in its neighbourhood, nearest first, for an x outside within
  /// reach: in one smooth patch only places whose normals differ by more than 30 degrees, one for
  /// an edge between patches. Inside: the nearest place alone.
  static constexpr int kMaxPlaces = 12;
  int nearest_places(const Vector3& x, double reach,
                     std::array<SurfacePlace, kMaxPlaces>& places) const;

 private:
  SurfacePlace place_on(int face, const TrianglePlace& at, const Vector3& x) const;
  bool least_here(int face, const TrianglePlace& at, const Vector3& x) const;

  TriangleMesh mesh_;
  TriangleTree tree_;
  std::vector<MeshEdge> edges_;
  std::vector<Vector3> face_normals_;
  std::vector<std::array<int, 3>> face_edges_;          // into edges_
  std::vector<Vector3> edge_normals_, corner_normals_;  // weighted by angle
  std::vector<int> corner_first_, corner_faces_;        // faces of each corner
  std::vector<int> patches_;
};

}  // namespace cuttle
