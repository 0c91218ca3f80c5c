#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "cuttle/io/read_part.h"
#include "cuttle/math/mesh/convex_hull.h"

namespace cuttle {

// Meshes: STL and OBJ files, and lists of points and triangles.

namespace {

constexpr std::size_t kMostTriangles = 200'000;
constexpr std::size_t kMostWords = kMostTriangles + 3;  // a face of a line: `f` and its corners
constexpr double kLarge = 10;     // [m] from which a mesh without a unit is asked about
constexpr double kConvex = 1e-8;  // of the size: how far a point of a hull may stick out
constexpr std::size_t kStlHeader = 84, kStlTriangle = 50;  // bytes of a binary file

/// What is wrong with a file, and where.
struct FileError {
  int line = 0;
  std::string message, hint = {};
};

/// The words of a text, line by line.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// The words of the next line that has some; false: there is none.
  bool next_line() {
    words_.clear();
    while (words_.empty() && !text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++line_;
      line = line.substr(0, line.find('#'));
      while (!line.empty()) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos) break;
        line.remove_prefix(begin);
        const std::size_t stop = std::min(line.find_first_of(" \t\r"), line.size());
        if (words_.size() == kMostWords)
          throw FileError{line_, fmt::format("more than {} words in one line", kMostWords)};
        words_.push_back(line.substr(0, stop));
        line.remove_prefix(stop);
      }
    }
    return !words_.empty();
  }
  int line() const { return line_; }
  const std::vector<std::string_view>& words() const { return words_; }

  Vector3 point(std::size_t first) const {
    if (words_.size() < first + 3) throw FileError{line_, "expected three coordinates"};
    Vector3 x;
    for (std::size_t k = 0; k < 3; ++k) {
      std::string_view word = words_[first + k];
      if (word.starts_with('+')) word.remove_prefix(1);
      const auto [end, error] = std::from_chars(word.begin(), word.end(), x[int(k)]);
      if (error != std::errc() || end != word.end() || !std::isfinite(x[int(k)]))
        throw FileError{line_, fmt::format("'{}' is not a finite number", word.substr(0, 40))};
    }
    return x;
  }

 private:
  std::string_view text_;
  int line_ = 0;
  std::vector<std::string_view> words_;
};

void check_count(std::size_t triangles, int line) {
  if (triangles > kMostTriangles)
    throw FileError{line, fmt::format("more than {} triangles", kMostTriangles),
                    "make the mesh coarser"};
}

TriangleMesh parse_stl_text(std::string_view text) {
  TriangleMesh mesh;
  Words words(text);
  int corners = -1;  // of the facet that is open
  while (words.next_line()) {
    const std::string_view word = words.words().front();
    if (word == "facet") {
      if (corners >= 0) throw FileError{words.line(), "a facet begins inside of another"};
      corners = 0;
    } else if (word == "vertex") {
      if (corners < 0) throw FileError{words.line(), "a vertex outside of a facet"};
      mesh.points.push_back(words.point(1));
      ++corners;
    } else if (word == "endfacet") {
      if (corners != 3)
        throw FileError{words.line(), fmt::format("a facet of {} corners", std::max(corners, 0)),
                        "STL files consist of triangles"};
      const int last = int(mesh.points.size());
      mesh.faces.push_back({last - 3, last - 2, last - 1});
      check_count(mesh.faces.size(), words.line());
      corners = -1;
    }
  }
  if (corners >= 0) throw FileError{words.line(), "the file ends inside of a facet"};
  return mesh;
}

/// 80 bytes of anything, a number of triangles, and for each 12 floats (normal, corners) and two
/// bytes; least byte first.
TriangleMesh parse_stl_bytes(std::string_view text, std::size_t count) {
  check_count(count, 0);
  TriangleMesh mesh;
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      Vector3 x;
      for (std::size_t m = 0; m < 3; ++m) {
        std::uint32_t bits = 0;
        for (std::size_t byte = 0; byte < 4; ++byte)
          bits |= std::uint32_t(static_cast<unsigned char>(
                      text[kStlHeader + kStlTriangle * f + 12 * (k + 1) + 4 * m + byte]))
                  << (8 * byte);
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        x[int(m)] = double(value);
      }
      if (!x.allFinite())
        throw FileError{0, fmt::format("triangle {}: a coordinate is not finite", f + 1)};
      mesh.points.push_back(x);
    }
    const int last = int(mesh.points.size());
    mesh.faces.push_back({last - 3, last - 2, last - 1});
  }
  return mesh;
}

