#include "cuttle/solve/dopri5.h"

#include "cuttle/base/error.h"

namespace cuttle {

namespace {

constexpr double kDopriC[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
// row 6 is the solution of order 5: the last stage is the first one of the next step
constexpr double kDopriA[7][6] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
// order 5 minus order 4
constexpr double kDopriE[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                               -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
// dense output
constexpr double kDopriD[7] = {-12715105075.0 / 11282082432.0,  0,
                               87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                               701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                               69997945.0 / 29380423.0};

}  // namespace

Dopri5::Dopri5(System& system, const IntegratorOptions& options)
    : OneStepIntegrator(system, options, 5, 5, 0.04), stage_(system), error_(system) {
  k_.fill(Phase(system));
  bend_.fill(Phase(system));
}

OneStepIntegrator::Attempt Dopri5::attempt(double h) {
  // stages; the last one is the new state
  k_[0] = rate_;
  for (int i = 1; i < 7; ++i) {
    stage_ = y_;
    stage_.add(h, std::span(kDopriA[i], size_t(i)), k_.data());
    ++statistics_.evaluations;
    Status status = evaluate(system_, t_ + kDopriC[i] * h, stage_, k_[i]);
    if (!status.ok()) return {std::move(status), 0};
  }
  y_new_ = stage_;
  rate_new_ = k_[6];
  if (fixed()) return {};

  error_.set_zero();
  error_.add(h, kDopriE, k_.data());
  return {{}, error_norm(error_)};
}

void Dopri5::commit(double h) {
  // with D = y_new - y:  bend0 = h k0 - D,  bend1 = D - h k6 - bend0,  bend2 = h sum d_i k_i
  bend_[0].set_zero();
  bend_[0].add(h, k_[0]);
  bend_[0].add(-1, y_new_);
  bend_[0].add(1, y_);
  bend_[1] = y_new_;
  bend_[1].add(-1, y_);
  bend_[1].add(-h, k_[6]);
  bend_[1].add(-1, bend_[0]);
  bend_[2].set_zero();
  bend_[2].add(h, kDopriD, k_.data());
}

void Dopri5::dense(double t, VectorX& q, VectorX& v, VectorX& w) {
  const double h = t_ - t_old_;
  expects(t >= t_old_ - 1e-9 * h && t <= t_ + 1e-9 * h, "dense output inside the last step");
  const double s = h > 0 ? (t - t_old_) / h : 1;
  const double r = 1 - s;
  const auto blend = [&](VectorX Phase::*part, VectorX& out) {
    out = r * (y_old_.*part) + s * (y_.*part);
    if (h > 0)
      out += (s * r) * (bend_[0].*part) + (s * s * r) * (bend_[1].*part) +
             (s * s * r * r) * (bend_[2].*part);
  };
  blend(&Phase::q, q);
  blend(&Phase::v, v);
  blend(&Phase::w, w);
  system_.normalize(t, q, v);
}

}  // namespace cuttle
