#include "cuttle/signal/expression_tape_functions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/base/error.h"
#include "cuttle/math/constants.h"
#include "cuttle/signal/expression_functions.h"

namespace cuttle {
namespace {

using In = std::span<const double>;
using Out = std::span<double>;
using Gives = TapeFunction::Gives;

constexpr double kRadian = 180 / kPi;  // [deg]

/// A row for a function of one argument: its value at x, and its slope there, where it is f.
template <double (*value)(double), double (*slope)(double x, double f)>
double of_one(In x, Out d) {
  const double f = value(x[0]);
  d[0] = slope(x[0], f);
  return f;
}

/// Functions of the house have their values from expression_functions.h.
double house(const char* name, double x) { return find_expression_function(name)->of_one(x); }

double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

double sum(In x, Out d) {
  double all = 0;
  for (const double term : x) all += term;
  std::ranges::fill(d, 1);
  return all;
}

double average(In x, Out d) {
  const double all = sum(x, d);
  std::ranges::fill(d, 1 / double(x.size()));
  return all / double(x.size());
}

/// That of the argument which is taken, the first of equal ones.
double pick(In x, Out d, std::size_t taken) {
  std::ranges::fill(d, 0);
  d[taken] = 1;
  return x[taken];
}

// a NaN is taken, wherever it stands
double least(In x, Out d) {
  std::size_t taken = 0;
  for (std::size_t i = 1; i < x.size(); ++i)
    if (x[i] < x[taken] || std::isnan(x[i])) taken = i;
  return pick(x, d, taken);
}

double largest(In x, Out d) {
  std::size_t taken = 0;
  for (std::size_t i = 1; i < x.size(); ++i)
    if (x[i] > x[taken] || std::isnan(x[i])) taken = i;
  return pick(x, d, taken);
}

double atan2(In x, Out d) {
  const double size = x[0] * x[0] + x[1] * x[1];
  d[0] = x[1] / size;
  d[1] = -x[0] / size;
  return std::atan2(x[0], x[1]);
}

double atan2d(In x, Out d) {
  const double angle = atan2(x, d);
  for (double& slope : d) slope *= kRadian;
  return angle * kRadian;
}

double smoothstep(In x, Out d) {
  const double t = x[0], a = x[1], b = x[2], s = (t - a) / (b - a);
  std::ranges::fill(d, 0);
  if (a != b && s > 0 && s < 1) {
    const double per_s = 30 * s * s * (1 - s) * (1 - s);
    d[0] = per_s / (b - a);
    d[1] = per_s * (s - 1) / (b - a);
    d[2] = -per_s * s / (b - a);
  }
  return find_expression_function("smoothstep")->of_three(t, a, b);
}

double degrees(In x, Out d, const char* name, double slope) {
  d[0] = slope;
  return house(name, x[0]);
}

constexpr TapeFunction kRows[] = {
    {"sin", of_one<[](double x) { return std::sin(x); }, [](double x, double) { return std::cos(x); }>},
    {"cos", of_one<[](double x) { return std::cos(x); }, [](double x, double) { return -std::sin(x); }>},
    {"tan", of_one<[](double x) { return std::tan(x); }, [](double, double f) { return 1 + f * f; }>},
    {"asin", of_one<[](double x) { return std::asin(x); }, [](double x, double) { return 1 / std::sqrt(1 - x * x); }>},
    {"acos", of_one<[](double x) { return std::acos(x); }, [](double x, double) { return -1 / std::sqrt(1 - x * x); }>},
    {"atan", of_one<[](double x) { return std::atan(x); }, [](double x, double) { return 1 / (1 + x * x); }>},
    {"sinh", of_one<[](double x) { return std::sinh(x); }, [](double x, double) { return std::cosh(x); }>},
    {"cosh", of_one<[](double x) { return std::cosh(x); }, [](double x, double) { return std::sinh(x); }>},
    {"tanh", of_one<[](double x) { return std::tanh(x); }, [](double, double f) { return 1 - f * f; }>},
    {"asinh", of_one<[](double x) { return std::asinh(x); }, [](double x, double) { return 1 / std::sqrt(x * x + 1); }>},
    {"acosh", of_one<[](double x) { return std::acosh(x); }, [](double x, double) { return 1 / std::sqrt(x * x - 1); }>},
    {"atanh", of_one<[](double x) { return std::atanh(x); }, [](double x, double) { return 1 / (1 - x * x); }>},
    {"log2", of_one<[](double x) { return std::log2(x); }, [](double x, double) { return 1 / (x * std::numbers::ln2); }>},
    {"log10", of_one<[](double x) { return std::log10(x); }, [](double x, double) { return 1 / (x * std::numbers::ln10); }>},
    {"log", of_one<[](double x) { return std::log(x); }, [](double x, double) { return 1 / x; }>},
    {"ln", of_one<[](double x) { return std::log(x); }, [](double x, double) { return 1 / x; }>},
    {"exp", of_one<[](double x) { return std::exp(x); }, [](double, double f) { return f; }>},
    {"sqrt", of_one<[](double x) { return std::sqrt(x); }, [](double, double f) { return 0.5 / f; }>, Gives::root},
    {"sign", of_one<[](double x) { return sign_of(x); }, [](double, double) { return 0.0; }>, Gives::number},
    {"rint", of_one<[](double x) { return std::rint(x); }, [](double, double) { return 0.0; }>},
    {"abs", of_one<[](double x) { return std::abs(x); }, [](double x, double) { return x < 0 ? -1.0 : 1.0; }>, Gives::same},
    {"sind", [](In x, Out d) { return degrees(x, d, "sind", house("cosd", x[0]) / kRadian); }},
    {"cosd", [](In x, Out d) { return degrees(x, d, "cosd", -house("sind", x[0]) / kRadian); }},
    {"tand",
     [](In x, Out d) {
       const double f = house("tand", x[0]);
       return degrees(x, d, "tand", (1 + f * f) / kRadian);
     }},
    {"asind",
     [](In x, Out d) { return degrees(x, d, "asind", kRadian / std::sqrt(1 - x[0] * x[0])); }},
    {"acosd",
     [](In x, Out d) { return degrees(x, d, "acosd", -kRadian / std::sqrt(1 - x[0] * x[0])); }},
    {"atand", [](In x, Out d) { return degrees(x, d, "atand", kRadian / (1 + x[0] * x[0])); }},
    {"atan2", atan2, Gives::number, true},
    {"atan2d", atan2d, Gives::number, true},
    {"smoothstep", smoothstep, Gives::number, true},
    {"min", least, Gives::same, true},
    {"max", largest, Gives::same, true},
    {"sum", sum, Gives::same, true},
    {"avg", average, Gives::same, true}};

}  // namespace

const TapeFunction* find_tape_function(std::string_view name) {
  const auto* const found = std::ranges::find(kRows, name, &TapeFunction::name);
  return found == std::end(kRows) ? nullptr : found;
}

}  // namespace cuttle
