// Meshes: what they hold, what is mended, hulls, and nearest places against all triangles.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/math/mesh/convex_hull.h"
#include "cuttle/math/mesh/mesh_surface.h"
#include "support/meshes.h"
#include "support/random.h"

namespace cuttle {
namespace {

using std::numbers::pi;
using testing::ball_mesh;
using testing::box_mesh;
using testing::Random;
using testing::torus_mesh;

std::string place(const Vector3& x) {
  return std::to_string(x.x()) + " " + std::to_string(x.y()) + " " + std::to_string(x.z());
}

TriangleMesh moved(TriangleMesh mesh, const Matrix3& R, const Vector3& p) {
  for (Vector3& x : mesh.points) x = R * x + p;
  return mesh;
}

TEST(Mesh, of_a_box_holds_what_a_box_holds) {
  Random random(1);
  const Vector3 half(0.1, 0.2, 0.4), p(3, -2, 1);
  const Matrix3 R = random.rotation();
  const VolumeMoments m = volume_moments(moved(box_mesh(half), R, p));
  EXPECT_NEAR(m.volume, 8 * half.prod(), 1e-14);  // 4e-17
  EXPECT_NEAR(m.area, 8 * (0.02 + 0.04 + 0.08), 1e-14);
  EXPECT_LT((m.center - p).norm(), 1e-14);
  const Vector3 s = half.cwiseAbs2() * m.volume / 3;
  const Matrix3 I = Vector3(s[1] + s[2], s[0] + s[2], s[0] + s[1]).asDiagonal();
  EXPECT_LT((m.inertia - R * I * R.transpose()).norm(), 1e-15);
}

TEST(Mesh, of_a_ball_converges_with_order_two) {
  double before_v = 0, before_i = 0;
  for (int rounds = 3; rounds <= 5; ++rounds) {
    const VolumeMoments m = volume_moments(ball_mesh(rounds));
    const double v = 4 * pi / 3 - m.volume, i = 8 * pi / 15 - m.inertia(0, 0);
    EXPECT_GT(v, 0);
    if (before_v > 0) {
      EXPECT_NEAR(std::log2(before_v / v), 2, 0.05);  // 1.98, 1.99
      EXPECT_NEAR(std::log2(before_i / i), 2, 0.05);
    }
    before_v = v;
    before_i = i;
  }
}

TEST(Mesh, has_an_ellipsoid_that_is_equal_to_it) {
  // that of a mesh of an ellipsoid is the ellipsoid, but for the corners
  TriangleMesh mesh = ball_mesh(5);
  for (Vector3& x : mesh.points) x = x.cwiseProduct(Vector3(3, 1, 2));
  Vector3 semi = equal_ellipsoid(volume_moments(mesh)).semi_axes;
  std::sort(semi.begin(), semi.end());
  EXPECT_LT((semi - Vector3(1, 2, 3)).norm(), 4e-3);
}

TEST(SoundMesh, joins_corners_and_agrees_on_the_outside) {
  const TriangleMesh box = box_mesh({1, 2, 3});
  TriangleMesh soup;  // as in STL files, with every third face turned, and all of them inwards
  for (size_t f = 0; f < box.faces.size(); ++f) {
    std::array<int, 3> face = box.faces[f];
    if (f % 3 != 0) std::swap(face[1], face[2]);
    for (const int corner : face) soup.points.push_back(box.points[size_t(corner)]);
    const int last = int(soup.points.size());
    soup.faces.push_back({last - 3, last - 2, last - 1});
  }
  soup.faces.push_back({0, 0, 1});
  MeshReport report;
  const TriangleMesh mesh = sound_mesh(soup, place, report);
  EXPECT_TRUE(report.errors.empty());
  EXPECT_EQ(report.notes.size(), 3u);  // a line, turned faces, turned inside out
  EXPECT_EQ(mesh.points.size(), 8u);
  EXPECT_NEAR(volume_moments(mesh).volume, 48, 1e-12);
}

TEST(SoundMesh, tells_where_it_is_open_cut_or_crowded) {
  MeshReport open;
  TriangleMesh mesh = box_mesh({1, 1, 1});
  mesh.faces.pop_back();
  sound_mesh(mesh, place, open);
  ASSERT_EQ(open.errors.size(), 1u);
  EXPECT_NE(open.errors[0].find("3 of its edges have one triangle only"), std::string::npos)
      << open.errors[0];

  // two boxes through each other
  MeshReport cut;
  TriangleMesh two = box_mesh({1, 1, 1});
  const TriangleMesh other = moved(box_mesh({0.5, 0.5, 0.5}), Matrix3::Identity(), {1, 0.1, 0.2});
  for (const Vector3& x : other.points) two.points.push_back(x);
  for (const auto& [a, b, c] : other.faces) two.faces.push_back({a + 8, b + 8, c + 8});
  sound_mesh(two, place, cut);
  EXPECT_TRUE(cut.errors.empty());
  ASSERT_EQ(cut.notes.size(), 1u);
  EXPECT_NE(cut.notes[0].find("it cuts itself at"), std::string::npos) << cut.notes[0];
  EXPECT_NEAR(self_cuts(two).first.x(), 1, 1e-12);
  EXPECT_EQ(self_cuts(box_mesh({1, 1, 1})).count, 0);
  EXPECT_EQ(self_cuts(ball_mesh(4)).count, 0);

  MeshReport crowded;
  TriangleMesh fin = box_mesh({1, 1, 1});
  fin.points.emplace_back(0, 0, 3);
  fin.faces.push_back({4, 5, 8});
  sound_mesh(fin, place, crowded);
  EXPECT_EQ(crowded.errors.size(), 2u);

  MeshReport bad;
  TriangleMesh nan = box_mesh({1, 1, 1});
  nan.points[3].y() = std::nan("");
  sound_mesh(nan, place, bad);
  EXPECT_EQ(bad.errors.size(), 1u);
}

TriangleMesh both(TriangleMesh mesh, const TriangleMesh& other) {
  const int first = int(mesh.points.size());
  mesh.points.insert(mesh.points.end(), other.points.begin(), other.points.end());
  for (const auto& [a, b, c] : other.faces) mesh.faces.push_back({a + first, b + first, c + first});
  return mesh;
}

TriangleMesh inside_out(TriangleMesh mesh) {
  for (std::array<int, 3>& face : mesh.faces) std::swap(face[1], face[2]);
  return mesh;
}

TEST(SoundMesh, turns_each_piece_but_leaves_cavities) {
  const TriangleMesh large = box_mesh({1, 1, 1}), small = box_mesh({0.5, 0.5, 0.5});
  const TriangleMesh beside = moved(small, Matrix3::Identity(), {3, 0, 0});
  const auto volume = [](const TriangleMesh& mesh, size_t notes) {
    MeshReport report;
    const double found = volume_moments(sound_mesh(mesh, place, report)).volume;
    EXPECT_TRUE(report.errors.empty());
    EXPECT_EQ(report.notes.size(), notes);
    return found;
  };
  EXPECT_NEAR(volume(both(large, beside), 0), 9, 1e-13);
  EXPECT_NEAR(volume(both(large, inside_out(beside)), 1), 9, 1e-13);
  EXPECT_NEAR(volume(both(inside_out(large), beside), 1), 9, 1e-13);
  EXPECT_NEAR(volume(both(inside_out(large), inside_out(beside)), 1), 9, 1e-13);
  EXPECT_NEAR(volume(both(large, inside_out(small)), 0), 7, 1e-13);  // a cavity
  EXPECT_NEAR(volume(both(inside_out(large), small), 1), 7, 1e-13);
}

TEST(ConvexHull, keeps_what_stands_out) {
  Random random(3);
  std::vector<Vector3> points = box_mesh({1, 2, 3}).points;
  for (int i = 0; i < 300; ++i)
    points.push_back(random.vector3().cwiseMax(-1).cwiseMin(1).cwiseProduct(Vector3(1, 2, 3)));
  const TriangleMesh hull = convex_hull(points);
  EXPECT_EQ(hull.points.size(), 8u);
  EXPECT_EQ(hull.faces.size(), 12u);
  EXPECT_NEAR(volume_moments(hull).volume, 48, 1e-12);
  EXPECT_TRUE(convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 3, 0}}).faces.empty());
}

