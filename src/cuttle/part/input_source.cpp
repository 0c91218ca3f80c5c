#include "cuttle/part/input_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>

#include "cuttle/base/interrupt.h"
#include "cuttle/part/input_survey.h"
#include "cuttle/signal/derivatives.h"
#include "cuttle/spec/spec_study.h"

namespace cuttle {

namespace {

// Pieces that are shorter, in parts of the time, leave no room for differences: they look beyond.
constexpr double kShortestPiece = 1e-6;

bool has_rates(InputRole role) {
  return role != InputRole::plain && role != InputRole::tension && role != InputRole::coefficient;
}

/// Entries of these roles share no signals with others, and nobody asks for their acceleration.
bool changes_energy(InputRole role) {
  return role == InputRole::rest || role == InputRole::positive;
}

/// The smooth piece of a signal around t, between the corners of a survey.
TimeSpan piece_around(double t, const InputSurvey& survey, const SignalSurvey& signal) {
  const auto next = std::ranges::upper_bound(signal.corners, t);
  const TimeSpan piece{next == signal.corners.begin() ? survey.start : *std::prev(next),
                       next == signal.corners.end() ? survey.end : *next};
  const bool room = piece.to - piece.from > kShortestPiece * (1 + std::abs(t));
  return room ? piece : TimeSpan{.from = survey.start};
}

/// Rate of a smooth signal by five values: steps are a thousandth of the time in which it goes
/// through all its values. Nothing if there is no room for them in the piece, or if they miss
/// something.
std::optional<double> quick_rate(const std::function<double(double)>& x, double t,
                                 const TimeSpan& piece, const SignalSurvey& signal) {
  constexpr double kPart = 1e-3;
  const auto number = std::ranges::upper_bound(signal.corners, t) - signal.corners.begin();
  if (size_t(number) >= signal.pace.size()) return std::nullopt;
  const double h = kPart * std::min(signal.pace[size_t(number)], piece.to - piece.from);
  const double round_off = 1e-9 * (1 + std::abs(t));
  if (!(h > round_off) || t - 2 * h < piece.from || t + 2 * h > piece.to) return std::nullopt;
  const auto slope = [&](double d) { return (x(t + d) - x(t - d)) / (2 * d); };
  const double near = slope(h), far = slope(2 * h);
  // what is faster than the survey saw shows as a difference of the two
  constexpr double kDiffers = 1e-4, kRoundOff = 1e-14;
  const double noise = kRoundOff * std::abs(x(t)) / h;
  if (!(std::abs(near - far) <= kDiffers * std::abs(near) + noise)) return std::nullopt;
  return (4 * near - far) / 3;
}

}  // namespace

const char* forbidden(InputRole role, double value) {
  if (role == InputRole::tension && value < -kTensionSlack) return "cables only pull";
  if (role == InputRole::coefficient && value < -kTensionSlack) return "it must be >= 0";
  if (role == InputRole::positive && !(value > 0)) return "it must be > 0";
  return nullptr;
}

std::string unit_behind(const std::string& unit) { return unit == "-" ? "" : " " + unit; }

double least_command(InputRole role) {
  constexpr double kLeastPositive = 1e-6;
  if (role == InputRole::tension || role == InputRole::coefficient) return 0;
  if (role == InputRole::positive) return kLeastPositive;
  return -std::numeric_limits<double>::infinity();
}

int InputSource::add_signal(const SignalSpec& spec) {
  const int number = int(signals_.size());
  const bool formula = spec.kind == SignalSpec::Kind::expression;
  const bool along = formula && Expression(spec.expression, {"t", "X"}, spec.copy).uses("X");
  signals_.emplace_back(spec);
  if (surveys_) signals_.back().set_lag_span(surveys_->length());
  descriptions_.push_back({spec, along});
  if (formula && spec.lag > 0) {
    // what a formula with a lag follows comes after it, for its rates
    SignalSpec followed = spec;
    followed.lag = 0;
    signals_.emplace_back(followed);
    descriptions_.push_back({followed, along});
  }
  return number;
}

void InputSource::add_entry(int signal, double X, InputRole role, std::string label,
                            std::string unit) {
  // entries that must be equal share one evaluation
  const double place = descriptions_[size_t(signal)].along ? X : 0;
  auto source = std::find_if(sources_.begin(), sources_.end(),
                             [&](const Source& s) { return s.signal == signal && s.X == place; });
  if (source == sources_.end()) {
    Source fresh;
    fresh.signal = signal;
    fresh.X = place;
    fresh.constant = signals_[size_t(signal)].is_constant();
    if (fresh.constant) fresh.value = signals_[size_t(signal)].value(0);
    source = sources_.insert(sources_.end(), fresh);
  }
  source->rates = source->rates || has_rates(role);
  entries_.push_back(
      {int(source - sources_.begin()), role, std::move(label), std::move(unit), false});
  fresh_ = false;
  forget_surveys();
}

void InputSource::add_look_ahead(const SignalSpec& spec, double X) {
  look_ahead_.push_back({spec, X});
  forget_surveys();
}

void InputSource::forget_surveys() {
  surveys_ = std::make_shared<InputSurveys>(surveys_ ? surveys_->start() : 0,
                                            surveys_ ? surveys_->length() : 1);
}

void InputSource::refresh(Source& source, double t) const {
  if (source.constant) return;
  const Signal& signal = signals_[size_t(source.signal)];
  if (!source.rates) {
    source.value = signal.value(t, source.X);
    return;
  }
  const SignalSpec& spec = descriptions_[size_t(source.signal)].spec;
  if (spec.kind != SignalSpec::Kind::expression) {
    const Signal::Jet jet = signal.motion(t, source.X);
    source.value = jet.x;
    source.rate = jet.v;
    source.acceleration = jet.a;
    return;
  }
  source.value = signal.value(t, source.X);
  // differences of a formula do not look over its corners
  const double end = surveys_->start() + surveys_->length();  // of a study: of its own span
  const std::shared_ptr<const InputSurvey> seen_ahead =
      survey(t == end ? std::nextafter(t, surveys_->start()) : t);
  const auto number = [this](const InputSurvey::Seen& seen) {
    return entries_[size_t(seen.entry)].source;
  };
  const auto seen =
      std::ranges::lower_bound(seen_ahead->signals, int(&source - sources_.data()), {}, number);
  const TimeSpan piece = piece_around(t, *seen_ahead, seen->signal);
  const Signal& plain = signals_[size_t(source.signal) + (spec.lag > 0 ? 1 : 0)];
  const std::function<double(double)> x = [&](double s) { return plain.value(s, source.X); };
  if (changes_energy(seen->role)) {
    if (spec.lag > 0)
      source.rate = (x(t) - source.value) / spec.lag;
    else if (const auto rate = quick_rate(x, t, piece, seen->signal))
      source.rate = *rate;
    else
      source.rate = ridders_derivative_within(x, t, piece);
  } else if (spec.lag > 0) {
    source.rate = signal.rate(t, source.X);
    source.acceleration = (ridders_derivative_within(x, t, piece) - source.rate) / spec.lag;
  } else {
    const Slopes slopes = ridders_slopes_within(x, t, piece);
    source.rate = slopes.first;
    source.acceleration = slopes.second;
  }
}

Status InputSource::check(double t) const {
  for (const Entry& entry : entries_) {
    const Source& s = sources_[size_t(entry.source)];
    if (!std::isfinite(s.value + s.rate + s.acceleration))
      return Status::fail(
          Status::Code::not_finite,
          fmt::format("{} is {}{} (rate {}, acceleration {}) at t = {} s", entry.label, s.value,
                      unit_behind(entry.unit), s.rate, s.acceleration, t),
          t);
    if (const char* const why = forbidden(entry.role, s.value))
      return Status::fail(Status::Code::stalled,
                          fmt::format("{} {:.6g}{} at t = {} s: {}", entry.label, s.value,
                                      unit_behind(entry.unit), t, why),
                          t);
  }
  return {};
}

Status InputSource::evaluate(double t, Input& u) {
  if (!fresh_ || t != t_) {
    for (Source& source : sources_) refresh(source, t);
    t_ = t;
    Status status = check(t);
    fresh_ = status.ok();
    if (!fresh_) return status;
  }
  const auto n = Eigen::Index(entries_.size());
  for (VectorX* part : {&u.u, &u.u_dot, &u.u_ddot})
    if (part->size() != n) part->setZero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Entry& entry = entries_[size_t(i)];
    const Source& s = sources_[size_t(entry.source)];
    u.u[i] = s.value;
    u.u_dot[i] = has_rates(entry.role) ? s.rate : 0;
    u.u_ddot[i] = has_rates(entry.role) ? s.acceleration : 0;
  }
  return {};
}

