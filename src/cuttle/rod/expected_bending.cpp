#include "cuttle/rod/expected_bending.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "cuttle/signal/expression_parts.h"
#include "cuttle/signal/function.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

namespace {

constexpr int kTimes = 9;           // of the study, where signals are looked at
constexpr int kBendingSamples = 4;  // of a division
constexpr int kShapeSamples = 64;   // of what varies along it: rest strains, muscles
// a rod that is pulled one way turns until it looks there
constexpr double kMostPulled = std::numbers::pi / 2;

double mass_per_length(const RodDivision& division, double X) {
  return division.section(X).inertia(3, 3);
}

// moments times this is the turn of a division [1/(N m)]: its length over its bending stiffness
double compliance(const RodDivision& division) {
  double sum = 0;
  for (int i = 0; i < kBendingSamples; ++i) {
    const RodSection section = division.section(division.length * (i + 0.5) / kBendingSamples);
    double softest = std::numeric_limits<double>::infinity();
    for (const int mode : {1, 2})
      if (!division.modes[size_t(mode)].empty())
        softest = std::min(softest, section.stiffness(mode, mode));
    if (softest > 0) sum += division.length / kBendingSamples / softest;
  }
  return sum;
}

// all of a body's coordinates: no more than their sum anywhere
double bend_of(const StrainStateSpec& strain) {
  double sum = 0;
  for (const size_t mode : {1, 2})
    for (const double q : strain.modes[mode]) sum += std::abs(q);
  return sum;
}

bool depends_on_X(const SignalSpec& spec) {
  return spec.kind == SignalSpec::Kind::expression &&
         Expression(spec.expression, {"t", "X"}, spec.copy).uses("X");
}

bool is_constant(const std::optional<FunctionSpec>& f) {
  return !f || f->kind == FunctionSpec::Kind::constant;
}

// mean size of a signal along a span
double mean_size(const Signal& signal, double t, const Span& span) {
  double sum = 0;
  for (int i = 0; i < kShapeSamples; ++i)
    sum += std::abs(signal.value(t, span.from + (span.to - span.from) * (i + 0.5) / kShapeSamples));
  return sum / kShapeSamples;
}

// does a rest strain vary along its division?
bool varies(const RestSpec& rest) {
  if (!rest.signal) return !is_constant(rest);
  return rest.signal->kind == SignalSpec::Kind::expression;
}

// Times, and the corners of a signal that it knows itself: the first of them, since pulses repeat.
std::vector<double> looked_at(const std::vector<double>& times, const SignalSpec& spec) {
  constexpr int kMostCorners = 64;
  std::vector<double> all = times;
  const Signal signal(spec);
  double t = std::ranges::min(times);
  const double end = std::ranges::max(times);
  for (int i = 0; i < kMostCorners; ++i) {
    t = signal.next_breakpoint(t);
    if (!(t <= end)) break;
    all.push_back(t);
  }
  return all;
}

// A rest strain of a division at any time; a signal that cannot be read is reported where it is
// used.
class RestAt {
 public:
  RestAt(const RodDivision& division, const RestStrainSpec& rest, size_t mode)
      : division_(division), mode_(Eigen::Index(mode)) {
    if (rest.modes[mode].signal) signal_.emplace(*rest.modes[mode].signal);
  }
  double operator()(double t, double X) const {
    const double value = signal_ ? signal_->value(t, X) : division_.rest_strain(X)[mode_];
    return std::isfinite(value) ? value : 0;
  }

