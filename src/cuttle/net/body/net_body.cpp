#include "cuttle/net/body/net_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/math/se3.h"
#include "cuttle/net/body/net_strains.h"

namespace cuttle {

namespace {

/// An edge is a point below this part of its length.
constexpr double kCollapsed = 1e-3;

double size_of(const NetData& net) {
  const Eigen::Map<const Eigen::Matrix2Xd> places(net.placed.data(), 2, net.nodes());
  return (places.rowwise().maxCoeff() - places.rowwise().minCoeff()).norm();
}

Vector3 in_plane(const VectorX& x, int node) { return {x[2 * node], x[2 * node + 1], 0}; }

}  // namespace

NetBody::NetBody(std::shared_ptr<const NetModel> model, std::vector<NetPoint> points)
    : model_(std::move(model)), points_(std::move(points)) {
  const NetData& net = data();
  own_.assign(size_t(net.size()), -1);
  for (int i = 0; i < net.size(); ++i) {
    if (net.fixed[size_t(i)]) continue;
    own_[size_t(i)] = n_++;
    coordinate_.push_back(i);
    names_.push_back(fmt::format("{}.{}", model_->node_names[size_t(i / 2)], i % 2 ? "y" : "x"));
  }
  rest_ = rest_input(net);
  size_ = std::max(size_of(net), net.shortest_edge);
}

int NetBody::find_point(const NetPoint& place) const {
  const auto found = std::ranges::find(points_, place);
  return found == points_.end() ? -1 : int(found - points_.begin()) + 1;
}

NetPoint NetBody::point_at(const StripPlace& place) const {
  const std::vector<int>& nodes = data().segment_nodes[size_t(place.strip)];
  const auto edge = size_t(place.edge);
  return {nodes[edge], nodes[(edge + 1) % nodes.size()], place.part};
}

std::vector<NetPoint> NetBody::touching_points() const {
  std::vector<NetPoint> points;
  std::vector<char> taken(size_t(data().nodes()), 0);
  for (size_t s = 0; s < data().segments.size(); ++s)
    for (size_t i = 0; i < data().segment_nodes[s].size(); ++i) {
      const int node = data().segment_nodes[s][i];
      if (taken[size_t(node)]++ || own(node, 0) < 0 || own(node, 1) < 0) continue;
      const int edge = std::max(0, int(i) - 1);
      points.push_back(point_at({int(s), edge, double(int(i) - edge)}));
    }
  return points;
}

std::vector<StrainCoordinate> NetBody::coordinates() const {
  std::vector<StrainCoordinate> list;
  for (const std::string& name : names_)
    list.push_back({.strain = name, .turns = false, .length = size_, .place = true});
  return list;
}

std::unique_ptr<FamilyScratch> NetBody::make_scratch() const {
  auto s = std::make_unique<NetScratch>();
  s->input = s->other = rest_;
  s->x = data().placed;
  s->v = s->a = VectorX::Zero(data().size());
  s->K = s->D = MatrixX::Zero(n_, n_);
  return s;
}

void NetBody::kinematics(const double* q, const double* v, const double* a, BodyWork& b) const {
  NetScratch& s = scratch(b);
  s.stiff = false;
  s.input.rest_curvature = rest_.rest_curvature;
  s.input.stiffness_factor = rest_.stiffness_factor;
  s.x = data().placed;
  s.v.setZero();
  s.a.setZero();
  for (int j = 0; j < n_; ++j) {
    const int i = coordinate_[size_t(j)];
    s.x[i] += q[j];
    s.v[i] = v[j];
    if (a != nullptr) s.a[i] = a[j];
  }
  b.points[0].X_BP = Pose::identity();
  b.points[0].r.setZero();
  b.points[0].beta.setZero();
  std::fill(b.J.begin(), b.J.end(), Lanes(0));
  for (int k = 1; k < n_points(); ++k) {
    const PointColumns columns = columns_of(k, s);
    const PointMotion& m = columns.motion;
    Point& point = b.points[size_t(k)];
    point.X_BP = m.pose();
    point.r = m.twist();
    point.beta = m.bias();
    for (int c = 0; c < 4; ++c) {
      const int j = columns.own[size_t(c)];
      for (int row = 0; row < 6 && j >= 0; ++row)
        doubles(b.J_row(k, row))[j] += columns.J[size_t(c)][row];
    }
  }
}

PointColumns NetBody::columns_of(int point, const NetScratch& s) const {
  const NetPoint& at = points_[size_t(point - 1)];
  PointColumns columns;
  columns.motion = PointMotion(at, s.x, s.v, s.a);
  for (int c = 0; c < 4; ++c) {
    columns.own[size_t(c)] = own(c < 2 ? at.from : at.to, c % 2);
    columns.motion.columns(c, columns.J[size_t(c)], columns.J1[size_t(c)], columns.J2[size_t(c)]);
  }
  return columns;
}

// of a point mass: m (A + alpha x p + w x (v + w x p) + 2 w x p' + p'')
Vector3 NetBody::node_force(int node, const BodyWork& b) const {
  const NetScratch& s = scratch(b);
  const Vector3 p = in_plane(s.x, node), w = b.V_B.head<3>();
  const Vector3 acceleration = s.A.tail<3>() + s.A.head<3>().cross(p) +
                               w.cross(b.V_B.tail<3>() + w.cross(p)) +
                               2 * w.cross(in_plane(s.v, node)) + in_plane(s.a, node);
  return data().mass[node] * acceleration;
}

void NetBody::forces(const Vector6& A, BodyWork& b) const {
  scratch(b).A = A;
  for (Point& point : b.points) point.force = -point.load;
  double* p_q = doubles(b.p_q.data());
  for (int node = 0; node < data().nodes(); ++node) {
    const Vector3 f = node_force(node, b);
    b.points[0].force.head<3>() += in_plane(scratch(b).x, node).cross(f);
    b.points[0].force.tail<3>() += f;
    for (int k = 0; k < 2; ++k)
      if (const int j = own(node, k); j >= 0) p_q[j] += f[k];
  }
}

void NetBody::inertia(BodyWork& b) const {
  const NetScratch& s = scratch(b);
  b.M_bb.setZero();
  std::fill(b.M_bq.begin(), b.M_bq.end(), Lanes(0));
  std::fill(b.M_qq.begin(), b.M_qq.end(), Lanes(0));
  for (int node = 0; node < data().nodes(); ++node) {
    const double m = data().mass[node];
    const Vector3 p = in_plane(s.x, node);
    const Matrix3 P = hat(p);
    b.M_bb.topLeftCorner<3, 3>() -= m * P * P;
    b.M_bb.topRightCorner<3, 3>() += m * P;
    b.M_bb.bottomLeftCorner<3, 3>() -= m * P;
    b.M_bb.bottomRightCorner<3, 3>().diagonal().array() += m;
    for (int k = 0; k < 2; ++k) {
      const int j = own(node, k);
      if (j < 0) continue;
      const Vector3 e = Vector3::Unit(k), moment = p.cross(e);
      for (int row = 0; row < 3; ++row) {
        doubles(&b.M_bq[size_t(row * b.nb)])[j] = m * moment[row];
        doubles(&b.M_bq[size_t((row + 3) * b.nb)])[j] = m * e[row];
      }
      doubles(&b.M_qq[size_t(j * b.nb)])[j] = m;
    }
  }
}

void NetBody::add_elastic_force(const NetInput& input, double factor, BodyWork& b) const {
  double* p_q = doubles(b.p_q.data());
  for_each_strain(data(), input, scratch(b).x, [&](const LocalStrain& s, const StrainLaw& law) {
    const double force = factor * law.stiffness * (s.value - law.rest);
    for (int k = 0; k < s.size(); ++k)
      if (const int j = own(s.nodes[size_t(k / 2)], k % 2); j >= 0) p_q[j] += force * s.slope[k];
  });
}

double NetBody::elastic_power(const NetInput& input, const BodyWork& b) const {
  double power = 0;
  const NetScratch& work = scratch(b);
  for_each_strain(data(), input, work.x, [&](const LocalStrain& s, const StrainLaw& law) {
    power -= law.stiffness * (s.value - law.rest) * rate_of(s, work.v);
  });
  return power;
}

void NetBody::add_elasticity(const double*, const double* v, BodyWork& b) const {
  const NetScratch& work = scratch(b);
  double* p_q = doubles(b.p_q.data());
  for_each_strain(data(), rest_, work.x, [&](const LocalStrain& s, const StrainLaw& law) {
    const double force = law.stiffness * (s.value - law.rest) + law.viscosity * rate_of(s, work.v);
    for (int k = 0; k < s.size(); ++k)
      if (const int j = own(s.nodes[size_t(k / 2)], k % 2); j >= 0) p_q[j] += force * s.slope[k];
  });
  for (int j = 0; j < n_; ++j) p_q[j] += data().drag[coordinate_[size_t(j)] / 2] * v[j];
}

double NetBody::kinetic_energy(const BodyWork& b) const {
  const NetScratch& s = scratch(b);
  double sum = 0;
  for (int node = 0; node < data().nodes(); ++node) {
    const Vector3 velocity =
        b.V_B.tail<3>() + b.V_B.head<3>().cross(in_plane(s.x, node)) + in_plane(s.v, node);
    sum += 0.5 * data().mass[node] * velocity.squaredNorm();
  }
  return sum;
}

double NetBody::elastic_energy(const double*, const BodyWork& b) const {
  double sum = 0;
  for_each_strain(data(), rest_, scratch(b).x, [&](const LocalStrain& s, const StrainLaw& law) {
    sum += 0.5 * law.stiffness * (s.value - law.rest) * (s.value - law.rest);
  });
  return sum;
}

double NetBody::dissipation(const double* v, const BodyWork& b) const {
  const NetScratch& work = scratch(b);
  double sum = 0;
  for_each_strain(data(), rest_, work.x, [&](const LocalStrain& s, const StrainLaw& law) {
    const double rate = rate_of(s, work.v);
    sum += law.viscosity * rate * rate;
  });
  for (int j = 0; j < n_; ++j) sum += data().drag[coordinate_[size_t(j)] / 2] * v[j] * v[j];
  return sum;
}

Vector3 NetBody::first_moment(const BodyWork& b) const {
  Vector3 sum = Vector3::Zero();
  for (int node = 0; node < data().nodes(); ++node)
    sum += data().mass[node] * in_plane(scratch(b).x, node);
  return sum;
}

std::string NetBody::fault(const BodyWork& b) const {
  const VectorX& x = scratch(b).x;
  const VectorX& factor = scratch(b).input.stiffness_factor;
  for (Eigen::Index s = 0; s < factor.size(); ++s)
    if (!(factor[s] > 0))
      return fmt::format(
          "has a strip without stiffness: its inputs make that of {} {:.3g} times "
          "what it is, and it must stay above 0",
          data().segments[size_t(s)].name, factor[s]);
  for (const StretchTerm& term : data().stretches) {
    const double length = (x.segment<2>(2 * term.j) - x.segment<2>(2 * term.i)).norm();
    if (length > kCollapsed * term.rest_length) continue;
    return fmt::format(
        "has an edge that collapses, at {} (it is {:.3g} m long, {:.3g} m at rest): reduce the "
        "forces on it, or increase the stiffness",
        model_->node_names[size_t(term.i)], length, term.rest_length);
  }
  return {};
}

}  // namespace cuttle
