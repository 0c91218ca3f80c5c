#include "cuttle/rod/elastic_drive.h"

#include <algorithm>

#include "cuttle/core/model.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

double ElasticDrive::factor(const Input& u) const {
  return data_.factor_input < 0 ? 1 : u.u[data_.factor_input] + (1 - u.load);
}

double ElasticDrive::change(const Rest& rest, int entry, const Input& u) const {
  return u.u[rest.first_input + entry] - u.load * rest.start[size_t(entry)];
}

bool ElasticDrive::reads(int input) const {
  if (input == data_.factor_input) return true;
  return std::ranges::any_of(data_.rests, [input](const Rest& rest) {
    return input >= rest.first_input && input < rest.first_input + rest.entries();
  });
}

void ElasticDrive::apply(const Model& model, const State& x, const Input& u, bool,
                         Workspace& ws) const {
  BodyWork& b = ws.bodies[size_t(data_.body)];
  const double s = factor(u);
  const auto n = Eigen::Index(data_.K.rows());
  // p_q is minus the generalised force
  Eigen::Map<VectorX> p_q(doubles(b.p_q.data()) + data_.column, n);
  for (const Rest& rest : data_.rests)
    for (int i = 0; i < rest.entries(); ++i) {
      const double d = change(rest, i, u);
      if (d != 0) p_q -= (s * d) * data_.force.col(rest.first_column + i);
    }
  if (data_.factor_input < 0) return;
  const double* q = x.q.data() + model.bodies[size_t(data_.body)].q + data_.column;
  for (Eigen::Index j = 0; j < n; ++j) {
    p_q += ((s - 1) * q[j]) * data_.K.col(j);
    auto* const row = doubles(&b.K_act[size_t((data_.column + int(j)) * b.nb)]) + data_.column;
    for (Eigen::Index i = 0; i < n; ++i) row[i] += (s - 1) * data_.K(i, j);
  }
  b.has_K_act = true;
}

EnergyBooks ElasticDrive::books(const Model& model, const State& x, const Input& u,
                                const Workspace&) const {
  const double s = factor(u);
  const auto n = Eigen::Index(data_.K.rows());
  const Eigen::Map<const VectorX> q(x.q.data() + model.bodies[size_t(data_.body)].q + data_.column,
                                    n);
  double sprung = 0;  // 1/2 q.K q
  for (Eigen::Index j = 0; j < n && data_.factor_input >= 0; ++j)
    sprung += 0.5 * q[j] * data_.K.col(j).dot(q);
  double bent = 0, rate = 0;  // c - b.q, and its rate by those of the rest strains
  for (const Rest& rest : data_.rests)
    for (int i = 0; i < rest.entries(); ++i) {
      const double b = data_.force.col(rest.first_column + i).dot(q);
      bent -= b * change(rest, i, u);
      rate -= b * u.u_dot[rest.first_input + i];
    }
  for (size_t k = 0; k < data_.nodes.size(); ++k)
    for (size_t i = 0; i < data_.rests.size(); ++i)
      for (size_t j = 0; j < data_.rests.size(); ++j) {
        const Rest &one = data_.rests[i], &other = data_.rests[j];
        const double S = data_.nodes[k](Eigen::Index(i), Eigen::Index(j));
        const int at = one.along ? int(k) : 0, there = other.along ? int(k) : 0;
        const double d = S * change(other, there, u);
        bent += 0.5 * change(one, at, u) * d;
        rate += u.u_dot[one.first_input + at] * d;
      }
  EnergyBooks books{.potential = (s - 1) * sprung + s * bent, .power = s * rate};
  if (data_.factor_input >= 0) books.power += u.u_dot[data_.factor_input] * (sprung + bent);
  return books;
}

}  // namespace cuttle