void InputSource::set_survey_span(double start, double length) {
  surveys_ = std::make_shared<InputSurveys>(start, length);
  for (Signal& signal : signals_) signal.set_lag_span(length);
}

std::shared_ptr<const InputSurvey> InputSource::survey(double t) const {
  if (!surveys_) return std::make_shared<const InputSurvey>();
  return surveys_->get(t, [this](double start, double end) { return make_survey(start, end); });
}

InputSurvey InputSource::make_survey(double start, double end) const {
  InputSurvey all;
  all.start = start;
  all.end = end;
  const auto changing =
      std::ranges::count_if(sources_, [](const Source& source) { return !source.constant; });
  const int samples = samples_of_each(std::size_t(changing));
  // the first entry of each source; a tension is one for all of them
  std::vector<const Entry*> first(sources_.size(), nullptr);
  std::vector<bool> pulls(sources_.size(), false);
  for (const Entry& entry : entries_) {
    const auto source = size_t(entry.source);
    if (!first[source]) first[source] = &entry;
    if (entry.role == InputRole::tension) pulls[source] = true;
  }
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& source = sources_[i];
    if (source.constant) continue;
    const SignalSpec& spec = descriptions_[size_t(source.signal)].spec;
    all.signals.push_back({int(first[i] - entries_.data()), first[i]->label, first[i]->unit,
                           pulls[i] ? InputRole::tension : first[i]->role, spec.origin,
                           survey_signal(spec, source.X, start, end, samples)});
    const std::vector<double>& corners = all.signals.back().signal.corners;
    all.corners.insert(all.corners.end(), corners.begin(), corners.end());
  }
  std::vector<SignalSurvey> ahead;
  for (const LookAhead& formula : look_ahead_) {
    ahead.push_back(survey_signal(formula.spec, formula.X, start, end, samples));
    all.corners.insert(all.corners.end(), ahead.back().corners.begin(), ahead.back().corners.end());
  }
  std::ranges::sort(all.corners);

  // the shortest of all signals
  all.longest_step.assign(all.corners.size() + 1, std::numeric_limits<double>::infinity());
  const auto piece = [&all](double t) {
    return size_t(std::ranges::upper_bound(all.corners, t) - all.corners.begin());
  };
  const auto keep_pace = [&](const SignalSurvey& signal) {
    for (std::size_t i = 0; i < signal.pace.size(); ++i) {
      const double from = i == 0 ? start : signal.corners[i - 1];
      const double to = i == signal.corners.size() ? end : signal.corners[i];
      for (std::size_t k = piece(from); k < all.longest_step.size(); ++k) {
        all.longest_step[k] = std::min(all.longest_step[k], signal.pace[i]);
        if (k == all.corners.size() || all.corners[k] >= to) break;
      }
    }
  };
  for (const InputSurvey::Seen& seen : all.signals) keep_pace(seen.signal);
  for (const SignalSurvey& signal : ahead) keep_pace(signal);
  return all;
}

