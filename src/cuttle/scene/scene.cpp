#include "cuttle/scene/scene.h"

namespace cuttle {

std::size_t frame_size(const Scene& scene) {
  std::size_t numbers = 0;
  for (const NamedChannel& named : kSceneChannels) numbers += (scene.*named.channel).frame_size();
  return numbers;
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
