#include "cuttle/signal/signal.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/math/constants.h"
#include "cuttle/signal/derivatives.h"
#include "cuttle/signal/interpolation.h"
#include "cuttle/signal/rough_places.h"

namespace cuttle {

namespace {

// Time begins at 0: what a formula would be before does not count.
TimeSpan known_at(double t) { return t < 0 ? TimeSpan{} : TimeSpan{.from = 0}; }

// corners of one trapezoid, from the start of its period
std::array<double, 4> corners(const SignalSpec::Pulse& p) {
  return {0.0, p.rise, p.width, p.width + p.rise};
}

}  // namespace

bool names_time(const std::string& formula) {
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < formula.size(); ++i) {
    const bool alone = (i == 0 || !in_name(formula[i - 1])) &&
                       (i + 1 == formula.size() || !in_name(formula[i + 1]));
    if (formula[i] == 't' && alone) return true;
  }
  return false;
}

Signal::Signal(const SignalSpec& spec) : spec_(spec) {
  using Kind = SignalSpec::Kind;
  if (spec.kind == Kind::expression)
    expression_.emplace(spec.expression, std::vector<std::string>{"t", "X"}, spec.copy,
                        spec.origin);
  if (spec.kind == Kind::table) {
    expects(!spec.times.empty() && spec.times.size() == spec.values.size(), "a table has knots");
    if (spec.interpolation == Interpolation::cubic)
      curvature_ = spline_curvatures(spec.times, spec.values);
    if (spec.interpolation == Interpolation::smooth)
      slopes_ = monotone_slopes(spec.times, spec.values);
  }
  if (spec.lag > 0) prepare_lag();
}

Signal::Jet Signal::table_jet(double t) const {
  const std::vector<double>& times = spec_.times;
  const std::vector<double>& x = spec_.values;
  // outside the table the end values hold
  if (t < times.front()) return {x.front()};
  if (t >= times.back()) return {x.back()};
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  const auto i = static_cast<std::size_t>(after - times.begin()) - 1;
  if (spec_.interpolation == Interpolation::step) return {x[i]};

  const double h = times[i + 1] - times[i];
  const double b = (t - times[i]) / h, a = 1 - b;
  if (spec_.interpolation == Interpolation::smooth) {
    const auto piece = hermite_piece(x[i], x[i + 1], slopes_[i], slopes_[i + 1], h, b);
    return {piece.x, piece.v, piece.a, piece.j};
  }
  const double slope = (x[i + 1] - x[i]) / h;
  Jet jet{a * x[i] + b * x[i + 1], slope};
  if (spec_.interpolation == Interpolation::cubic) {
    const double c0 = curvature_[i], c1 = curvature_[i + 1];
    jet.x += ((a * a * a - a) * c0 + (b * b * b - b) * c1) * h * h / 6;
    jet.v += ((1 - 3 * a * a) * c0 + (3 * b * b - 1) * c1) * h / 6;
    jet.a = a * c0 + b * c1;
    jet.j = (c1 - c0) / h;
  }
  return jet;
}

Signal::Jet Signal::pulse_jet(double t) const {
  const SignalSpec::Pulse& p = spec_.pulse;
  // lean over a corner by some round-off, so that a time from next_breakpoint lies after it
  const double lean = 8e-16 * (std::abs(t) + std::abs(p.phase) + p.period);
  const double periods = std::floor((t - p.phase + lean) / p.period);
  const double s = t - p.phase - periods * p.period + lean;
  if (s < p.rise) return {p.amplitude * s / p.rise, p.amplitude / p.rise};
  if (s < p.width) return {p.amplitude};
  if (s < p.width + p.rise)
    return {p.amplitude * (p.width + p.rise - s) / p.rise, -p.amplitude / p.rise};
  return {};
}

Signal::Jet Signal::jet(double t) const {
  switch (spec_.kind) {
    case SignalSpec::Kind::table:
      return table_jet(t);
    case SignalSpec::Kind::pulse:
      return pulse_jet(t);
    default:
      return {spec_.constant};
  }
}