TEST(ConvexHull, has_all_points_behind_all_faces) {
  Random random(4);
  for (int n : {4, 5, 20, 500}) {
    std::vector<Vector3> points;
    for (int i = 0; i < n; ++i) points.push_back(random.unit_vector());
    const TriangleMesh hull = convex_hull(points);
    EXPECT_EQ(hull.points.size(), size_t(n));
    EXPECT_EQ(hull.faces.size(), size_t(2 * n - 4));  // Euler
    for (size_t f = 0; f < hull.faces.size(); ++f) {
      const Vector3 normal = face_normal(hull, int(f));
      for (const Vector3& x : points)
        EXPECT_LT(normal.dot(x - hull.points[size_t(hull.faces[f][0])]), 1e-8);
    }
    for (const MeshEdge& edge : edges_of(hull)) EXPECT_GE(edge.other, 0);
  }
}

TEST(ConvexHull, of_noisy_points_is_closed_or_none) {
  // grids on turned boxes and rings of cylinders as floats know them: faces of up to 90 points that
  // lie in a plane but for 6e-8
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    const int m = 4 + i % 12;
    const Matrix3 R = random.rotation();
    const Vector3 p = random.vector3(3);
    std::vector<Vector3> points;
    for (int a = 0; a <= m; ++a)
      for (int b = 0; b <= m; ++b)
        for (int c = 0; c <= m; ++c)
          if (i % 2 == 0 && (a % m == 0 || b % m == 0 || c % m == 0))
            points.push_back(R * Vector3(a, 2 * b, 0.3 * c) / m + p);
    for (int a = 0; a < 8 * m; ++a)
      for (int c = 0; c <= m; ++c)
        if (const double turn = 2 * pi * a / (8 * m); i % 2 == 1)
          points.push_back(R * Vector3(std::cos(turn), std::sin(turn), double(c) / m) + p);
    for (Vector3& x : points) x = x.cast<float>().cast<double>();
    const TriangleMesh hull = convex_hull(points);
    ASSERT_FALSE(hull.points.empty());
    for (const MeshEdge& edge : edges_of(hull)) EXPECT_GE(edge.other, 0);
    const double exact = i % 2 == 0 ? 0.6 : 4 * m * std::sin(2 * pi / (8 * m));
    if (!hull.faces.empty())
      EXPECT_NEAR(volume_moments(hull).volume, exact, 1e-5 * exact);  // at most 1e-6
  }
  for (const Vector3& step : {Vector3(0, 0, 0), Vector3(0.1, 0.2, 0.3)}) {  // one place, one line
    std::vector<Vector3> points;
    for (int i = 0; i < 20; ++i) points.push_back(Vector3(1, 2, 3) + i * step);
    EXPECT_TRUE(convex_hull(points).points.empty());
  }
}

