#pragma once
// Surfaces of triangles, counter-clockwise from outside.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

struct TriangleMesh {
  std::vector<Vector3> points;            // [m]
  std::vector<std::array<int, 3>> faces;  // into points
};

/// What a closed surface holds, by the divergence theorem.
struct VolumeMoments {
  double volume = 0;                  // [m^3]
  double area = 0;                    // [m^2] of the surface
  Vector3 center = Vector3::Zero();   // [m]
  Matrix3 inertia = Matrix3::Zero();  // [m^5] about the centre, of density 1
};
VolumeMoments volume_moments(const TriangleMesh& mesh);

/// Semi-axes (the columns of `axes` are their directions) of the ellipsoid of the same volume whose
/// moments of inertia have the same ratios.
struct EqualEllipsoid {
  Vector3 semi_axes = Vector3::Ones();
  Matrix3 axes = Matrix3::Identity();
};
EqualEllipsoid equal_ellipsoid(const VolumeMoments& moments);

Eigen::AlignedBox3d box_of(const TriangleMesh& mesh);

/// Unit normal of a face; zero if it has no area.
Vector3 face_normal(const TriangleMesh& mesh, int face);

/// An edge between two faces: the first runs along it from `from` to `to`, the second back; -1:
/// there is none.
struct MeshEdge {
  int from = 0, to = 0;
  int face = -1, other = -1;
};
/// All edges of a mesh whose faces agree on their outside. Sorted.
std::vector<MeshEdge> edges_of(const TriangleMesh& mesh);

/// Numbers the pieces of a surface within which neighbours make less than 30 degrees: one number
/// for each face.
std::vector<int> smooth_patches(const TriangleMesh& mesh);

/// What was found on the way to a sound mesh: errors, and what was mended.
struct MeshReport {
  std::vector<std::string> errors, notes;
};

/// Joins equal points, leaves out faces that are only a line, turns faces so that neighbours agree
/// and the volume is positive. Reports points that are not finite, a surface that is not closed or
/// of more than two faces at an edge, and faces that cut each other, each with a place, which
/// `place` puts into words.
TriangleMesh sound_mesh(TriangleMesh mesh, const std::function<std::string(const Vector3&)>& place,
                        MeshReport& report);

/// Places where faces cut each other that have no corner in common: their number, and the first.
struct SelfCuts {
  int count = 0;
  Vector3 first = Vector3::Zero();
  bool complete = true;  // false: too many faces are near each other to look at all of them
};
SelfCuts self_cuts(const TriangleMesh& mesh);

/// A height field as a closed surface: heights over a grid of nodes, at x[i], y[j] in row j, walls
/// and a flat bottom. The faces of the top come first: two for each cell.
TriangleMesh height_mesh(const std::vector<double>& x, const std::vector<double>& y,
                         const std::vector<std::vector<double>>& heights, double bottom);

}  // namespace cuttle