TriangleMesh parse_stl(std::string_view text) {
  if (text.size() >= kStlHeader) {
    std::size_t count = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
      count |= std::size_t(static_cast<unsigned char>(text[80 + byte])) << (8 * byte);
    if (text.size() == kStlHeader + kStlTriangle * count) return parse_stl_bytes(text, count);
    if (!text.starts_with("solid"))
      throw FileError{0,
                      fmt::format("a binary STL file of {} triangles has {} bytes, this one {}",
                                  count, kStlHeader + kStlTriangle * count, text.size()),
                      "it may have been cut off"};
  }
  if (!text.starts_with("solid"))
    throw FileError{1, "is not an STL file", "a text begins with `solid`"};
  return parse_stl_text(text);
}

/// Corners of a face: 7, 7/1, 7//3, or -1 for the last point so far.
int obj_corner(const Words& words, std::string_view word, std::size_t points) {
  const std::string_view number = word.substr(0, word.find('/'));
  int i = 0;
  const auto [end, error] = std::from_chars(number.begin(), number.end(), i);
  if (i < 0) i += int(points) + 1;
  if (error != std::errc() || end != number.end() || i < 1 || i > int(points))
    throw FileError{words.line(), fmt::format("'{}' is none of the {} points so far",
                                              word.substr(0, 40), points)};
  return i - 1;
}

TriangleMesh parse_obj(std::string_view text) {
  TriangleMesh mesh;
  Words words(text);
  while (words.next_line()) {
    const auto& line = words.words();
    if (line.front() == "v") mesh.points.push_back(words.point(1));
    if (line.front() != "f") continue;
    if (line.size() < 4) throw FileError{words.line(), "a face of less than three corners"};
    check_count(mesh.faces.size() + line.size() - 3, words.line());
    std::vector<int> corners;
    for (std::size_t k = 1; k < line.size(); ++k)
      corners.push_back(obj_corner(words, line[k], mesh.points.size()));
    for (std::size_t k = 2; k < corners.size(); ++k)
      mesh.faces.push_back({corners[0], corners[k - 1], corners[k]});
    if (mesh.points.size() > 3 * kMostTriangles)
      throw FileError{words.line(), fmt::format("more than {} points", 3 * kMostTriangles)};
  }
  return mesh;
}

bool has_ending(const std::string& name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

std::optional<TriangleMesh> read_mesh_file(const Slot& slot, const std::string& name) {
  const bool stl = has_ending(name, ".stl"), obj = has_ending(name, ".obj");
  if (!stl && !obj) {
    slot.error("'" + name + "' is neither an STL nor an OBJ file", "its name ends in .stl or .obj");
    return std::nullopt;
  }
  const std::optional<DataFileUse> file = digest_data_file(slot, name);
  if (!file) return std::nullopt;
  try {
    return stl ? parse_stl(file->text) : parse_obj(file->text);
  } catch (const FileError& bad) {
    const Mark mark{(slot.context.folder / name).string(), bad.line, bad.line > 0 ? 1 : 0};
    slot.context.diagnostics.add(mark, slot.path, bad.message, bad.hint);
    return std::nullopt;
  }
}

/// The lists of the model file.
std::optional<TriangleMesh> listed_mesh(const Slot& slot, const MeshSpec& value) {
  TriangleMesh mesh;
  if (value.points->size() != 3) {
    slot.error("points have three coordinates: [[x, y, z], ...]");
    return std::nullopt;
  }
  if (value.points->front().size() > 3 * kMostTriangles) {
    slot.error(fmt::format("more than {} points", 3 * kMostTriangles), "make the mesh coarser");
    return std::nullopt;
  }
  const std::vector<std::vector<double>>& x = *value.points;
  for (std::size_t i = 0; i < x[0].size(); ++i) mesh.points.emplace_back(x[0][i], x[1][i], x[2][i]);
  if (!value.faces) return mesh;
  if (value.faces->size() != 3 || value.faces->front().size() > kMostTriangles) {
    slot.error(fmt::format("faces are triangles, at most {}: [[1, 2, 3], ...]", kMostTriangles));
    return std::nullopt;
  }
  for (std::size_t f = 0; f < value.faces->front().size(); ++f) {
    std::array<int, 3>& face = mesh.faces.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const double i = (*value.faces)[k][f];
      if (!(i >= 1 && i <= double(mesh.points.size()) && i == std::floor(i))) {
        slot.error(
            fmt::format("faces: {} is no number of a point, 1 to {}", i, mesh.points.size()));
        return std::nullopt;
      }
      face[k] = int(i) - 1;
    }
  }
  return mesh;
}

