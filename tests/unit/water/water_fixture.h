#pragma once
// Robots in water for tests: single bodies in closed-form situations, and random trees with
// everything that the water can do to them.

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "cuttle/math/se3.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/rod/section.h"
#include "cuttle/water/water_loads.h"
#include "unit/actuation/actuation_fixture.h"
#include "unit/dynamics/samples.h"

namespace cuttle::testing {

inline constexpr double kWater = 1000;  // [kg/m^3]

/// A free solid with the water that belongs to its shape.
inline Model free_solid(const MassProperties& mass, const RigidWater& water, const Medium& medium,
                        const Vector3& gravity, const std::string& joint = "free",
                        const Vector3& axis = Vector3::UnitZ()) {
  Model model;
  model.gravity = gravity;
  add_body(model, std::make_shared<Rigid>(mass, std::vector<Pose>{}, water.added_mass), joint, -1,
           0, Pose::identity(), axis);
  model.actors.push_back(std::make_shared<WaterLoads>(WaterLoads::Data{medium, {water}, {}}));
  return model;
}

/// A symmetric positive matrix.
inline Matrix6 random_positive(std::mt19937_64& random, double size) {
  Matrix6 A;
  for (double& entry : A.reshaped()) entry = random_number(random);
  return size * A * A.transpose();
}

inline Pose random_pose(std::mt19937_64& random, double angle, double distance) {
  Vector6 twist;
  twist << random_vector3(random, angle), random_vector3(random, distance);
  return exp_se3(twist);
}

/// What a random wet tree is made of.
struct WetOptions {
  Medium medium;
  QuadraticForm form = QuadraticForm::vector;
  bool full_section = false;  // sections with a full matrix of added mass
  bool tail = false;
};

inline void add_wet_rigid(std::mt19937_64& random, const WetOptions& options, int parent, int point,
                          Model& model, WaterLoads::Data& data) {
  const MassProperties mass =
      solid_box(draw(random, 0.5, 2), Vector3(0.1, 0.2, 0.15)).moved(random_pose(random, 1, 0.1));
  ShapeWater shape = box_water(Vector3(0.1, 0.2, 0.15), kWater).moved(random_pose(random, 1, 0.1));
  shape += ellipsoid_water(Vector3(0.1, 0.05, 0.07), kWater).moved(random_pose(random, 1, 0.2));
  shape += cylinder_water(0.05, 0.2, kWater).moved(random_pose(random, 1, 0.2));
  shape.added_mass += random_positive(random, 0.2);
  shape.drags.push_back({random_pose(random, 1, 0.1), random_positive(random, 0.3),
                         random_positive(random, 0.5), options.form});
  RigidWater water = rigid_water(int(model.bodies.size()), shape);
  add_body(model,
           std::make_shared<Rigid>(mass, std::vector<Pose>{random_pose(random, 1, 0.2)},
                                   shape.added_mass),
           parent < 0 ? "free" : "spherical", parent, point, random_pose(random, 1, 0.2));
  data.rigids.push_back(std::move(water));
}

/// A round rod with water; a taper, all kinds of strain.
inline std::shared_ptr<const Rod> wet_rod(std::mt19937_64& random, const RoundRod& spec,
                                          bool full_section) {
  RodDivision division = round_division(spec);
  const Matrix6 extra = full_section ? random_positive(random, 0.05) : Matrix6::Zero();
  division.section = [dry = division.section, extra](double X) {
    RodSection section = dry(X);
    section.added_mass = section_added_mass(kWater, 0.02, 0.03, 1, 0.8) + extra;
    section.added_mass(0, 0) += 1e-3;
    return section;
  };
  RodBuilder builder({division});
  builder.point_at(0.37 * spec.length);
  return builder.finish();
}

inline RodWater water_of(int body, const Rod& rod, const WetOptions& options) {
  RodWater water = rod_water(body, rod, kWater, options.form, [](double X) {
    SectionWater section = section_water(0.02 + 0.02 * X, 0.015, Vector3(0.01, 1.1, 1.3));
    section.linear = Vector3(0.7, 1.9 + X, 2.3);
    return section;
  });
  if (options.tail) water.tail = tail_shedding(rod, body % 2 == 0 ? RodHead::tip : RodHead::base);
  return water;
}

inline void add_wet_rod(std::mt19937_64& random, const WetOptions& options, int parent, int point,
                        Model& model, WaterLoads::Data& data) {
  RoundRod spec;
  spec.length = draw(random, 0.2, 0.5);
  spec.orders = {0, 2, 2, 0, -1, 0};
  spec.rest << 0.4, -0.3, 0.3, 1, 0, 0;
  const auto rod = wet_rod(random, spec, options.full_section);
  const int body = add_body(model, rod, parent < 0 ? "free" : "revolute", parent, point,
                            random_pose(random, 1, 0.2));
  data.rods.push_back(water_of(body, *rod, options));
}

/// A tree of wet rods and rigid bodies behind a free joint.
inline Model wet_tree(std::mt19937_64& random, int bodies, const WetOptions& options) {
  Model model;
  model.gravity = random_vector3(random, 9);
  WaterLoads::Data data;
  data.medium = options.medium;
  for (int i = 0; i < bodies; ++i) {
    const int parent = i == 0 ? -1 : random_index(random, i);
    const int points = parent < 0 ? 1 : model.bodies[size_t(parent)].family->n_points();
    const int point = random_index(random, points);
    if (i % 2 == 0)
      add_wet_rigid(random, options, parent, point, model, data);
    else
      add_wet_rod(random, options, parent, point, model, data);
  }
  model.actors.push_back(std::make_shared<WaterLoads>(std::move(data)));
  return model;
}

/// The input of time, for runs without inputs.
inline auto no_input(const Model& model) {
  return [u = zero_input(model)](double) { return u; };
}

}  // namespace cuttle::testing
