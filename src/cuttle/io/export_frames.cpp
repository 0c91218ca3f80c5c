#include "cuttle/io/export_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "cuttle/io/replace_file.h"

namespace cuttle {
namespace {

// as the page plays them (viewer/src/scene/playback.ts)
constexpr double kPathSeconds = 8, kSwingSeconds = 2;

// one swing: from one end to the other and back to where it began
Clip mode_clip(const Scene& scene, std::size_t mode, std::size_t max_frames) {
  const std::size_t count = scene.frames() / scene.modes.size();
  Clip clip;
  clip.name = fmt::format("mode {}, {:.4g} Hz", mode + 1, scene.modes[mode].frequency);
  const std::vector<std::size_t> there = spread_frames(count, std::max<std::size_t>(max_frames, 2));
  for (const std::size_t f : there) clip.frames.push_back(mode * count + f);
  for (std::size_t i = there.size() - 1; i-- > 0;) clip.frames.push_back(mode * count + there[i]);
  for (std::size_t i = 0; i < there.size(); ++i)
    clip.seconds.push_back(float(kSwingSeconds / 2 * double(there[i]) / double(count - 1)));
  for (std::size_t i = there.size() - 1; i-- > 0;)
    clip.seconds.push_back(float(kSwingSeconds) - clip.seconds[i]);
  return clip;
}

Clip run_clip(const Scene& scene, std::size_t max_frames) {
  Clip clip;
  clip.name = scene.study;
  clip.frames = spread_frames(scene.frames(), std::max<std::size_t>(max_frames, 2));
  const bool has_time = scene.study == "dynamics", rising = strictly_increasing(scene.axis);
  const double span = rising ? scene.axis.back() - scene.axis.front() : double(scene.frames() - 1);
  const double scale = has_time && rising ? 1 : kPathSeconds / span;
  for (const std::size_t f : clip.frames) {
    const double place = rising ? scene.axis[f] - scene.axis.front() : double(f);
    clip.seconds.push_back(float(scale * place));
  }
  return clip;
}

// two frames that are one in single precision would be a step without duration
void drop_repeated_times(Clip& clip) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < clip.frames.size(); ++i) {
    if (kept > 0 && !(clip.seconds[i] > clip.seconds[kept - 1])) continue;
    clip.frames[kept] = clip.frames[i];
    clip.seconds[kept++] = clip.seconds[i];
  }
  clip.frames.resize(kept);
  clip.seconds.resize(kept);
}

}  // namespace

std::vector<std::size_t> spread_frames(std::size_t total, std::size_t limit) {
  std::vector<std::size_t> frames;
  if (total == 0 || limit == 0) return frames;
  const std::size_t count = std::min(total, limit);
  if (count == 1) return {total - 1};
  for (std::size_t i = 0; i < count; ++i)
    frames.push_back(std::size_t(std::llround(double(i) * double(total - 1) / double(count - 1))));
  return frames;
}

std::vector<Clip> clips(const Scene& scene, std::size_t max_frames) {
  std::vector<Clip> list;
  if (max_frames < 2) return list;
  const std::size_t modes = scene.modes.size();
  if (modes > 0 && scene.frames() >= 2 * modes)
    for (std::size_t m = 0; m < modes; ++m) list.push_back(mode_clip(scene, m, max_frames / modes));
  else if (modes == 0 && scene.frames() > 1)
    list.push_back(run_clip(scene, max_frames));
  for (Clip& clip : list) drop_repeated_times(clip);
  return list;
}

std::size_t rest_frame(const Scene& scene, std::size_t max_frames) {
  if (!scene.modes.empty()) return scene.frames() / scene.modes.size() / 2;
  return max_frames < 2 ? scene.frames() - 1 : 0;
}

bool strictly_increasing(const std::vector<double>& values) {
  return std::ranges::adjacent_find(values, std::greater_equal<>()) == values.end();
}

void check_exportable(const Scene& scene, const std::filesystem::path& path) {
  if (scene.frames() == 0) throw OutputError(path, "the run has no frames");
  for (const NamedChannel& row : kSceneChannels) {
    const Channel& channel = scene.*row.channel;
    const auto bad =
        std::ranges::find_if_not(channel.data, [](float v) { return std::isfinite(v); });
    if (bad == channel.data.end()) continue;
    const std::size_t frame = std::size_t(bad - channel.data.begin()) / channel.frame_size();
    throw OutputError(path, fmt::format("{} is not finite at {} = {:g} {}", row.name,
                                        scene.axis_name, scene.axis[frame], scene.axis_unit));
  }
}

}  // namespace cuttle
