#include "cuttle/io/scene_check.h"

#include <algorithm>
#include <stdexcept>

namespace cuttle {
namespace {

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("inconsistent scene: ") + what);
}

bool is_body(const Scene& scene, int i) { return i >= 0 && i < int(scene.bodies.size()); }
bool is_mesh(const Scene& scene, int i) { return i >= 0 && i < int(scene.meshes.size()); }

/// Shapes, and the numbers that they have in channels.
void check_shapes(const Scene& scene) {
  const auto fits = [](int first, int count, const Channel& channel) {
    return first >= 0 && count >= 0 && first <= channel.count - count;
  };
  for (const SceneMesh& mesh : scene.meshes) {
    const std::size_t vertices = mesh.positions.size() / 3;
    require(mesh.positions.size() == 3 * vertices && mesh.normals.size() == 3 * vertices, "mesh");
    require(mesh.triangles.size() % 3 == 0, "triangles");
    for (const std::uint32_t vertex : mesh.triangles) require(vertex < vertices, "triangles");
  }
  for (const auto* solids : {&scene.solids, &scene.shells})
    for (const SceneSolid& solid : *solids)
      require(is_body(scene, solid.body) && is_mesh(scene, solid.mesh), "solids");
  for (const SceneObstacle& obstacle : scene.obstacles)
    require(obstacle.plane() || is_mesh(scene, obstacle.mesh), "obstacles");
  for (const SceneRod& rod : scene.rods)
    require(is_body(scene, rod.body) && fits(rod.first, rod.sections(), scene.section_position),
            "rods");
  for (const SceneMeridian& meridian : scene.meridians)
    require(
        is_body(scene, meridian.body) && fits(meridian.first, meridian.rings(), scene.ring_place),
        "meridians");
  for (const SceneCable& cable : scene.cables)
    require(fits(cable.first, cable.points, scene.cable_position), "cables");
  for (const SceneJoint& joint : scene.joints) require(is_body(scene, joint.body), "joints");
  for (const SceneFitting& fitting : scene.fittings)
    require(is_body(scene, fitting.body) && (fitting.mesh == -1 || is_mesh(scene, fitting.mesh)),
            "fittings");
}

/// As many numbers as things.
void check_counts(const Scene& scene) {
  require(scene.body_position.count == int(scene.bodies.size()) &&
              scene.body_rotation.count == scene.body_position.count,
          "bodies");
  for (const Channel* field :
       {&scene.section_rotation, &scene.curvature, &scene.torsion, &scene.stretch, &scene.speed})
    require(field->count == scene.section_position.count, "sections");
  require(scene.hoop_strain.count == scene.ring_place.count, "meridians");
  require(scene.tension.count == int(scene.cables.size()), "tensions");
  require(scene.arrow_position.count == int(scene.arrows.size()) &&
              scene.arrow_vector.count == scene.arrow_position.count,
          "arrows");
  require(scene.point_position.count == int(scene.points.size()), "points");
  require(scene.contact_state.count ==
              std::ranges::count(scene.arrows, ArrowKind::contact, &SceneArrow::kind),
          "contacts");
  const int connections = int(scene.connections.size());
  require(scene.connection_position.count == 2 * connections &&
              scene.connection_rotation.count == 2 * connections &&
              scene.connection_closed.count == connections,
          "connections");
  require(scene.fitting_position.count == int(scene.fittings.size()) &&
              scene.fitting_rotation.count == scene.fitting_position.count,
          "fittings");
  const int flows = scene.current_velocity.count, places = int(scene.currents.size());
  require(flows == places || (flows == 1 && places > 0), "currents");
}

}  // namespace

void check_scene(const Scene& scene) {
  check_shapes(scene);
  check_counts(scene);
}

}  // namespace cuttle
