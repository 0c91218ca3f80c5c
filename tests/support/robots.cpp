#include "support/robots.h"

#include <cmath>
#include <numbers>

#include "cuttle/core/joint.h"
#include "cuttle/math/se3.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/rod/section.h"

namespace cuttle::testing {
namespace {

double uniform(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

Vector3 random_vector(std::mt19937_64& random, double size) {
  // one after the other: arguments of a call are computed in any order
  const double z = uniform(random, -size, size), y = uniform(random, -size, size);
  return Vector3(uniform(random, -size, size), y, z);
}

Pose random_pose(std::mt19937_64& random, double angle, double distance) {
  Vector6 twist;
  twist << random_vector(random, angle), random_vector(random, distance);
  return exp_se3(twist);
}

std::shared_ptr<const BodyFamily> random_rigid(std::mt19937_64& random) {
  MassProperties part = solid_box(uniform(random, 0.5, 2), Vector3(0.1, 0.2, 0.15));
  part = part.moved(random_pose(random, 1, 0.1));
  return std::make_shared<Rigid>(part, std::vector<Pose>{random_pose(random, 1, 0.2)});
}

std::shared_ptr<const BodyFamily> random_rod(std::mt19937_64& random) {
  RoundRod spec;
  spec.length = uniform(random, 0.2, 0.5);
  spec.radius_tip = uniform(random, 0.01, 0.02);
  spec.viscosity = uniform(random, 0, 100);
  for (int& order : spec.orders) order = std::uniform_int_distribution<int>(-1, 3)(random);
  if (spec.orders[1] < 0) spec.orders[1] = 1;
  spec.rest << uniform(random, -1, 1), uniform(random, -1, 1), 0.3, 1, 0, 0;
  RodBuilder builder({round_division(spec)});
  builder.point_at(0.37 * spec.length);
  return builder.finish();
}

}  // namespace

RodDivision round_division(const RoundRod& spec) {
  RodDivision division;
  division.length = spec.length;
  for (size_t mode = 0; mode < 6; ++mode)
    if (spec.orders[mode] >= 0)
      division.modes[mode].push_back({.kind = "legendre", .order = spec.orders[mode]});
  division.rest_strain = [spec](double) { return spec.rest; };
  division.section = [spec](double X) {
    const double r = spec.radius + (spec.radius_tip - spec.radius) * X / spec.length;
    return section_of(circle_geometry(r), {.young = spec.young,
                                           .shear = spec.shear,
                                           .density = spec.density,
                                           .viscosity = spec.viscosity,
                                           .shear_factor = spec.shear_factor});
  };
  division.quadrature = spec.quadrature;
  return division;
}

std::shared_ptr<const Rod> round_rod(const RoundRod& spec) {
  return RodBuilder({round_division(spec)}).finish();
}

int add_body(Model& model, std::shared_ptr<const BodyFamily> family, const std::string& joint,
             int parent, int parent_point, const Pose& X_PJ, const Vector3& axis, double pitch) {
  Body body;
  body.name = "body" + std::to_string(model.bodies.size());
  body.parent = parent;
  body.parent_point = parent_point;
  body.X_PJ = X_PJ;
  body.joint_kind = joint;
  body.steps = make_steps(*find_joint_kind(joint), axis, std::nullopt, pitch);
  body.family = std::move(family);
  model.bodies.push_back(std::move(body));
  finish_layout(model);
  return int(model.bodies.size()) - 1;
}

Model random_tree(std::mt19937_64& random, int bodies) {
  Model model;
  model.gravity = random_vector(random, 9);
  for (int i = 0; i < bodies; ++i) {
    const bool rigid = uniform(random, 0, 1) < 0.5;
    const auto family = rigid ? random_rigid(random) : random_rod(random);
    const int parent = std::uniform_int_distribution<int>(-1, i - 1)(random);
    const int points = parent < 0 ? 1 : model.bodies[size_t(parent)].family->n_points();
    const int point = std::uniform_int_distribution<int>(0, points - 1)(random);
    const auto table = joint_table();
    const auto kind = std::uniform_int_distribution<size_t>(0, table.size() - 1)(random);
    const Vector3 axis = random_vector(random, 1).normalized();
    add_body(model, family, std::string(table[kind].name), parent, point,
             random_pose(random, 1, 0.2), axis);
    for (JointStep& step : model.bodies.back().steps) {
      step.stiffness = uniform(random, 0, 2);
      step.damping = uniform(random, 0, 0.2);
    }
  }
  return model;
}

State random_state(std::mt19937_64& random, const Model& model) {
  State x = rest_state(model);
  VectorX d(model.nv), q = x.q;
  for (double& entry : d) entry = uniform(random, -0.5, 0.5);
  retract(model, q, d, x.q);
  for (double& entry : x.v) entry = uniform(random, -1, 1);
  return x;
}

Input zero_input(const Model& model) {
  const VectorX zero = VectorX::Zero(model.nu());
  return {zero, zero, zero};
}

namespace {
RoundRod bending_rod() {
  RoundRod spec;
  spec.orders = {-1, 3, 3, -1, -1, -1};
  return spec;
}
}  // namespace

Model rod_chain(int count) {
  Model model;
  const auto rod = round_rod(bending_rod());
  for (int i = 0; i < count; ++i) add_body(model, rod, "fixed", i - 1, i == 0 ? 0 : 6);
  return model;
}

Model rod_star(int count, double hub_radius) {
  Model model;
  const auto rod = round_rod(bending_rod());
  const int base = add_body(
      model,
      std::make_shared<Rigid>(solid_ellipsoid(1, Vector3(0.1, 0.1, 0.1)), std::vector<Pose>{}),
      "free");
  for (int i = 0; i < count; ++i) {
    Vector6 turn = Vector6::Zero();
    turn[2] = 2 * std::numbers::pi * i / count;
    const Pose out{Matrix3::Identity(), Vector3(hub_radius, 0, 0)};
    add_body(model, rod, "fixed", base, 0, exp_se3(turn) * out);
  }
  return model;
}

Model swimmer(int arms) { return rod_star(arms, 0.1); }

}  // namespace cuttle::testing
