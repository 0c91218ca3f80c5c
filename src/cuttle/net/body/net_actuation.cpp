#include "cuttle/net/body/net_actuation.h"

#include <algorithm>

#include "cuttle/core/model.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

namespace {

const NetBody& net_of(const Model& model, int body) {
  return static_cast<const NetBody&>(*model.bodies[size_t(body)].family);
}

}  // namespace

void NetActuation::set(const Input& u, NetInput& out) const {
  for (std::size_t i = 0; i < data_.strips.size(); ++i) {
    const Strip& strip = data_.strips[i];
    const auto s = Eigen::Index(i);
    const double unloaded = 1 - u.load;
    if (strip.rest_curvature >= 0)
      out.rest_curvature[s] = u.u[strip.rest_curvature] + unloaded * strip.at_rest;
    if (strip.stiffness >= 0) out.stiffness_factor[s] = u.u[strip.stiffness] + unloaded;
    if (strip.sma < 0) continue;
    const SmaValue value = sma_value_of(strip.law, u.u[strip.sma]);
    out.rest_curvature[s] = value.rest_curvature;
    out.stiffness_factor[s] = value.stiffness_factor;
  }
}

Vector2 NetActuation::force(const Input& u, std::size_t load) const {
  Vector2 force = Vector2::Zero();
  for (int k = 0; k < 2; ++k)
    if (const int input = data_.loads[load].force[size_t(k)]; input >= 0) force[k] = u.u[input];
  return force;
}

// The body itself resists as it does at rest; what a drive changes about it is a force of the
// drive.
void NetActuation::apply(const Model& model, const State&, const Input& u, bool,
                         Workspace& ws) const {
  const NetBody& net = net_of(model, data_.body);
  BodyWork& b = ws.bodies[size_t(data_.body)];
  NetScratch& s = NetBody::scratch(b);
  if (!data_.strips.empty()) {
    set(u, s.input);
    s.stiff = false;
    net.add_elastic_force(s.input, 1, b);
    net.add_elastic_force(net.rest(), -1, b);
  }
  double* p_q = doubles(b.p_q.data());
  for (std::size_t i = 0; i < data_.loads.size(); ++i) {
    const Vector2 f = force(u, i);
    for (int k = 0; k < 2; ++k)
      if (const int j = net.own(data_.loads[i].node, k); j >= 0) p_q[j] -= f[k];
  }
}

bool NetActuation::reads(int input) const {
  return std::ranges::any_of(data_.strips,
                             [input](const Strip& s) {
                               return s.rest_curvature == input || s.stiffness == input ||
                                      s.sma == input;
                             }) ||
         std::ranges::any_of(data_.loads, [input](const Load& l) {
           return std::ranges::count(l.force, input) > 0;
         });
}

// a pulse bends and stiffens at once
bool NetActuation::linear_in(int input) const {
  return std::ranges::none_of(data_.strips, [input](const Strip& s) { return s.sma == input; });
}

EnergyBooks NetActuation::books(const Model& model, const State&, const Input& u,
                                const Workspace& ws) const {
  const NetBody& net = net_of(model, data_.body);
  const BodyWork& b = ws.bodies[size_t(data_.body)];
  NetScratch& s = NetBody::scratch(b);
  EnergyBooks books;
  if (!data_.strips.empty()) {
    s.other.rest_curvature = net.rest().rest_curvature;
    s.other.stiffness_factor = net.rest().stiffness_factor;
    set(u, s.other);
    books.power += net.elastic_power(s.other, b) - net.elastic_power(net.rest(), b);
  }
  for (std::size_t i = 0; i < data_.loads.size(); ++i)
    books.power += force(u, i).dot(s.v.segment<2>(2 * data_.loads[i].node));
  return books;
}

}  // namespace cuttle