 private:
  const RodDivision& division_;
  Eigen::Index mode_;
  std::optional<Signal> signal_;
};

// [rad] that a division turns by its rest strains, there and back again counted twice; the most at
// some time
double rest_turn(const RodDivision& division, const RestStrainSpec& rest,
                 const std::vector<double>& times) {
  const int samples = varies(rest.modes[1]) || varies(rest.modes[2]) ? kShapeSamples : 1;
  const bool changes = rest.modes[1].signal || rest.modes[2].signal;
  const RestAt about_y(division, rest, 1), about_z(division, rest, 2);
  std::vector<double> looks = changes ? times : std::vector<double>{0};
  for (const size_t mode : {1, 2})
    if (rest.modes[mode].signal) looks = looked_at(looks, *rest.modes[mode].signal);
  double most = 0;
  for (const double t : looks) {
    double sum = 0;
    for (int i = 0; i < samples; ++i) {
      const double X = division.length * (i + 0.5) / samples;
      sum += std::hypot(about_y(t, X), about_z(t, X));
    }
    most = std::max(most, division.length * (sum / samples));
  }
  return most;
}

}  // namespace

ExpectedBending::ExpectedBending(const Draft& draft, const AskEfforts& ask_parts)
    : draft_(draft),
      weights_(draft.order.size()),
      pulls_(draft.order.size()),
      inner_(draft.order.size()),
      runs_(draft.order.size()),
      along_(draft.order.size()) {
  const StudySpec& study = draft.spec.study;
  const bool path = study.type == StudyType::load_path, moves = study.type == StudyType::dynamics;
  const double from = path ? study.from : 0, to = path ? study.to : moves ? study.duration : 0;
  for (int i = 0; i < (to != from ? kTimes : 1); ++i)
    times_.push_back(from + (to - from) * i / (kTimes - 1));
  add_weights();
  ask_parts(*this);
}

// what a body carries hangs on its parent, from the leaves to the roots
void ExpectedBending::add_weights() {
  std::vector<double> carried;
  for (const auto& body : draft_.bodies) carried.push_back(body->mass());
  for (size_t i = draft_.order.size(); i-- > 0;) {
    if (const RodDraft* const rod = find_rod(draft_, int(i)))
      for (const RodDivision& division : rod->divisions)
        carried[i] += division.length * mass_per_length(division, 0.5 * division.length);
    const BodySpec& body = *draft_.order[i];
    const int parent = draft_.body_index(body.parent);
    if (parent < 0) continue;
    carried[size_t(parent)] += carried[i];
    if (const RodDraft* const rod = find_rod(draft_, parent))
      weights_[size_t(parent)].push_back(
          {abscissa_of(body.at, rod->spec()), carried[i] * draft_.spec.gravity.norm(), 0});
  }
}

// a formula of the state is as large as it may become
SignalSpec ExpectedBending::seen(const SignalSpec& spec) const {
  if (spec.kind != SignalSpec::Kind::expression || column_names(spec.expression).empty())
    return spec;
  const auto size = draft_.formula_sizes.find(spec.expression);
  return size == draft_.formula_sizes.end() ? 0 : size->second;
}

// null if it cannot be read: that is reported where it is used
std::shared_ptr<const ExpectedBending::VectorSignal> ExpectedBending::make_vector(
    const std::array<SignalSpec, 3>& spec) const {
  try {
    return std::make_shared<const VectorSignal>(
        VectorSignal{Signal(seen(spec[0])), Signal(seen(spec[1])), Signal(seen(spec[2]))});
  } catch (const InputError&) {
    return nullptr;
  }
}

// as a vector: its components, each at its own best time, would depend on the world's axes
double ExpectedBending::largest(const VectorSignal* signal, double X) const {
  double most = 0;
  for (const double t : times_)
    if (signal)
      most = std::max(most, std::hypot((*signal)[0].value(t, X), (*signal)[1].value(t, X),
                                       (*signal)[2].value(t, X)));
  return std::isfinite(most) ? most : 0;
}

void ExpectedBending::pull(const std::string& name, const BodyPlaceSpec& at,
                           const SignalTriple& force, const SignalTriple& moment) {
  const int body = draft_.body_index(name);
  const RodDraft* const rod = find_rod(draft_, body);
  if (!rod) return;
  const double X = abscissa_of(at, rod->spec());
  const auto f = force ? make_vector(*force) : nullptr;
  const auto m = moment ? make_vector(*moment) : nullptr;
  pulls_[size_t(body)].push_back({X, largest(f.get(), X), largest(m.get(), X)});
}

