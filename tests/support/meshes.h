#pragma once
// Meshes in closed form.

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "cuttle/math/mesh/triangle_mesh.h"

namespace cuttle::testing {

inline TriangleMesh box_mesh(const Vector3& half) {
  TriangleMesh mesh;
  for (int c = 0; c < 8; ++c)
    mesh.points.emplace_back(half.cwiseProduct(
        Vector3((c & 1) != 0 ? 1 : -1, (c & 2) != 0 ? 1 : -1, (c & 4) != 0 ? 1 : -1)));
  for (const std::array<int, 4>& q :
       {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4},
        std::array{2, 6, 7, 3}, std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}}) {
    mesh.faces.push_back({q[0], q[1], q[2]});
    mesh.faces.push_back({q[0], q[2], q[3]});
  }
  return mesh;
}

/// An octahedron whose faces are cut into four, so often, with all points at a distance of 1.
inline TriangleMesh ball_mesh(int rounds) {
  TriangleMesh mesh;
  for (int k = 0; k < 3; ++k)
    for (const double side : {1.0, -1.0}) mesh.points.emplace_back(side * Vector3::Unit(k));
  for (const int x : {0, 1})
    for (const int y : {2, 3})
      for (const int z : {4, 5}) {
        const bool odd = (x + y + z) % 2 != 0;
        mesh.faces.push_back(odd ? std::array{x, z, y} : std::array{x, y, z});
      }
  for (int round = 0; round < rounds; ++round) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [found, fresh] = middles.try_emplace(std::minmax(a, b), int(mesh.points.size()));
      if (fresh)
        mesh.points.push_back(
            (mesh.points[std::size_t(a)] + mesh.points[std::size_t(b)]).normalized());
      return found->second;
    };
    std::vector<std::array<int, 3>> faces;
    for (const auto& [a, b, c] : mesh.faces) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      faces.insert(faces.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.faces = std::move(faces);
  }
  return mesh;
}

/// About z.
inline TriangleMesh torus_mesh(double R, double r, int around, int across) {
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double u = 2 * std::numbers::pi * i / around, v = 2 * std::numbers::pi * j / across;
      const double rho = R + r * std::cos(v);
      mesh.points.emplace_back(rho * std::cos(u), rho * std::sin(u), r * std::sin(v));
    }
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const int i1 = (i + 1) % around, j1 = (j + 1) % across;
      const int a = i * across + j, b = i1 * across + j, c = i1 * across + j1, d = i * across + j1;
      mesh.faces.push_back({a, b, c});
      mesh.faces.push_back({a, c, d});
    }
  return mesh;
}

}  // namespace cuttle::testing
