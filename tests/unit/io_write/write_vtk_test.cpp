#include "cuttle/io/write_vtk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cuttle/io/replace_file.h"
#include "cuttle/scene/scene_surface.h"
#include "unit/io_write/sample_result.h"
#include "unit/io_write/sample_scene.h"
#include "unit/io_write/vtk_array.h"

namespace cuttle {
namespace {

TEST(WriteVtk, the_collection_names_every_frame_with_its_time) {
  const TemporaryFolder folder;
  write_vtk(sample_scene(), folder.path() / "deep" / "vtk", "arm");
  const std::string pvd = text_of(folder.path() / "deep" / "vtk" / "arm.pvd");
  for (const char* line : {"timestep=\"0\" group=\"\" part=\"0\" file=\"arm_0000.vtp\"",
                           "timestep=\"0.75\" group=\"\" part=\"0\" file=\"arm_0003.vtp\"",
                           "timestep=\"1\" group=\"\" part=\"0\" file=\"arm_0004.vtp\""})
    EXPECT_NE(pvd.find(line), std::string::npos) << pvd;
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "deep" / "vtk" / "arm_0004.vtp"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "deep" / "vtk" / "arm_0005.vtp"));
}

TEST(WriteVtk, points_are_the_surface_and_columns_follow_the_parts) {
  const TemporaryFolder folder;
  const Scene scene = sample_scene();
  write_vtk(scene, folder.path(), "arm");
  const std::string file = text_of(folder.path() / "arm_0004.vtp");

  // rod, cube, cable, in this order
  const SceneMesh rod = place_surface(rod_surface(scene.rods[0]), scene.section_position,
                                      scene.section_rotation, 4, 0);
  const SceneMesh cube = place_solid(scene, scene.solids[0], 4);
  std::vector<float> expected = rod.positions;
  expected.insert(expected.end(), cube.positions.begin(), cube.positions.end());
  expected.insert(expected.end(), scene.cable_position.frame(4), scene.cable_position.frame(4) + 9);
  EXPECT_EQ(array_of<float>(file, "points"), expected);

  const std::size_t rod_points = rod.positions.size() / 3, points = expected.size() / 3;
  const auto curvature = array_of<float>(file, "curvature"),
             tension = array_of<float>(file, "tension");
  const auto speed = array_of<float>(file, "speed");
  ASSERT_EQ(curvature.size(), points);
  ASSERT_EQ(tension.size(), points);
  EXPECT_EQ(speed[8 * 3], 0.6f);  // a corner of the fourth section
  for (std::size_t i = 0; i < points; ++i) {
    EXPECT_EQ(curvature[i], i < rod_points ? 1.5f : 0.0f);
    EXPECT_EQ(tension[i], i + 3 < points ? 0.0f : 10.0f);
  }

  // lines come first among the cells
  const auto body = array_of<std::int32_t>(file, "body"),
             part = array_of<std::int32_t>(file, "part");
  ASSERT_EQ(body.size(), 1 + rod.triangles.size() / 3 + 12);
  EXPECT_EQ(body.front(), -1);
  EXPECT_EQ(part.front(), 2);
  EXPECT_EQ(body[1], 1);
  EXPECT_EQ(part[1], 0);
  EXPECT_EQ(body.back(), 0);
  EXPECT_EQ(part.back(), 1);
}

TEST(WriteVtk, closed_contacts_are_points_with_a_vector_and_obstacles_are_parts) {
  const TemporaryFolder folder;
  write_vtk(touching_scene(), folder.path(), "arm");
  const std::string first = text_of(folder.path() / "arm_0000.vtp"),
                    last = text_of(folder.path() / "arm_0004.vtp");
  EXPECT_NE(first.find("NumberOfVerts=\"1\""), std::string::npos);
  EXPECT_NE(last.find("NumberOfVerts=\"0\""), std::string::npos);

  const auto points = array_of<float>(first, "points"),
             force = array_of<float>(first, "contact_force"),
             state = array_of<float>(first, "contact_state");
  ASSERT_EQ(force.size(), points.size());
  ASSERT_EQ(state.size(), points.size() / 3);
  EXPECT_EQ((std::vector<float>(points.end() - 3, points.end())),
            (std::vector<float>{0.1f, 0.2f, -0.3f}));
  EXPECT_EQ((std::vector<float>(force.end() - 3, force.end())), (std::vector<float>{0.5f, 0, 4}));
  EXPECT_EQ(state.back(), 2);
  EXPECT_EQ(state.front(), 0);

  // the contact, the cable, and at the end the two obstacles: a plate and a cube
  const auto part = array_of<std::int32_t>(first, "part"),
             body = array_of<std::int32_t>(first, "body");
  EXPECT_EQ(part[0], 4);
  EXPECT_EQ(part[1], 2);
  EXPECT_EQ(std::ranges::count(part, 3), 24);
  EXPECT_EQ(body.back(), -1);
}

TEST(WriteVtk, fewer_frames_and_an_axis_that_does_not_rise) {
  const TemporaryFolder folder;
  Scene scene = sample_scene(101);
  scene.axis[50] = 0;  // as where modes begin anew
  write_vtk(scene, folder.path(), "arm", 3);
  const std::string pvd = text_of(folder.path() / "arm.pvd");
  EXPECT_NE(pvd.find("timestep=\"50\""), std::string::npos) << pvd;
  EXPECT_NE(pvd.find("timestep=\"100\""), std::string::npos) << pvd;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "arm_0003.vtp"));
}

TEST(WriteVtk, files_of_a_longer_export_before_are_gone_and_no_others) {
  const TemporaryFolder folder;
  write_vtk(sample_scene(9), folder.path(), "arm", 9);
  const std::vector<std::string> others = {"arm_two_0008.vtp", "arm_0008_0008.vtp", "arm_08.vtp",
                                           "arm_0008.vtu", "leg_0008.vtp"};
  for (const std::string& name : others) write_text(folder.path() / name, "mine");
  write_vtk(sample_scene(9), folder.path(), "arm", 4);
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(std::filesystem::exists(folder.path() / fmt::format("arm_{:04}.vtp", i)), i < 4) << i;
  for (const std::string& name : others)
    EXPECT_TRUE(std::filesystem::exists(folder.path() / name)) << name;
}

TEST(WriteVtk, a_folder_that_cannot_be_made_is_named) {
  const TemporaryFolder folder;
  write_text(folder.path() / "file", "in the way");
  EXPECT_THROW(write_vtk(sample_scene(), folder.path() / "file" / "vtk", "arm"), OutputError);
}

}  // namespace
}  // namespace cuttle
