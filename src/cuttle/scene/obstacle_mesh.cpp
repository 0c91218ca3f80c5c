#include "cuttle/scene/obstacle_mesh.h"

#include "cuttle/math/turn_between.h"
#include "cuttle/scene/run_box.h"
#include "cuttle/scene/solid_mesh.h"

namespace cuttle {
namespace {

constexpr double kMargin = 0.25;  // of the size of the run, around it
constexpr double kThin = 0.004;   // of the edge

/// The edge of a square under or over a run.
double sheet_edge(const Eigen::AlignedBox3d& box) {
  const double size = box.diagonal().norm();
  return (1 + 2 * kMargin) * (size > 0 ? size : 1);
}

SceneMesh placed(const SceneMesh& mesh, const Pose& pose) {
  SceneMesh result = mesh;
  const Eigen::Matrix3f R = pose.R.cast<float>();
  const Eigen::Vector3f p = pose.p.cast<float>();
  for (std::size_t i = 0; i + 2 < result.positions.size(); i += 3) {
    Eigen::Map<Eigen::Vector3f> position(&result.positions[i]), normal(&result.normals[i]);
    position = (p + R * position).eval();
    normal = (R * normal).eval();
  }
  return result;
}

}  // namespace

SceneMesh obstacle_mesh(const Scene& scene, const SceneObstacle& obstacle) {
  if (!obstacle.plane()) return placed(scene.meshes[std::size_t(obstacle.mesh)], obstacle.pose);
  const Eigen::AlignedBox3d box = run_box(scene);
  const double edge = sheet_edge(box), thickness = kThin * edge;
  ShapeSpec plate;
  plate.box = Vector3(edge, edge, thickness);
  // under the middle of the run, with the surface on top
  Vector3 middle = obstacle.pose.R.transpose() * (box.center() - obstacle.pose.p);
  middle.z() = -thickness / 2;
  return placed(solid_mesh(plate), {obstacle.pose.R, obstacle.pose * middle});
}

std::array<Vector3, 4> water_square(const Scene& scene) {
  const SceneWater& water = *scene.water;
  const Eigen::AlignedBox3d box = run_box(scene);
  const double half = sheet_edge(box) / 2;
  const auto turn = turn_between(Vector3::UnitZ(), water.up);
  const Vector3 x = turn * Vector3(half, 0, 0), y = turn * Vector3(0, half, 0);
  const Vector3 middle = box.center() + (*water.level - water.up.dot(box.center())) * water.up;
  return {middle - x - y, middle + x - y, middle + x + y, middle - x + y};
}

}  // namespace cuttle