double InputSource::longest_step(double t) const {
  const auto seen = survey(t);
  const auto next = std::ranges::upper_bound(seen->corners, t);
  if (seen->longest_step.empty()) return std::numeric_limits<double>::infinity();
  return seen->longest_step[size_t(next - seen->corners.begin())];
}

std::vector<double> InputSource::breakpoints(double t0, double t1, bool signals) const {
  std::vector<double> all;
  const auto add = [&](double t) {
    if (t > t0 && t < t1) all.push_back(t);
  };
  std::ranges::for_each(own_breakpoints_, add);
  if (signals)
    for (const Signal& signal : signals_) std::ranges::for_each(signal.breakpoints(t0, t1), add);
  // a long time has many spans; who is told to stop here is told so again before the first step
  for (double t = t0; t < t1 && signals && interruption(t).ok();) {
    const auto seen = survey(t);
    std::ranges::for_each(seen->corners, add);
    if (seen->end <= t) break;
    t = seen->end;
    // what lies between two spans is in none of them; no slivers at the ends
    const double near = 1e-12 * (1 + std::abs(t));
    if (!seen->signals.empty() && t > t0 + near && t < t1 - near) add(t);
  }
  std::sort(all.begin(), all.end());
  // corners that several signals share differ by round-off only; after the last all have changed
  const auto same = [](double a, double b) { return b - a <= 1e-14 * (std::abs(a) + std::abs(b)); };
  std::vector<double> merged;
  for (const double t : all) {
    if (!merged.empty() && same(merged.back(), t)) merged.pop_back();
    merged.push_back(t);
  }
  return merged;
}

void check_corners(const SignalSpec& signal, const StudySpec& study, Diagnostics& diagnostics) {
  if (signal.kind != SignalSpec::Kind::pulse) return;
  const bool path = study.type == StudyType::load_path;
  const double span = path ? std::abs(study.to - study.from) : study.duration;
  const double corners = 4 * span / signal.pulse.period;
  if (!(corners > kMaxCorners)) return;
  diagnostics.add(signal.pulse.origin.error(
      "period",
      fmt::format("{:.6g} s gives {:.3g} corners in {:.6g} s, more than {:.0e}, and the "
                  "integration stops at each",
                  signal.pulse.period, corners, span, kMaxCorners),
      fmt::format("use at least {:.3g} s, or the mean of the pulses", 4 * span / kMaxCorners)));
}

}  // namespace cuttle
