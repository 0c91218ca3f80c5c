#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/math/mesh/triangle_mesh.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// Points in space, joined by triangles, or not: then their convex hull counts. From a file (STL,
/// OBJ), or listed. The reader fills `mesh`; whoever makes a spec in code fills it alone.
struct MeshSpec {
  std::string file;
  double unit = 1;                                         // [m] of a number in the file
  std::optional<std::vector<std::vector<double>>> points;  // [m] columns x, y, z
  std::optional<std::vector<std::vector<double>>> faces;   // columns: three points each, from 1
  std::shared_ptr<const TriangleMesh> mesh;  // [m] what counts: a sound mesh, or the hull
  std::vector<std::string> notes;            // what was mended or looks odd
  Origin origin;

  void describe(Fields& v);
};

/// Heights over a grid, solid below.
struct HeightFieldSpec {
  std::array<double, 2> x = {0, 0}, y = {0, 0};  // [m] where the first and the last nodes are
  std::vector<std::vector<double>> heights;      // [m] columns of rows along x; the rows along y
  std::optional<double> bottom;                  // [m]
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
