#include "cuttle/scene/run_box.h"

#include <algorithm>
#include <cmath>

namespace cuttle {

Eigen::AlignedBox3d run_box(const Scene& scene) {
  Eigen::AlignedBox3d box;
  for (const Channel* channel : {&scene.body_position, &scene.section_position})
    for (std::size_t i = 0; i + 2 < channel->data.size(); i += 3)
      box.extend(Eigen::Map<const Eigen::Vector3f>(&channel->data[i]).cast<double>());
  if (box.isEmpty()) box.extend(Vector3::Zero());

  // bodies are not points
  double reach = 0;
  for (const SceneSolid& solid : scene.solids) {
    const std::vector<float>& corners = scene.meshes[std::size_t(solid.mesh)].positions;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
      reach = std::max(
          reach, (solid.pose * Eigen::Map<const Eigen::Vector3f>(&corners[i]).cast<double>().eval())
                     .norm());
  }
  for (const SceneRod& rod : scene.rods)
    for (const auto* half : {&rod.half_y, &rod.half_z})
      for (const double h : *half) reach = std::max(reach, h);
  for (std::size_t i = 0; i + 1 < scene.ring_place.data.size(); i += 2)
    reach =
        std::max(reach, double(std::hypot(scene.ring_place.data[i], scene.ring_place.data[i + 1])));
  box.extend(Vector3(box.min().array() - reach));
  box.extend(Vector3(box.max().array() + reach));
  return box;
}

}  // namespace cuttle
