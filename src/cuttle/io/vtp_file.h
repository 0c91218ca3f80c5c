#pragma once
// One VTK file of points, lines and triangles in its XML form, the numbers raw behind the text.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cuttle {

/// Numbers per point or per cell.
template <class Number>
struct VtpColumn {
  std::string name;
  std::vector<Number> values;
  int width = 1;
};

/// Cells are counted as VTK does: all single points first, then all lines, then all triangles.
struct VtpContents {
  double time = 0;
  std::vector<float> points, normals;            // (points x 3)
  std::vector<std::int32_t> vertices;            // points that are cells of their own
  std::vector<std::vector<std::int32_t>> lines;  // point numbers of each
  std::vector<std::int32_t> triangles;           // (triangles x 3)
  std::vector<VtpColumn<float>> point_columns;
  // the same names in all three
  std::vector<VtpColumn<std::int32_t>> vertex_columns, line_columns, triangle_columns;
  std::vector<VtpColumn<std::string>> names;  // field data
};

void write_vtp(const VtpContents& contents, const std::filesystem::path& path);

/// Text that may stand between quotes in XML.
std::string xml_text(const std::string& text);

}  // namespace cuttle
