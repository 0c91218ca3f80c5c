#include "cuttle/io/write_vtk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <system_error>

#include "cuttle/io/export_frames.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/vtp_file.h"
#include "cuttle/scene/scene_surface.h"
#include "cuttle/scene/solid_mesh.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

enum PointKind : std::int32_t {
  kRod = 0,
  kSolid = 1,
  kCable = 2,
  kObstacle = 3,
  kContact = 4,
  kFin = 5,
  kSurface = 6,
  kCurrent = 7,
  kShell = 8,
  kJet = 9
};

// fields of sections that become columns of points
struct SectionColumn {
  const char* name;
  Channel Scene::*channel;
};
constexpr std::array kSectionColumns = {
    SectionColumn{"curvature", &Scene::curvature}, SectionColumn{"torsion", &Scene::torsion},
    SectionColumn{"stretch", &Scene::stretch}, SectionColumn{"speed", &Scene::speed}};

/// Makes the contents of one file after the other.
class VtkFrames {
 public:
  explicit VtkFrames(const Scene& scene) : scene_(scene) {
    for (const SceneRod& rod : scene.rods) surfaces_.push_back(rod_surface(rod));
    for (const SceneObstacle& obstacle : scene.obstacles)
      obstacles_.push_back(obstacle_mesh(scene, obstacle));
  }

  VtpContents contents(std::size_t frame, double time) const {
    VtpContents c;
    c.time = time;
    for (const SectionColumn& column : kSectionColumns)
      c.point_columns.push_back({column.name, {}});
    c.point_columns.push_back({"tension", {}});
    if (scene_.contact_state.count > 0) {
      c.point_columns.push_back({"contact_force", {}, 3});
      c.point_columns.push_back({"contact_state", {}});
    }
    if (!scene_.meridians.empty()) {
      c.point_columns.push_back({"radius", {}});
      c.point_columns.push_back({"hoop_strain", {}});
    }
    if (std::ranges::count(scene_.fittings, FittingKind::jet, &SceneFitting::kind) > 0)
      c.point_columns.push_back({"thrust", {}, 3});
    if (!scene_.currents.empty()) c.point_columns.push_back({"current", {}, 3});
    c.vertex_columns = c.line_columns = c.triangle_columns = {{"body", {}}, {"part", {}}};
    c.names = {{"bodies", {}}, {"cables", {}}};
    for (const SceneBody& body : scene_.bodies) c.names[0].values.push_back(body.name);
    for (const SceneCable& cable : scene_.cables) c.names[1].values.push_back(cable.name);

    for (std::size_t i = 0; i < scene_.rods.size(); ++i) add_rod(i, frame, c);
    for (const SceneMeridian& meridian : scene_.meridians) add_shell(meridian, frame, c);
    for (const SceneSolid& solid : scene_.solids)
      add_mesh(place_solid(scene_, solid, frame), solid.body, kSolid, c);
    for (std::size_t i = 0; i < scene_.cables.size(); ++i) add_cable(i, frame, c);
    for (const SceneMesh& mesh : obstacles_) add_mesh(mesh, -1, kObstacle, c);
    add_contacts(frame, c);
    for (std::size_t i = 0; i < scene_.fittings.size(); ++i) {
      add_fin(i, frame, c);
      if (scene_.fittings[i].kind == FittingKind::jet) add_jet(i, frame, c);
    }
    if (scene_.water && scene_.water->level) add_surface(c);
    add_currents(frame, c);
    // what a part does not have is zero
    for (VtpColumn<float>& column : c.point_columns)
      column.values.resize(c.points.size() / 3 * std::size_t(column.width));
    return c;
  }

 private:
  /// Values of a column for the points from `first` on.
  static void put(const char* name, std::size_t first, std::span<const float> values,
                  VtpContents& c) {
    VtpColumn<float>& column = *std::ranges::find(c.point_columns, name, &VtpColumn<float>::name);
    column.values.resize(first * std::size_t(column.width));
    column.values.insert(column.values.end(), values.begin(), values.end());
  }

