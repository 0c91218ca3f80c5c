// How far a connection is off where its frames have turned by large angles, in closed form.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "cuttle/connection/connection_rows.h"
#include "cuttle/core/joint.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

// Over full turns, in both senses, about any axis: what a screw is off along its axis is the way to
// the nearest of its turns, whatever the sign of its pitch.
TEST(Offset, of_a_screw_is_the_way_to_its_nearest_turn) {
  Connection screw;
  screw.kind = find_connection_kind("helical");
  for (int frame = 0; frame < 20; ++frame) {
    const Vector3 axis = Vector3::Random().normalized();
    const Vector3 across = axis.cross(Vector3::Random()).normalized();
    screw.axis = axis;
    for (const double pitch : {0.07, -0.07, 0.4})
      for (double turns = -2.5; turns <= 2.5; turns += 0.19)
        for (const double slid : {-1.3, -0.02, 0.0, 0.11, 0.7}) {
          screw.pitch = pitch;
          const double angle = 2 * std::numbers::pi * turns, off = 0.3 * frame / 20;
          const Pose X{exp_so3(angle * axis), slid * axis + off * across};
          double along = std::numeric_limits<double>::infinity();
          for (int k = -20; k <= 20; ++k) {
            const double other = slid - pitch * (angle + 2 * std::numbers::pi * k);
            along = std::min(along, std::abs(other));
          }
          const Offset offset = offset_of(screw, X);
          EXPECT_NEAR(offset.distance, std::hypot(off, along), 1e-12) << turns << " " << slid;
          EXPECT_NEAR(offset.angle, 0, 1e-14);
          // it is where it belongs on the screw itself, on every turn
          const Pose there{X.R, pitch * angle * axis};
          EXPECT_NEAR(offset_of(screw, there).distance, 0, 1e-13) << turns;
        }
    // a tilt of the axis, up to half a turn
    for (double tilt = 0; tilt <= std::numbers::pi; tilt += 0.1) {
      const Pose X{exp_so3(-9.0 * axis) * exp_so3(tilt * across), Vector3::Random()};
      EXPECT_NEAR(offset_of(screw, X).angle, tilt, 1e-13);
    }
  }
}

// A cross that has turned by any angles about its two axes is off by nothing. Turned about the
// third direction by d, its axes miss their right angle by d, or by what is left of half a turn.
TEST(Offset, of_a_universal_joint_is_what_its_axes_miss_of_a_right_angle) {
  for (int frame = 0; frame < 20; ++frame) {
    const Vector3 axis = Vector3::Random().normalized();
    const auto steps =
        make_steps(*find_joint_kind("universal"), axis, Vector3(Vector3::Random()), 0);
    Connection cross;
    cross.kind = find_connection_kind("universal");
    cross.axis = steps[0].S.head<3>();
    cross.axis2 = steps[1].S.head<3>();
    for (double turned = -7; turned <= 7; turned += 0.83) {
      const double second = 5.1 - 1.7 * turned;
      const Pose joint = step_pose(steps[0], &turned) * step_pose(steps[1], &second);
      EXPECT_NEAR(offset_of(cross, joint).angle, 0, 1e-14) << turned;
      const Vector3 first = joint.R.transpose() * cross.axis;
      const Vector3 third = first.cross(cross.axis2).normalized();
      for (double d = -std::numbers::pi; d <= std::numbers::pi; d += 0.23) {
        const Pose X{joint.R * exp_so3(d * third), Vector3(3, -4, 12)};
        const Offset offset = offset_of(cross, X);
        const double miss = std::min(std::abs(d), std::numbers::pi - std::abs(d));
        EXPECT_NEAR(offset.angle, miss, 1e-13) << turned << " " << d;
        EXPECT_NEAR(offset.distance, 13, 1e-13);
      }
    }
  }
}

}  // namespace
}  // namespace cuttle
