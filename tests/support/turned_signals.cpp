#include "support/turned_signals.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>
#include <regex>
#include <stdexcept>
#include <vector>

#include "cuttle/math/so3.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/signal.h"

namespace cuttle::testing {
namespace {

using Kind = SignalSpec::Kind;

// [s] between the knots of a spline, whose second derivative is wrong by some 1e-7 of a rotation
// that takes seconds; and how far it goes on at both ends, where it is worse
constexpr double kKnots = 2e-3, kBeyond = 0.1;

std::string number(double value) { return fmt::format("({:.17g})", value); }

/// A constant or a formula as a formula.
std::string formula(const SignalSpec& signal) {
  if (signal.lag > 0) refuse_turning("a formula of a signal with lag");
  if (signal.kind == Kind::constant) return number(signal.constant);
  if (signal.kind == Kind::expression)
    return "(" + with_copy_numbers(signal.expression, signal.copy) + ")";
  refuse_turning("a formula of a table or a pulse");
}

SignalSpec from_formula(const std::string& text, const SignalSpec& like) {
  SignalSpec signal;
  signal.kind = Kind::expression;
  signal.expression = text;
  signal.origin = like.origin;
  return signal;
}

struct Term {
  double factor;
  SignalSpec signal;
};

SignalSpec scaled(SignalSpec signal, double factor, double offset) {
  if (offset != 0 && (signal.lag > 0 || signal.kind == Kind::pulse))
    refuse_turning("a pulse or a signal with lag plus a number");
  if (signal.kind == Kind::expression) {
    signal.expression = number(factor) + "*(" + signal.expression + ")+" + number(offset);
  } else {
    signal.constant = factor * signal.constant + offset;
    for (double& value : signal.values) value = factor * value + offset;
    signal.pulse.amplitude *= factor;
  }
  if (signal.initial) *signal.initial *= factor;
  signal.csv.clear();
  return signal;
}

/// Tables with straight lines, at all their knots.
SignalSpec sum_of_tables(const std::vector<Term>& terms, double offset) {
  SignalSpec sum = terms.front().signal;
  sum.csv.clear();
  sum.times.clear();
  for (const Term& term : terms) {
    const SignalSpec& s = term.signal;
    if (s.kind != Kind::table || s.interpolation != Interpolation::linear || s.lag > 0)
      refuse_turning("a sum of signals of different kinds");
    sum.times.insert(sum.times.end(), s.times.begin(), s.times.end());
  }
  std::ranges::sort(sum.times);
  sum.times.erase(std::ranges::unique(sum.times).begin(), sum.times.end());
  sum.values.assign(sum.times.size(), offset);
  for (const Term& term : terms) {
    const Signal signal(term.signal);
    for (std::size_t i = 0; i < sum.times.size(); ++i)
      sum.values[i] += term.factor * signal.value(sum.times[i]);
  }
  return sum;
}

SignalSpec sum_of(const std::vector<Term>& terms, double offset) {
  if (terms.empty()) return SignalSpec(offset);
  if (terms.size() == 1) return scaled(terms[0].signal, terms[0].factor, offset);
  if (terms[0].signal.kind == Kind::table) return sum_of_tables(terms, offset);
  std::string text = number(offset);
  for (const Term& term : terms) text += "+" + number(term.factor) + "*" + formula(term.signal);
  return from_formula(text, terms[0].signal);
}

}  // namespace

void refuse_turning(const std::string& what) {
  throw std::invalid_argument("cannot be turned: " + what);
}

std::array<SignalSpec, 3> turned(const std::array<SignalSpec, 3>& x, const Matrix3& R,
                                 const Vector3& p) {
  std::array<SignalSpec, 3> sums;
  for (int i = 0; i < 3; ++i) {
    double offset = p[i];
    std::vector<Term> terms;
    for (int j = 0; j < 3; ++j) {
      const SignalSpec& signal = x[std::size_t(j)];
      if (signal.kind == Kind::constant && signal.lag == 0)
        offset += R(i, j) * signal.constant;
      else if (R(i, j) != 0)
        terms.push_back({R(i, j), signal});
    }
    sums[std::size_t(i)] = sum_of(terms, offset);
  }
  return sums;
}

// The angle goes on beyond half a turn: of the two rotation vectors the one next to the last.
std::array<SignalSpec, 3> turned_rotation(const std::array<SignalSpec, 3>& x, const Matrix3& R,
                                          double duration) {
  const Signal before[3] = {Signal(x[0]), Signal(x[1]), Signal(x[2])};
  const auto at = [&](double t) {
    return log_so3(
        Matrix3(R * exp_so3(Vector3(before[0].value(t), before[1].value(t), before[2].value(t)))));
  };
  if (std::ranges::all_of(x, [](const SignalSpec& s) { return s.kind == Kind::constant; }))
    return {at(0)[0], at(0)[1], at(0)[2]};
  std::array<SignalSpec, 3> turn;
  for (SignalSpec& signal : turn) {
    signal.kind = Kind::table;
    signal.interpolation = Interpolation::cubic;
  }
  Vector3 last = at(-kBeyond);
  const int knots = int((duration + 2 * kBeyond) / kKnots);
  for (int i = 0; i <= knots; ++i) {
    const double t = -kBeyond + i * kKnots;
    Vector3 now = at(t);
    const double angle = now.norm();
    const Vector3 other = angle > 0 ? Vector3(now * (1 - 2 * std::numbers::pi / angle)) : now;
    if ((other - last).norm() < (now - last).norm()) now = other;
    last = now;
    for (std::size_t k = 0; k < 3; ++k) {
      turn[k].times.push_back(t);
      turn[k].values.push_back(now[Eigen::Index(k)]);
    }
  }
  return turn;
}

std::array<std::string, 3> moved_field(const std::array<std::string, 3>& field, const Pose& X) {
  // the place before the motion, in terms of the place after it
  const Pose back = X.inverse();
  std::array<std::string, 3> place;
  for (int i = 0; i < 3; ++i)
    place[std::size_t(i)] =
        fmt::format("({}+{}*x+{}*y+{}*z)", number(back.p[i]), number(back.R(i, 0)),
                    number(back.R(i, 1)), number(back.R(i, 2)));
  std::array<std::string, 3> before;
  for (std::size_t i = 0; i < 3; ++i) {
    // two passes: what is put in has names of its own
    std::string text = field[i];
    for (const char* name : {"x", "y", "z"})
      text = std::regex_replace(text, std::regex(fmt::format("\\b{}\\b", name)),
                                fmt::format("place_{}", name));
    for (std::size_t j = 0; j < 3; ++j)
      text =
          std::regex_replace(text, std::regex(fmt::format("\\bplace_{}\\b", "xyz"[j])), place[j]);
    before[i] = text;
  }
  std::array<std::string, 3> after;
  for (int i = 0; i < 3; ++i)
    after[std::size_t(i)] = fmt::format("{}*({})+{}*({})+{}*({})", number(X.R(i, 0)), before[0],
                                        number(X.R(i, 1)), before[1], number(X.R(i, 2)), before[2]);
  return after;
}

}  // namespace cuttle::testing