/// Is it its own hull? Then its triangles stay as they are.
bool is_convex(const TriangleMesh& mesh) {
  const double slack = kConvex * box_of(mesh).diagonal().norm();
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Vector3 n = face_normal(mesh, int(f));
    const double offset = n.dot(mesh.points[std::size_t(mesh.faces[f][0])]);
    if (std::ranges::any_of(mesh.points,
                            [&](const Vector3& x) { return n.dot(x) - offset > slack; }))
      return false;
  }
  return true;
}

std::string place_text(const Vector3& x) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", x[0], x[1], x[2]);
}

/// A hull of what is not one yet.
std::optional<TriangleMesh> hull_of(const Slot& slot, const MeshSpec& value, TriangleMesh mesh) {
  MeshReport report;
  if (value.file.empty() && mesh.faces.size() > 3 && mesh.faces.size() < 20'000) {
    const TriangleMesh sound = sound_mesh(mesh, place_text, report);
    if (report.errors.empty() && is_convex(sound)) return sound;
  }
  mesh = convex_hull(mesh.points);
  if (!mesh.faces.empty()) return mesh;
  if (mesh.points.empty())
    slot.error("the points lie in a plane", "a hull needs four points that do not");
  else
    slot.error("the hull could not be found: its faces are lost in the rounding of the points",
               "give fewer points, or points that are less noisy");
  return std::nullopt;
}

std::optional<TriangleMesh> surface_of(const Slot& slot, MeshSpec& value, TriangleMesh mesh) {
  if (mesh.faces.empty()) {
    slot.error("there are no triangles", "give faces, or use `hull`, which needs points alone");
    return std::nullopt;
  }
  MeshReport report;
  mesh = sound_mesh(std::move(mesh), place_text, report);
  value.notes = std::move(report.notes);
  for (const std::string& error : report.errors)
    slot.error(error, "a mesh is closed: each edge belongs to two triangles; or use `hull`");
  if (!report.errors.empty()) return std::nullopt;
  return mesh;
}

/// From now on it is listed, so that it can be written where there is no file.
void list(const TriangleMesh& mesh, MeshSpec& value) {
  value.points.emplace(3);
  value.faces.emplace(3);
  for (const Vector3& x : mesh.points)
    for (std::size_t k = 0; k < 3; ++k) (*value.points)[k].push_back(x[int(k)]);
  for (const std::array<int, 3>& face : mesh.faces)
    for (std::size_t k = 0; k < 3; ++k) (*value.faces)[k].push_back(face[k] + 1);
  value.file.clear();
  value.unit = 1;
}

}  // namespace

bool read_value(const Slot& slot, MeshSpec& value) {
  if (!read_part(slot, value_of(value))) return false;
  const bool hull = slot.info.name == "hull";
  const bool by_file = !value.file.empty();
  if (!by_file && !value.points) {
    slot.error("the name of the file is empty");
    return false;
  }
  const YamlNode* const node =
      slot.node.is_map() ? slot.node.find(by_file ? "file" : "points") : &slot.node;
  const Slot source{*node, slot.path, slot.info, slot.context};
  std::optional<TriangleMesh> mesh =
      by_file ? read_mesh_file(source, value.file) : listed_mesh(source, value);
  if (!mesh) return false;
  for (Vector3& x : mesh->points) x *= value.unit;
  mesh =
      hull ? hull_of(source, value, std::move(*mesh)) : surface_of(source, value, std::move(*mesh));
  if (!mesh) return false;
  const double size = box_of(*mesh).sizes().maxCoeff();
  if (by_file && size > kLarge && !value.origin.given("unit"))
    value.notes.push_back(
        fmt::format("is {:.4g} m long: is the file in millimetres? then give `unit: 1 mm`", size));
  list(*mesh, value);
  value.mesh = std::make_shared<const TriangleMesh>(std::move(*mesh));
  return true;
}

}  // namespace cuttle
