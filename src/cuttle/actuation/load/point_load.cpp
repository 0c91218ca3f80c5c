#include "cuttle/actuation/load/point_load.h"

#include <algorithm>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/math/so3.h"

namespace cuttle {

namespace {

/// Axes of the load's frame in the base frame.
Matrix3 load_axes(const BodyWork& b, int point, LoadFrame frame) {
  if (frame == LoadFrame::body) return b.points[size_t(point)].X_BP.R;
  return b.X_WB.R.transpose();
}

/// Three inputs, -1 = zero.
Vector3 gather(const Input& u, const std::array<int, 3>& inputs) {
  Vector3 value = Vector3::Zero();
  for (int i = 0; i < 3; ++i)
    if (inputs[size_t(i)] >= 0) value[i] = u.u[inputs[size_t(i)]];
  return value;
}

}  // namespace

void add_load(const BodyPlace& at, LoadFrame frame, const Vector3& force, const Vector3& moment,
              bool with_tangent, Workspace& ws) {
  BodyWork& b = ws.bodies[size_t(at.body)];
  Point& point = b.points[size_t(at.point)];
  const Matrix3 R_BL = load_axes(b, at.point, frame);
  const Vector3 x = point.X_BP * at.offset;
  const Vector3 f = R_BL * force, m = R_BL * moment;
  point.load.head<3>() += m + x.cross(f);
  point.load.tail<3>() += f;

  // a follower is constant in the frame of its point: no stiffness
  if (!with_tangent || frame == LoadFrame::body) return;
  b.tangents.push_back(
      {.point = at.point, .K = world_load_stiffness(x, f, m), .D = Matrix6::Zero()});
}

double load_power(const BodyPlace& at, LoadFrame frame, const Vector3& force, const Vector3& moment,
                  const Workspace& ws) {
  const BodyWork& b = ws.bodies[size_t(at.body)];
  const Point& point = b.points[size_t(at.point)];
  const Matrix3 R_BL = load_axes(b, at.point, frame);
  const Vector6 V = b.V_B + point.r;
  const Vector3 x = point.X_BP * at.offset;
  const Vector3 velocity = V.tail<3>() + V.head<3>().cross(x);
  return (R_BL * force).dot(velocity) + (R_BL * moment).dot(V.head<3>());
}

PointLoad::PointLoad(const Data& data) : data_(data) {
  expects(data_.at.on_body(), "a load acts on a body");
}

bool PointLoad::reads(int input) const {
  return std::ranges::count(data_.force_inputs, input) > 0 ||
         std::ranges::count(data_.moment_inputs, input) > 0;
}

void PointLoad::apply(const Model&, const State&, const Input& u, bool with_tangent,
                      Workspace& ws) const {
  add_load(data_.at, data_.frame, gather(u, data_.force_inputs), gather(u, data_.moment_inputs),
           with_tangent, ws);
}

EnergyBooks PointLoad::books(const Model&, const State&, const Input& u,
                             const Workspace& ws) const {
  return {.potential = 0,
          .power = load_power(data_.at, data_.frame, gather(u, data_.force_inputs),
                              gather(u, data_.moment_inputs), ws)};
}

DistributedLoad::DistributedLoad(Data data) : data_(std::move(data)) {
  expects(data_.body >= 0, "a load acts on a body");
}

bool DistributedLoad::reads(int input) const {
  return std::ranges::any_of(data_.nodes, [&](const Node& node) {
    return input >= node.first_input && input < node.first_input + 6;
  });
}

void DistributedLoad::apply(const Model&, const State&, const Input& u, bool with_tangent,
                            Workspace& ws) const {
  for (const Node& node : data_.nodes) {
    const Vector3 force = node.weight * u.u.segment<3>(node.first_input);
    const Vector3 moment = node.weight * u.u.segment<3>(node.first_input + 3);
    add_load({.body = data_.body, .point = node.point}, data_.frame, force, moment, with_tangent,
             ws);
  }
}

EnergyBooks DistributedLoad::books(const Model&, const State&, const Input& u,
                                   const Workspace& ws) const {
  EnergyBooks books;
  for (const Node& node : data_.nodes)
    books.power += node.weight * load_power({.body = data_.body, .point = node.point}, data_.frame,
                                            u.u.segment<3>(node.first_input),
                                            u.u.segment<3>(node.first_input + 3), ws);
  return books;
}

}  // namespace cuttle
