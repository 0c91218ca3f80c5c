#include "cuttle/scene/cable_tube.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/math/turn_between.h"
#include "cuttle/scene/scene_surface.h"

namespace cuttle {
namespace {

constexpr int kTubeCorners = 8;       // corners of the tube
constexpr double kThinness = 1.5e-3;  // radius over the size of the scene

// from the neighbour before to the neighbour behind; zero where all three meet
Eigen::Vector3f direction(const Channel& positions, std::size_t frame, int first, int points,
                          int i) {
  const int before = std::max(i - 1, 0), behind = std::min(i + 1, points - 1);
  return position_at(positions, frame, first + behind) -
         position_at(positions, frame, first + before);
}

void append(Channel& channel, std::initializer_list<float> values) {
  channel.data.insert(channel.data.end(), values);
}

}  // namespace

CableTube cable_tube(const Scene& scene, const SceneCable& cable, double radius) {
  CableTube tube;
  for (int i = 0; i < cable.points; ++i) {
    tube.rod.abscissa.push_back(i);
    tube.rod.half_y.push_back(radius);
    tube.rod.half_z.push_back(radius);
  }
  for (int i = 0; i < kTubeCorners; ++i) {
    const double phi = 2 * std::numbers::pi * i / kTubeCorners;
    const auto y = float(std::cos(phi)), z = float(std::sin(phi));
    tube.rod.outline.push_back({y, z, y, z});
  }

  // each section is turned from the one before by the shortest way, so that the tube never twists
  tube.positions.count = tube.rotations.count = cable.points;
  tube.positions.width = 3;
  tube.rotations.width = 4;
  for (std::size_t frame = 0; frame < scene.frames(); ++frame) {
    Eigen::Quaternionf R = Eigen::Quaternionf::Identity();
    for (int i = 0; i < cable.points; ++i) {
      const Eigen::Vector3f p = position_at(scene.cable_position, frame, cable.first + i);
      const Eigen::Vector3f x =
          direction(scene.cable_position, frame, cable.first, cable.points, i);
      if (x.norm() > 0) {
        const Eigen::Vector3f before = R * Eigen::Vector3f::UnitX();
        R = turn_between(before.cast<double>(), x.cast<double>()).cast<float>() * R;
      }
      R.normalize();
      append(tube.positions, {p.x(), p.y(), p.z()});
      append(tube.rotations, {R.w(), R.x(), R.y(), R.z()});
    }
  }
  return tube;
}

double usual_cable_radius(const Scene& scene) {
  if (scene.frames() == 0) return kThinness;
  Eigen::AlignedBox3f box;
  for (const Channel* channel :
       {&scene.section_position, &scene.cable_position, &scene.body_position})
    for (int i = 0; i < channel->count; ++i) box.extend(position_at(*channel, 0, i));
  const double size = box.isEmpty() ? 0 : double(box.sizes().norm());
  return kThinness * (size > 0 ? size : 1.0);
}

}  // namespace cuttle
