#pragma once
// What tells that a surface is right: it encloses a volume, has no hole, and its normals stand on
// it.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "cuttle/scene/scene.h"

namespace cuttle {

inline Vector3 vertex(const SceneMesh& mesh, std::uint32_t index) {
  return {mesh.positions[3 * index], mesh.positions[3 * index + 1], mesh.positions[3 * index + 2]};
}

/// Sum of signed tetrahedra: negative if the triangles look inwards.
inline double volume(const SceneMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
    sum += vertex(mesh, mesh.triangles[t])
               .dot(vertex(mesh, mesh.triangles[t + 1]).cross(vertex(mesh, mesh.triangles[t + 2])));
  return sum / 6;
}

/// Edges whose two sides do not cancel, with vertices at the same place taken as one.
inline int open_edges(const SceneMesh& mesh) {
  const auto key = [&](std::uint32_t i) {
    const Vector3 p = vertex(mesh, i) * 1e5;
    return std::array{std::lround(p.x()), std::lround(p.y()), std::lround(p.z())};
  };
  std::map<std::pair<std::array<long, 3>, std::array<long, 3>>, int> balance;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = key(mesh.triangles[t + k]), b = key(mesh.triangles[t + (k + 1) % 3]);
      if (a < b)
        ++balance[{a, b}];
      else if (b < a)
        --balance[{b, a}];
    }
  int open = 0;
  for (const auto& [edge, count] : balance) open += count != 0;
  return open;
}

/// Smallest cosine between the normal of a triangle and those of its vertices.
inline double worst_normal(const SceneMesh& mesh) {
  double worst = 1;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    const Vector3 a = vertex(mesh, mesh.triangles[t]);
    const Vector3 n =
        (vertex(mesh, mesh.triangles[t + 1]) - a).cross(vertex(mesh, mesh.triangles[t + 2]) - a);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t i = mesh.triangles[t + k];
      const Vector3 m(mesh.normals[3 * i], mesh.normals[3 * i + 1], mesh.normals[3 * i + 2]);
      EXPECT_NEAR(m.norm(), 1, 1e-5);
      worst = std::min(worst, n.normalized().dot(m));
    }
  }
  return worst;
}

}  // namespace cuttle