void ExpectedBending::pull_along(const std::string& name, const std::optional<BodyPlaceSpec>& from,
                                 const std::optional<BodyPlaceSpec>& to, const SignalTriple& force,
                                 const SignalTriple& moment) {
  const int body = draft_.body_index(name);
  const RodDraft* const rod = find_rod(draft_, body);
  if (!rod) return;
  const Span span = span_of(from, to, rod->spec());
  const double X = 0.5 * (span.from + span.to), length = span.to - span.from;
  const auto f = force ? make_vector(*force) : nullptr;
  const auto m = moment ? make_vector(*moment) : nullptr;
  pulls_[size_t(body)].push_back({X, length * largest(f.get(), X), length * largest(m.get(), X)});
  const auto formula = [](const SignalTriple& signals) {
    return signals && std::ranges::any_of(*signals, [](const SignalSpec& signal) {
             return signal.kind == SignalSpec::Kind::expression;
           });
  };
  along_[size_t(body)].push_back(
      {span, formula(force) ? f : nullptr, formula(moment) ? m : nullptr});
}

void ExpectedBending::bend(const std::string& name, const std::optional<BodyPlaceSpec>& from,
                           const std::optional<BodyPlaceSpec>& to, const SignalSpec& given,
                           const Eigen::Vector2d& arm) {
  const int body = draft_.body_index(name);
  const RodDraft* const rod = find_rod(draft_, body);
  if (!rod) return;
  const Span span = span_of(from, to, rod->spec());
  Inner inner{span, std::vector(times_.size(), Eigen::Vector2d(0, 0)), nullptr};
  try {
    const SignalSpec spec = seen(given);
    const auto signal = std::make_shared<const Signal>(spec);
    if (depends_on_X(spec)) inner.varying = signal;
    const double X = 0.5 * (span.from + span.to);
    for (size_t k = 0; k < times_.size(); ++k)
      inner.moment[k] =
          arm * (inner.varying ? mean_size(*signal, times_[k], span) : signal->value(times_[k], X));
  } catch (const InputError&) {
    // is reported where it is used
  }
  inner_[size_t(body)].push_back(std::move(inner));
}

void ExpectedBending::run(const std::string& name, const std::optional<BodyPlaceSpec>& from,
                          const std::optional<BodyPlaceSpec>& to,
                          const std::optional<FunctionSpec>& y,
                          const std::optional<FunctionSpec>& z) {
  const int body = draft_.body_index(name);
  if (const RodDraft* const rod = find_rod(draft_, body))
    runs_[size_t(body)].push_back({span_of(from, to, rod->spec()), y, z});
}

const std::vector<RodDivision>& ExpectedBending::divisions_of(size_t body) const {
  return find_rod(draft_, int(body))->divisions;
}

Span ExpectedBending::division_span(size_t body, size_t division) const {
  double start = 0;
  for (size_t d = 0; d < division; ++d) start += divisions_of(body)[d].length;
  return {start, start + divisions_of(body)[division].length};
}

// the smallest that a signal makes it: what bends most
double ExpectedBending::least_factor(const DivisionSpec& spec) const {
  if (!spec.stiffness_factor) return 1;
  const Signal signal(*spec.stiffness_factor);
  double least = std::numeric_limits<double>::infinity();
  for (const double t : looked_at(times_, *spec.stiffness_factor))
    if (const double s = signal.value(t); s > 0) least = std::min(least, s);
  return std::isfinite(least) ? least : 1;
}