  /// A point that is a cell of its own; its number.
  static std::size_t add_point(const Eigen::Vector3f& p, int body, PointKind kind, VtpContents& c) {
    const std::size_t point = c.points.size() / 3;
    c.points.insert(c.points.end(), {p.x(), p.y(), p.z()});
    c.normals.insert(c.normals.end(), {0, 0, 0});
    c.vertices.push_back(std::int32_t(point));
    c.vertex_columns[0].values.push_back(body);
    c.vertex_columns[1].values.push_back(kind);
    return point;
  }

  void add_mesh(const SceneMesh& mesh, int body, PointKind kind, VtpContents& c) const {
    const auto first = std::int32_t(c.points.size() / 3);
    c.points.insert(c.points.end(), mesh.positions.begin(), mesh.positions.end());
    c.normals.insert(c.normals.end(), mesh.normals.begin(), mesh.normals.end());
    for (const std::uint32_t vertex : mesh.triangles)
      c.triangles.push_back(first + std::int32_t(vertex));
    for (std::size_t i = 0; i < mesh.triangles.size() / 3; ++i) {
      c.triangle_columns[0].values.push_back(body);
      c.triangle_columns[1].values.push_back(kind);
    }
  }

  void add_rod(std::size_t index, std::size_t frame, VtpContents& c) const {
    const SceneRod& rod = scene_.rods[index];
    const RodSurface& surface = surfaces_[index];
    const std::size_t first = c.points.size() / 3;
    add_mesh(
        place_surface(surface, scene_.section_position, scene_.section_rotation, frame, rod.first),
        rod.body, kRod, c);
    for (std::size_t k = 0; k < kSectionColumns.size(); ++k) {
      const float* values = (scene_.*kSectionColumns[k].channel).frame(frame);
      std::vector<float>& column = c.point_columns[k].values;
      column.resize(first);
      for (const int section : surface.section) column.push_back(values[rod.first + section]);
    }
  }

  void add_shell(const SceneMeridian& meridian, std::size_t frame, VtpContents& c) const {
    const std::size_t first = c.points.size() / 3;
    add_mesh(place_shell(scene_, meridian, frame), meridian.body, kShell, c);
    std::vector<float> radius, strain;
    for (const ShellCircle& circle : shell_circles(scene_, meridian, frame)) {
      const int ring = meridian.first + circle.ring;
      radius.insert(radius.end(), kShellSides, scene_.ring_place.frame(frame)[2 * ring + 1]);
      strain.insert(strain.end(), kShellSides, scene_.hoop_strain.frame(frame)[ring]);
    }
    put("radius", first, radius, c);
    put("hoop_strain", first, strain, c);
  }

  // a point with the force on the shell
  void add_jet(std::size_t index, std::size_t frame, VtpContents& c) const {
    const SceneFitting& jet = scene_.fittings[index];
    const auto arrow = std::ranges::find(scene_.arrows, jet.name, &SceneArrow::name);
    if (arrow == scene_.arrows.end()) return;
    const std::size_t point =
        add_point(position_at(scene_.fitting_position, frame, int(index)), jet.body, kJet, c);
    const int force = int(arrow - scene_.arrows.begin());
    put("thrust", point, {scene_.arrow_vector.frame(frame) + 3 * force, 3}, c);
  }

  void add_cable(std::size_t index, std::size_t frame, VtpContents& c) const {
    const SceneCable& cable = scene_.cables[index];
    std::vector<float>& tension = c.point_columns[kSectionColumns.size()].values;
    tension.resize(c.points.size() / 3);
    std::vector<std::int32_t> line;
    for (int i = 0; i < cable.points; ++i) {
      line.push_back(std::int32_t(c.points.size() / 3));
      const Eigen::Vector3f p = position_at(scene_.cable_position, frame, cable.first + i);
      c.points.insert(c.points.end(), {p.x(), p.y(), p.z()});
      c.normals.insert(c.normals.end(), {0, 0, 0});  // a line has none
      tension.push_back(scene_.tension.frame(frame)[index]);
    }
    c.lines.push_back(std::move(line));
    c.line_columns[0].values.push_back(-1);
    c.line_columns[1].values.push_back(kCable);
  }