double Signal::plain_value(double t, double X) const {
  if (expression_) return expression_->value(std::array{t, X});
  return jet(t).x;
}

double Signal::plain_rate(double t, double X) const {
  if (!expression_) return jet(t).v;
  return ridders_derivative_within([&](double s) { return plain_value(s, X); }, t, known_at(t));
}

double Signal::value(double t, double X) const {
  return spec_.lag > 0 ? lagged(t, X) : plain_value(t, X);
}

double Signal::rate(double t, double X) const {
  if (spec_.lag == 0) return plain_rate(t, X);
  return t < 0 ? 0 : (plain_value(t, X) - lagged(t, X)) / spec_.lag;
}

double Signal::acceleration(double t, double X) const {
  if (spec_.lag > 0) return t < 0 ? 0 : (plain_rate(t, X) - rate(t, X)) / spec_.lag;
  return expression_ ? motion(t, X).a : jet(t).a;
}

Signal::Jet Signal::motion(double t, double X) const {
  if (spec_.lag > 0 || !expression_) return {value(t, X), rate(t, X), acceleration(t, X)};
  const Slopes slopes =
      ridders_slopes_within([&](double s) { return plain_value(s, X); }, t, known_at(t));
  return {plain_value(t, X), slopes.first, slopes.second};
}

double Signal::next_breakpoint(double t) const {
  if (spec_.kind == SignalSpec::Kind::table) {
    // a spline is smooth inside: only its two ends count
    if (spec_.interpolation == Interpolation::cubic) {
      if (t < spec_.times.front()) return spec_.times.front();
      return t < spec_.times.back() ? spec_.times.back() : kInfinity;
    }
    const auto after = std::upper_bound(spec_.times.begin(), spec_.times.end(), t);
    return after == spec_.times.end() ? kInfinity : *after;
  }
  if (spec_.kind == SignalSpec::Kind::pulse) {
    const SignalSpec::Pulse& p = spec_.pulse;
    const double first = std::floor((t - p.phase) / p.period) - 1;
    for (int i = 0; i < 4; ++i)
      for (const double corner : corners(p)) {
        const double time = p.phase + (first + i) * p.period + corner;
        if (time > t) return time;
      }
  }
  return kInfinity;
}

std::vector<double> Signal::breakpoints(double t0, double t1) const {
  std::vector<double> list;
  for (double t = next_breakpoint(t0); t < t1; t = next_breakpoint(t)) list.push_back(t);
  return list;
}

// ------------------------------------------------------------------------------------------- lag

void Signal::prepare_lag() {
  if (expression_) return;
  lag_times_ = {0};
  lag_values_ = {spec_.initial.value_or(plain_value(0, 0))};
  if (spec_.kind == SignalSpec::Kind::table)
    for (const double knot : spec_.times) {
      if (knot <= 0) continue;
      lag_values_.push_back(relax_piece(lag_values_.back(), lag_times_.back(), knot));
      lag_times_.push_back(knot);
    }
  if (spec_.kind == SignalSpec::Kind::pulse) {
    const SignalSpec::Pulse& p = spec_.pulse;
    const double first = p.phase + (std::floor(-p.phase / p.period) + 1) * p.period;
    lag_values_.push_back(relax_over(lag_values_[0], 0, first));
    lag_times_.push_back(first);
    // z after a period is z exp(-period / lag) + response
    const double response = relax_over(0, first, first + p.period);
    lag_cycle_ = response / -std::expm1(-p.period / spec_.lag);
  }
}