TEST(MeshSurface, is_as_near_as_the_nearest_of_all_triangles) {
  Random random(5);
  const TriangleMesh mesh = torus_mesh(1, 0.4, 20, 12);
  const MeshSurface surface(mesh);
  for (int i = 0; i < 500; ++i) {
    const Vector3 x = 1.5 * random.vector3();
    double least = 1e300;
    for (const auto& [a, b, c] : mesh.faces)
      least = std::min(least, (nearest_on_triangle(mesh.points[size_t(a)], mesh.points[size_t(b)],
                                                   mesh.points[size_t(c)], x)
                                   .p -
                               x)
                                  .norm());
    const SurfacePlace place = surface.nearest(x);
    EXPECT_NEAR(std::abs(place.d), least, 1e-14);
    // inside or outside, well away from the flat facets
    const double exact = std::hypot(std::hypot(x.x(), x.y()) - 1, x.z()) - 0.4;
    if (std::abs(exact) > 0.05) EXPECT_EQ(place.d < 0, exact < 0) << x.transpose();
    EXPECT_LT((x - place.d * place.n - place.foot).norm(), 1e-12);
  }
}

TEST(MeshSurface, has_one_place_per_wall_of_a_groove) {
  // a valley between two slopes of 45 degrees: a ball in the middle sees both, one on a wall that
  std::vector<std::vector<double>> heights(3);
  for (auto& row : heights) row = {1, 0, 1};
  const MeshSurface groove(height_mesh({-1, 0, 1}, {-1, 0, 1}, heights, -1));
  std::array<SurfacePlace, MeshSurface::kMaxPlaces> places;
  ASSERT_EQ(groove.nearest_places({0, 0.1, 0.5}, 0.4, places), 2);
  EXPECT_NEAR(places[0].d, 0.5 / std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(places[1].d, 0.5 / std::sqrt(2.0), 1e-14);
  EXPECT_NE(places[0].patch, places[1].patch);
  EXPECT_EQ(groove.nearest_places({0.2, 0.1, 0.4}, 0.2, places), 1);
  EXPECT_EQ(groove.nearest_places({0.2, 0.1, 0.1}, 0.2, places), 1);  // inside
  EXPECT_LT(places[0].d, 0);

  // the edge of a box is one place, not two; beside a face there is that face
  const MeshSurface box(box_mesh({1, 1, 1}));
  EXPECT_EQ(box.nearest_places({1.1, 1.1, 0.3}, 0.5, places), 1);
  EXPECT_EQ(box.nearest_places({1.1, 0.9, 0.3}, 0.5, places), 1);
  EXPECT_EQ(box.nearest_places({1.1, 1.1, 1.1}, 0.5, places), 1);
}

TEST(MeshSurface, does_not_mind_a_sliver_along_an_edge) {
  // a box of 1 x 2 x 3, one edge of which has a point in the middle on one side only
  TriangleMesh mesh = box_mesh({1, 2, 3});
  const MeshSurface clean(mesh);
  const int a = 5, b = 7, m = 8;  // the edge x = 1, z = 3
  mesh.points.emplace_back(1, 0, 3);
  for (size_t f = 0; f < 12; ++f)
    for (size_t k = 0; k < 3; ++k) {
      const std::array<int, 3> face = mesh.faces[f];
      if (face[k] != a || face[(k + 1) % 3] != b) continue;
      const int far = face[(k + 2) % 3];
      mesh.faces[f] = {a, m, far};
      mesh.faces.push_back({m, b, far});
      mesh.faces.push_back({a, b, m});
    }
  ASSERT_EQ(mesh.faces.size(), 14u);
  MeshReport report;
  const TriangleMesh sound = sound_mesh(mesh, place, report);
  ASSERT_TRUE(report.errors.empty() && report.notes.empty());
  const MeshSurface sliver(sound);
  Random random(6);
  for (int i = 0; i < 300; ++i) {
    const Vector3 off(random.uniform(-0.5, 0.5), 0, random.uniform(-0.5, 0.5));
    const Vector3 x = Vector3(1, i % 3 == 0 ? 0 : random.uniform(-1.9, 1.9), 3) + off;
    const SurfacePlace p = sliver.nearest(x), q = clean.nearest(x);
    EXPECT_NEAR(p.d, q.d, 1e-14) << x.transpose();
    if (std::abs(off.x() - off.z()) > 1e-3) EXPECT_LT((p.n - q.n).norm(), 1e-12);
  }
  // sheared until the edge is sharp: places beyond it are behind one of the two faces
  TriangleMesh sharp = sound;
  for (Vector3& x : sharp.points) x.x() += 2 * x.z();
  const MeshSurface wedge(sharp);
  for (const double y : {-1.5, -1.0, 0.0, 0.5})
    for (const double turn : {-1.1, -0.5, 0.0, 0.5, 1.1, 1.5})
      EXPECT_NEAR(wedge.nearest(Vector3(7 + 0.1 * std::cos(turn), y, 3 + 0.1 * std::sin(turn))).d,
                  0.1, 1e-13);
}

TEST(MeshSurface, of_heights_holds_what_is_below_them) {
  const std::vector<double> x = {0, 1, 3}, y = {0, 2};
  const TriangleMesh mesh = height_mesh(x, y, {{1, 1, 1}, {1, 1, 1}}, -1);
  MeshReport report;
  const TriangleMesh sound = sound_mesh(mesh, place, report);
  EXPECT_TRUE(report.errors.empty() && report.notes.empty());
  EXPECT_NEAR(volume_moments(sound).volume, 12, 1e-13);
}

}  // namespace
}  // namespace cuttle