double ExpectedBending::turn(size_t body, size_t division) const {
  const RodDivision& law = divisions_of(body)[division];
  const DivisionSpec& spec = draft_.body_spec(int(body)).rod->divisions[division];
  const Span span = division_span(body, division);
  const double softness = compliance(law) / least_factor(spec);

  // moments in the middle, of all that lies beyond
  const double middle = 0.5 * (span.from + span.to);
  const auto moment_of = [&](const std::vector<Pull>& pulls) {
    double sum = 0;
    for (const Pull& pull : pulls)
      if (pull.X > middle) sum += pull.force * (pull.X - middle) + pull.moment;
    return sum;
  };
  double weight = moment_of(weights_[body]);
  for (size_t d = division; d < divisions_of(body).size(); ++d) {
    const Span beyond = division_span(body, d);
    const double from = std::max(middle, beyond.from), size = beyond.to - from;
    const double mass =
        size * mass_per_length(divisions_of(body)[d], 0.5 * (beyond.to - beyond.from));
    weight += mass * draft_.spec.gravity.norm() * (from + 0.5 * size - middle);
  }

  double inner = 0;
  for (size_t k = 0; k < times_.size(); ++k) {
    Eigen::Vector2d moment = Eigen::Vector2d::Zero();
    for (const Inner& one : inner_[body]) {
      const double covered = std::min(span.to, one.span.to) - std::max(span.from, one.span.from);
      if (covered > 0) moment += covered / law.length * one.moment[k];
    }
    if (moment.allFinite()) inner = std::max(inner, moment.norm());
  }
  return rest_turn(law, spec.rest, times_) + law.length * bend_of(spec.initial) +
         std::min(kMostPulled, softness * (weight + moment_of(pulls_[body]))) + softness * inner;
}

std::vector<ShapeAlongRod> ExpectedBending::shapes(size_t body, size_t division) const {
  const RodDivision& law = divisions_of(body)[division];
  const SectionSpec& section = draft_.body_spec(int(body)).rod->divisions[division].section;
  const Span span = division_span(body, division);
  std::vector<ShapeAlongRod> shapes;
  if (!is_constant(section.radius) || !is_constant(section.width) || !is_constant(section.height) ||
      !is_constant(section.semi_y) || !is_constant(section.semi_z))
    shapes.push_back(
        {[&law, start = span.from](double X) { return mass_per_length(law, X - start); }, span});
  const RestStrainSpec& rest = draft_.body_spec(int(body)).rod->divisions[division].rest;
  for (size_t mode = 0; mode < rest.modes.size(); ++mode)
    if (varies(rest.modes[mode]))
      for (const double t : rest.modes[mode].signal ? times_ : std::vector<double>{0}) {
        // shared: a std::function must be copyable
        const auto strain = std::make_shared<const RestAt>(law, rest, mode);
        shapes.push_back(
            {[strain, t, start = span.from](double X) { return (*strain)(t, X - start); }, span});
      }
  const auto common = [&](const Span& other) {
    return Span{std::max(span.from, other.from), std::min(span.to, other.to)};
  };
  for (const Run& run : runs_[body]) {
    const Span here = common(run.span);
    if (!(here.to > here.from)) continue;
    for (const auto& offset : {run.y, run.z})
      if (!is_constant(offset)) {
        // shared: a std::function must be copyable
        const auto f = std::make_shared<const Function>(*offset, run.span.to - run.span.from);
        shapes.push_back(
            {[f, from = run.span.from](double X) { return f->value(X - from); }, here});
      }
  }
  for (const Inner& inner : inner_[body]) {
    const Span here = common(inner.span);
    if (!inner.varying || !(here.to > here.from)) continue;
    for (const double t : times_)
      shapes.push_back({[f = inner.varying, t](double X) { return f->value(t, X); }, here});
  }
  for (const Along& along : along_[body]) {
    const Span here = common(along.span);
    if (!(here.to > here.from)) continue;
    for (const auto& signal : {along.force, along.moment})
      if (signal)
        shapes.push_back({[this, signal](double X) { return largest(signal.get(), X); }, here});
  }
  return shapes;
}

}  // namespace cuttle
