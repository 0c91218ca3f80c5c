#include "cuttle/scene/scene.h"

#include <algorithm>
#include <cmath>

namespace cuttle {

std::array<double, 3> picture_up(const std::array<double, 3>& gravity, bool z_down) {
  const double size = std::hypot(gravity[0], gravity[1], gravity[2]);
  const bool clear = std::abs(gravity[2]) > 0.7 * size;
  const bool down = clear ? gravity[2] > 0 : z_down;
  return {0, 0, down ? -1.0 : 1.0};
}

int add_mesh(SceneMesh mesh, Scene& scene) {
  const auto found = std::ranges::find_if(
      scene.meshes, [&](const SceneMesh& other) { return other.positions == mesh.positions; });
  const int number = int(found - scene.meshes.begin());
  if (found == scene.meshes.end()) scene.meshes.push_back(std::move(mesh));
  return number;
}

std::size_t frame_size(const Scene& scene) {
  std::size_t numbers = 0;
  for (const NamedChannel& named : kSceneChannels) numbers += (scene.*named.channel).frame_size();
  return numbers;
}

void reserve_frames(Scene& scene, std::size_t count) {
  scene.axis.reserve(count);
  for (const NamedChannel& named : kSceneChannels) {
    Channel& channel = scene.*named.channel;
    channel.data.reserve(count * channel.frame_size());
  }
}

Scene with_frames(const Scene& scene, const std::vector<std::size_t>& frames) {
  Scene result = scene;
  result.axis.clear();
  for (const std::size_t i : frames) result.axis.push_back(scene.axis[i]);
  for (const NamedChannel& named : kSceneChannels) {
    const Channel& from = scene.*named.channel;
    std::vector<float>& to = (result.*named.channel).data;
    to.clear();
    for (const std::size_t i : frames)
      to.insert(to.end(), from.frame(i), from.frame(i) + from.frame_size());
  }
  return result;
}

}  // namespace cuttle
