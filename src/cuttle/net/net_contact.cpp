#include "cuttle/net/net_contact.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

using Mode = NodeContact::Mode;
using Matrix2 = Eigen::Matrix2d;

// smaller than this share of the shortest edge, or of the typical force, counts as zero
constexpr double kSmallLength = 1e-9;
constexpr double kSmallForce = 1e-9;

// d(tangent)/dx = turn * normal, d(normal)/dx = -turn * tangent
double turn(const GroundFrame& frame) { return frame.bend / (1 + frame.slope * frame.slope); }

// row i of A becomes a row i + b row i+1, which is as long: both are of one node
void combine_rows(BandMatrix& A, int i, double a, double b) {
  double* upper = A.row(i);
  const double* lower = A.row(i + 1);
  for (int j = A.first(i); j < A.end(i); ++j) upper[j] = a * upper[j] + b * lower[j];
}

}  // namespace

std::function<GroundPoint(double x)> straight_ground(double angle) {
  const double slope = std::tan(angle);
  return [slope](double x) { return GroundPoint{.height = slope * x, .slope = slope}; };
}

bool may_touch(const NetData& net, int node) {
  return !net.fixed[2 * node] && !net.fixed[2 * node + 1];
}

GroundFrame ground_frame(const NetGround& ground, const VectorX& x, int node) {
  const GroundPoint point = ground.profile(x[2 * node]);
  const double scale = 1 / std::sqrt(1 + point.slope * point.slope);
  return {.tangent = {scale, scale * point.slope},
          .normal = {-scale * point.slope, scale},
          .gap = x[2 * node + 1] - point.height,
          .slope = point.slope,
          .bend = point.bend};
}

void replace_contact_rows(const NetData& net, const NetGround& ground,
                          const std::vector<NodeContact>& contact, const VectorX& x,
                          const VectorX& x_start, BandMatrix& A, VectorX& residual) {
  for (int node = 0; node < net.nodes(); ++node) {
    if (contact[node].mode == Mode::free) continue;
    const GroundFrame frame = ground_frame(ground, x, node);
    const int i = 2 * node;
    // rows of lengths get the weight of the rows of forces around them
    const double weight = std::abs(A.row(i)[i]) + std::abs(A.row(i + 1)[i + 1]);
    const Vector2 R = residual.segment<2>(i);
    if (contact[node].mode == Mode::slip) {
      const double mu = contact[node].direction * ground.mu_kinetic;
      const Vector2 mix = frame.tangent + mu * frame.normal;
      combine_rows(A, i, mix.x(), mix.y());
      A.row(i)[i] += turn(frame) * R.dot(frame.normal - mu * frame.tangent);
      residual[i] = R.dot(mix);
    } else {
      const Vector2 moved = x.segment<2>(i) - x_start.segment<2>(i);
      A.clear_row(i);
      A.row(i)[i] = weight * (frame.tangent.x() + turn(frame) * frame.normal.dot(moved));
      A.row(i)[i + 1] = weight * frame.tangent.y();
      residual[i] = weight * frame.tangent.dot(moved);
    }
    A.clear_row(i + 1);
    A.row(i + 1)[i] = -weight * frame.slope;
    A.row(i + 1)[i + 1] = weight;
    residual[i + 1] = weight * frame.gap;
  }
}

