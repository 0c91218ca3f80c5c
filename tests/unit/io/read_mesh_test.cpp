// Meshes of files and of lists: what they become, and that no damaged file does any harm.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/rigid/mass_properties.h"
#include "support/meshes.h"
#include "support/random.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;
using testing::Random;

fs::path folder() {
  const fs::path path = fs::temp_directory_path() / "cuttle_read_mesh";
  fs::create_directories(path);
  return path;
}

void write(const std::string& name, const std::string& text) {
  std::ofstream(folder() / name, std::ios::binary) << text;
}

std::string obj_of(const TriangleMesh& mesh) {
  std::string text;
  for (const Vector3& x : mesh.points)
    text += fmt::format("v {:.17g} {:.17g} {:.17g}\n", x.x(), x.y(), x.z());
  for (const auto& [a, b, c] : mesh.faces)
    text += fmt::format("f {}/1/1 {}//2 {}\n", a + 1, b + 1, c - int(mesh.points.size()));
  return text;
}

std::string stl_text_of(const TriangleMesh& mesh) {
  std::string text = "solid test\n";
  for (const std::array<int, 3>& face : mesh.faces) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const int corner : face) {
      const Vector3& x = mesh.points[size_t(corner)];
      text += fmt::format("   vertex {:.9e} {:.9e} {:.9e}\n", x.x(), x.y(), x.z());
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid test\n";
}

std::string stl_bytes_of(const TriangleMesh& mesh) {
  std::string bytes(80, ' ');
  const auto add = [&](std::uint32_t word) {
    for (int k = 0; k < 4; ++k) bytes += char(word >> (8 * k) & 255);
  };
  add(std::uint32_t(mesh.faces.size()));
  for (const std::array<int, 3>& face : mesh.faces) {
    for (int k = 0; k < 3; ++k) add(0);
    for (const int corner : face)
      for (const double x : mesh.points[size_t(corner)])
        add(std::bit_cast<std::uint32_t>(float(x)));
    bytes += std::string(2, '\0');
  }
  return bytes;
}

std::string model_of(const std::string& shape) {
  return "bodies: [{name: a, joint: free, rigid: {shapes: [{" + shape +
         ", density: 1000}]}}]\nstudy: {type: dynamics, duration: 1}\n";
}

MassProperties mass_of_mesh(const std::string& shape) {
  const ScenarioSpec spec = parse_scenario(model_of(shape), folder() / "model.yaml");
  Diagnostics diagnostics;
  const MassProperties mass = mass_properties(*spec.bodies[0].rigid, diagnostics);
  diagnostics.throw_if_any();
  return mass;
}

void expect_box(const MassProperties& mass) {
  const MassProperties box = solid_box(1000 * 0.2 * 0.4 * 0.8, {0.2, 0.4, 0.8});
  EXPECT_NEAR(mass.mass, box.mass, 1e-6 * box.mass);
  EXPECT_LT((mass.center - box.center).norm(), 1e-8);
  EXPECT_LT((mass.inertia - box.inertia).norm(), 1e-6 * box.inertia.norm());
}

TEST(ReadMesh, gives_the_mass_of_a_box_in_every_format) {
  TriangleMesh mesh = testing::box_mesh({0.125, 0.25, 0.5});  // floats know these
  for (Vector3& x : mesh.points) x *= 800;                    // a box of 0.2 x 0.4 x 0.8 m in mm
  write("box.obj", obj_of(mesh));
  write("box.stl", stl_text_of(mesh));
  write("BYTES.STL", stl_bytes_of(mesh));
  for (const char* const file : {"box.obj", "box.stl", "BYTES.STL"})
    for (const char* const kind : {"mesh", "hull"})
      expect_box(mass_of_mesh(fmt::format("{}: {{file: {}, unit: 1 mm}}", kind, file)));
}

TEST(ReadMesh, is_written_as_a_list_that_is_the_same_mesh) {
  write("ball.obj", obj_of(testing::ball_mesh(2)));
  for (const char* const kind : {"mesh", "hull"}) {
    const std::string text = model_of(std::string(kind) + ": {file: ball.obj, unit: 12 mm}");
    const ScenarioSpec spec = parse_scenario(text, folder() / "model.yaml");
    const std::string written = write_scenario(spec);
    EXPECT_EQ(written.find("ball.obj"), std::string::npos);
    const ScenarioSpec again = parse_scenario(written, "elsewhere.yaml");
    const TriangleMesh &a = *mesh_of(spec.bodies[0].rigid->shapes[0]),
                       &b = *mesh_of(again.bodies[0].rigid->shapes[0]);
    EXPECT_EQ(a.points, b.points);
    EXPECT_EQ(a.faces, b.faces);
  }
}

TEST(ReadMesh, tells_of_faces_of_too_many_corners) {
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf";
  for (int i = 0; i < 200'002; ++i) text += " 1";
  for (const auto& [more, message] : {std::pair(" 1", "more than 200003 words in one line"),
                                      {"\nf 1 2 3", "more than 200000 triangles"}}) {
    write("long.obj", text + more);
    try {
      mass_of_mesh("mesh: long.obj");
      FAIL();
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
}

TEST(ReadMesh, survives_every_damage) {
  const TriangleMesh mesh = testing::ball_mesh(1);
  Random random(1);
  int refused = 0;
  for (const auto& [name, text] : {std::pair<std::string, std::string>("x.obj", obj_of(mesh)),
                                   {"x.stl", stl_text_of(mesh)},
                                   {"y.stl", stl_bytes_of(mesh)}})
    for (int i = 0; i < 150; ++i) {
      std::string bad = text;
      if (i % 3 == 0) bad.resize(size_t(random.integer(0, int(bad.size()) - 1)));
      for (int k = 0; k < i % 5; ++k)
        if (!bad.empty())
          bad[size_t(random.integer(0, int(bad.size()) - 1))] = char(random.integer(0, 255));
      write(name, bad);
      try {
        mass_of_mesh((i % 2 == 0 ? "mesh: " : "hull: ") + name);
      } catch (const InputError& error) {
        ++refused;
        EXPECT_FALSE(std::string(error.what()).empty());
      }
    }
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace cuttle