double Signal::lagged(double t, double X) const {
  if (!expression_) {
    if (t <= 0) return lag_values_[0];
    if (spec_.kind == SignalSpec::Kind::table) return lagged_table(t);
    if (spec_.kind == SignalSpec::Kind::pulse) return lagged_pulse(t);
    return relax_piece(lag_values_[0], 0, t);
  }
  auto track = std::ranges::find(tracks_, X, &Track::X);
  if (t <= 0 || track == tracks_.end()) {
    const double start = spec_.initial ? *spec_.initial : plain_value(0, X);
    if (t <= 0) return start;
    track = tracks_.insert(tracks_.end(), {X, LagTrack(spec_.lag, start, lag_span_)});
  }
  const auto plain = [&](double s) { return plain_value(s, X); };
  const auto corners = [&](double from, double to) {
    constexpr int kSamples = 1000;
    return survey_plain({spec_, plain, {}}, X, from, to, kSamples).corners;
  };
  return track->z.value(plain, corners, t);
}

double Signal::lagged_table(double t) const {
  const auto after = std::upper_bound(lag_times_.begin(), lag_times_.end(), t);
  const auto i = static_cast<std::size_t>(after - lag_times_.begin()) - 1;
  return relax_piece(lag_values_[i], lag_times_[i], t);
}

double Signal::lagged_pulse(double t) const {
  const double first = lag_times_[1], period = spec_.pulse.period;
  if (t < first) return relax_over(lag_values_[0], 0, t);
  const double periods = std::floor((t - first) / period);
  const double left = std::exp(-periods * period / spec_.lag);
  const double z = lag_cycle_ + (lag_values_[1] - lag_cycle_) * left;
  return relax_over(z, first + periods * period, t);
}

double Signal::relax_over(double z, double t0, double t1) const {
  while (t0 < t1) {
    const double end = std::min(next_breakpoint(t0), t1);
    z = relax_piece(z, t0, end);
    t0 = end;
  }
  return z;
}

double Signal::relax_piece(double z, double t0, double t1) const {
  const Jet start = jet(t0);
  return relax(z, {start.x, start.v, start.a, start.j}, t1 - t0, spec_.lag);
}

// ---------------------------------------------------------------------------------------- survey

namespace {

// What follows a jump does most of its way within the time constant: the way left to go at the
// start or at a corner is a part of its values that counts.
bool lags_far_behind(const Signal& signal, double lag, double X, double start,
                     const std::vector<double>& corners) {
  constexpr double kFar = 0.01;
  double behind = 0, size = 0;
  const auto look = [&](double t) {
    const double value = signal.value(t, X), way = lag * signal.rate(t, X);
    behind = std::max(behind, std::abs(way));
    size = std::max({size, std::abs(value), std::abs(value + way)});
  };
  look(start);
  for (const double t : corners) look(t);
  return behind > kFar * size;
}

}  // namespace

SignalSurvey survey_signal(const SignalSpec& spec, double X, double start, double end,
                           int samples) {
  // a lag smooths what it follows, and turns its jumps into kinks at the same times
  SignalSpec described = spec;
  described.lag = 0;
  const Signal plain(described);
  SignalSurvey survey = survey_plain(
      {described, [&](double t) { return plain.value(t, X); }, plain.breakpoints(start, end)}, X,
      start, end, samples);
  if (spec.lag == 0) return survey;
  // what follows a signal lies between values that this had, and turns as fast as it can follow
  for (double& pace : survey.pace) pace = std::max(pace, spec.lag);
  Signal signal(spec);
  signal.set_lag_span(end - start);
  survey.shortest = std::max(survey.shortest, spec.lag);
  if (lags_far_behind(signal, spec.lag, X, start, survey.corners)) survey.shortest = spec.lag;
  const bool lost = std::isnan(survey.lowest);  // from there on, what follows it is, too
  if (lost || (survey.lowest >= 0 && spec.initial.value_or(0) >= 0)) return survey;
  survey.lowest = survey.below_zero = kInfinity;
  for (int i = 0; i <= samples; ++i) {
    const double t = sample_time(start, end, i, samples);
    survey.see(t, signal.value(t, X));
  }
  for (const double t : survey.corners) survey.see(t, signal.value(t, X));
  return survey;
}

}  // namespace cuttle