ContactChange update_contacts(const NetData& net, const NetGround& ground,
                              const std::vector<NodeContact>& at_start, const VectorX& x,
                              const VectorX& x_start, const VectorX& residual, double force_scale,
                              std::vector<NodeContact>& contact) {
  ContactChange change;
  const double small_force = kSmallForce * force_scale;
  const double small_length = kSmallLength * net.shortest_edge;
  for (int node = 0; node < net.nodes(); ++node) {
    if (!may_touch(net, node)) continue;
    const GroundFrame frame = ground_frame(ground, x, node);
    const Vector2 R = residual.segment<2>(2 * node);
    const double tangential = R.dot(frame.tangent), normal = R.dot(frame.normal);
    const double slid = frame.tangent.dot(x.segment<2>(2 * node) - x_start.segment<2>(2 * node));
    const auto sign = [](double value) { return static_cast<signed char>(value < 0 ? -1 : 1); };

    NodeContact next = contact[node];
    if (next.mode == Mode::free) {
      // a node that lands slips first: to let it stick at once can cycle for ever
      if (frame.gap < -small_length) next = {.mode = Mode::slip, .direction = sign(slid)};
    } else if (normal < -small_force) {
      next.mode = Mode::free;
    } else if (next.mode == Mode::stick) {
      const bool stuck = at_start[node].mode == Mode::stick;
      const double mu = stuck ? ground.mu_static : ground.mu_kinetic;
      if (std::abs(tangential) > mu * normal + small_force) {
        next = {.mode = Mode::slip, .direction = sign(-tangential)};
      }
    } else if (slid * next.direction < -small_length) {
      next.mode = Mode::stick;
    }
    if (next == contact[node]) continue;
    contact[node] = next;
    ++change.count;
    change.node = node;
  }
  return change;
}

namespace {

// spring force and its slope over the gap: a parabola joins the two straight parts
std::pair<double, double> spring(const NetGround& ground, double gap) {
  const double d = ground.smooth_depth, k = ground.stiffness;
  if (gap >= d) return {0, 0};
  if (gap <= -d) return {-k * gap, -k};
  return {k * (d - gap) * (d - gap) / (4 * d), -k * (d - gap) / (2 * d)};
}

// coefficient of friction and its slope over the velocity
std::pair<double, double> friction(const NetGround& ground, double velocity) {
  const double fall = std::exp(-std::pow(velocity / ground.stribeck, 2));
  const double level = ground.mu_kinetic + (ground.mu_static - ground.mu_kinetic) * fall;
  const double level_slope = -2 * velocity / (ground.stribeck * ground.stribeck) *
                             (ground.mu_static - ground.mu_kinetic) * fall;
  const double onset = std::tanh(velocity / ground.smooth_velocity);
  const double onset_slope = (1 - onset * onset) / ground.smooth_velocity;
  return {level * onset, level_slope * onset + level * onset_slope};
}

}  // namespace

NodeForce penalty_force(const NetGround& ground, double step, const VectorX& x,
                        const VectorX& x_start, int node) {
  const GroundFrame frame = ground_frame(ground, x, node);
  const double normal = spring(ground, frame.gap).first;
  const Vector2 moved = x.segment<2>(2 * node) - x_start.segment<2>(2 * node);
  const double mu = friction(ground, frame.tangent.dot(moved) / step).first;
  return {.normal = normal, .tangential = -mu * normal};
}

void add_penalty(const NetData& net, const NetGround& ground, double step, const VectorX& x,
                 const VectorX& x_start, VectorX& residual, BandMatrix* A) {
  for (int node = 0; node < net.nodes(); ++node) {
    if (!may_touch(net, node)) continue;
    const GroundFrame frame = ground_frame(ground, x, node);
    if (frame.gap >= ground.smooth_depth) continue;
    const auto [normal, normal_slope] = spring(ground, frame.gap);
    const Vector2 moved = x.segment<2>(2 * node) - x_start.segment<2>(2 * node);
    const auto [mu, mu_slope] = friction(ground, frame.tangent.dot(moved) / step);
    const Vector2 direction = frame.normal - mu * frame.tangent;
    residual.segment<2>(2 * node) -= normal * direction;
    if (!A) continue;

    // derivatives of gap, friction coefficient and frame by the place of the node
    const Vector2 by_gap(-frame.slope, 1);
    Vector2 by_slid = frame.tangent;
    by_slid.x() += turn(frame) * frame.normal.dot(moved);
    Matrix2 block = normal_slope * direction * by_gap.transpose() -
                    normal * mu_slope / step * frame.tangent * by_slid.transpose();
    block.col(0) -= normal * turn(frame) * (frame.tangent + mu * frame.normal);
    for (int r = 0; r < 2; ++r) {
      for (int c = 0; c < 2; ++c) A->row(2 * node + r)[2 * node + c] -= block(r, c);
    }
  }
}

}  // namespace cuttle