  // a point with a vector per contact that is closed
  void add_contacts(std::size_t frame, VtpContents& c) const {
    int contact = 0;
    for (std::size_t i = 0; i < scene_.arrows.size(); ++i) {
      if (scene_.arrows[i].kind != ArrowKind::contact) continue;
      const float state = scene_.contact_state.frame(frame)[contact++];
      if (state == 0) continue;
      const std::size_t point =
          add_point(position_at(scene_.arrow_position, frame, int(i)), -1, kContact, c);
      put("contact_force", point, {scene_.arrow_vector.frame(frame) + 3 * i, 3}, c);
      put("contact_state", point, {&state, 1}, c);
    }
  }

  void add_fin(std::size_t index, std::size_t frame, VtpContents& c) const {
    const SceneFitting& fitting = scene_.fittings[index];
    if (fitting.mesh < 0) return;
    SceneMesh mesh = scene_.meshes[std::size_t(fitting.mesh)];
    const Eigen::Vector3f p = position_at(scene_.fitting_position, frame, int(index));
    const Eigen::Quaternionf q = rotation_at(scene_.fitting_rotation, frame, int(index));
    for (std::size_t i = 0; i + 2 < mesh.positions.size(); i += 3) {
      Eigen::Map<Eigen::Vector3f> position(&mesh.positions[i]), normal(&mesh.normals[i]);
      position = (p + q * position).eval();
      normal = (q * normal).eval();
    }
    add_mesh(mesh, fitting.body, kFin, c);
  }

  // an outline hides nothing
  void add_surface(VtpContents& c) const {
    std::vector<std::int32_t> line;
    for (const Vector3& corner : water_square(scene_)) {
      line.push_back(std::int32_t(c.points.size() / 3));
      for (int k = 0; k < 3; ++k) c.points.push_back(float(corner[k]));
      c.normals.insert(c.normals.end(), {0, 0, 0});
    }
    line.push_back(line.front());
    c.lines.push_back(std::move(line));
    c.line_columns[0].values.push_back(-1);
    c.line_columns[1].values.push_back(kSurface);
  }

  // a point with a vector per place
  void add_currents(std::size_t frame, VtpContents& c) const {
    for (std::size_t i = 0; i < scene_.currents.size(); ++i) {
      const int entry = std::min(int(i), scene_.current_velocity.count - 1);
      const std::size_t point = add_point(scene_.currents[i].cast<float>(), -1, kCurrent, c);
      put("current", point, {scene_.current_velocity.frame(frame) + 3 * entry, 3}, c);
    }
  }

  const Scene& scene_;
  std::vector<RodSurface> surfaces_;
  std::vector<SceneMesh> obstacles_;
};

std::string file_name(const std::string& stem, std::size_t number) {
  return fmt::format("{}_{:04}.vtp", stem, number);
}

/// Files of an earlier and longer export.
void remove_rest(const fs::path& folder, const std::string& stem, std::size_t count) {
  std::error_code error;
  std::vector<fs::path> rest;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(stem + "_")) continue;
    std::size_t number = 0;
    const char* digits = name.data() + stem.size() + 1;
    if (std::from_chars(digits, name.data() + name.size(), number).ec != std::errc()) continue;
    if (number >= count && name == file_name(stem, number)) rest.push_back(entry.path());
  }
  for (const fs::path& path : rest)
    if (!fs::remove(path, error)) throw OutputError(path, error.message());
}

}  // namespace

void write_vtk(const Scene& scene, const fs::path& folder, const std::string& stem,
               std::size_t max_frames) {
  check_exportable(scene, folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw OutputError(folder, error.message());

  // time must rise in a collection; modes count their frames instead
  const bool rising = strictly_increasing(scene.axis);
  const VtkFrames frames(scene);
  std::string list;
  std::size_t number = 0;
  for (const std::size_t frame : spread_frames(scene.frames(), max_frames)) {
    const double time = rising ? scene.axis[frame] : double(frame);
    const std::string file = file_name(stem, number++);
    write_vtp(frames.contents(frame, time), folder / file);
    list += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", time,
                        xml_text(file));
  }
  replace_file(folder / (stem + ".pvd"),
               "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
               "byte_order=\"LittleEndian\">\n<Collection>\n" +
                   list + "</Collection>\n</VTKFile>\n");
  remove_rest(folder, stem, number);
}

}  // namespace cuttle
