#include "cuttle/signal/expression_functions.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

constexpr double kDegree = kPi / 180;

/// x = 90 quarter + rest degrees, without round-off; |rest| <= 45.
struct Quarters {
  int quarter = 0;
  double rest = 0;

  explicit Quarters(double degrees) : rest(std::remquo(degrees, 90, &quarter)) { quarter &= 3; }
  // round values come out as such
  double sine() const {
    return std::abs(rest) == 30 ? std::copysign(0.5, rest) : std::sin(rest * kDegree);
  }
  double cosine() const { return std::cos(rest * kDegree); }
  double tangent() const {
    return std::abs(rest) == 45 ? std::copysign(1, rest) : std::tan(rest * kDegree);
  }
};

double sind(double degrees) {
  const Quarters x(degrees);
  const double size = x.quarter % 2 == 0 ? x.sine() : x.cosine();
  return x.quarter < 2 ? size : -size;
}

double cosd(double degrees) {
  const Quarters x(degrees);
  const double size = x.quarter % 2 == 0 ? x.cosine() : x.sine();
  return x.quarter == 0 || x.quarter == 3 ? size : -size;
}

double tand(double degrees) {
  const Quarters x(degrees);
  return x.quarter % 2 == 0 ? x.tangent() : -1 / x.tangent();
}

double asind(double x) { return std::asin(x) / kDegree; }
double acosd(double x) { return std::acos(x) / kDegree; }
double atand(double x) { return std::atan(x) / kDegree; }
double atan2d(double y, double x) { return std::atan2(y, x) / kDegree; }

// 6 s^5 - 15 s^4 + 10 s^3 with s = (t - a) / (b - a) between 0 and 1: no jump of the second
// derivative, so that what it moves needs no jump of a force. Its slope is 30 (s (1 - s))^2 / (b -
// a).
double smoothstep(double t, double a, double b) {
  if (a == b) return t < a ? 0 : 1;
  const double s = (t - a) / (b - a);
  if (s <= 0) return 0;
  if (s >= 1) return 1;
  return s * s * s * (10 + s * (6 * s - 15));
}

// ------------------------------------------------------------------- where they are not smooth

void at_zero(const FunctionCall& call, std::vector<std::string>& formulas) {
  formulas.emplace_back(call.arguments[0]);
}

void between_whole_numbers(const FunctionCall& call, std::vector<std::string>& formulas) {
  formulas.push_back("cos(pi*(" + std::string(call.arguments[0]) + "))");
}

/// Where min and max take another argument. Of many, each is compared with what is taken, since
/// all pairs would be too many.
void at_other_choices(const FunctionCall& call, std::vector<std::string>& formulas) {
  constexpr std::size_t kFew = 3;
  const auto& arguments = call.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments.size() > kFew) {
      formulas.push_back(difference_of(arguments[i], call.text));
      continue;
    }
    for (std::size_t j = 0; j < i; ++j)
      formulas.push_back(difference_of(arguments[j], arguments[i]));
  }
}

void at_ends_of_step(const FunctionCall& call, std::vector<std::string>& formulas) {
  for (std::size_t i = 1; i < call.arguments.size(); ++i)
    formulas.push_back(difference_of(call.arguments[0], call.arguments[i]));
}

constexpr std::array<ExpressionFunction, 13> kFunctions = {{
    {.name = "abs", .switches = at_zero},
    {.name = "acosd", .of_one = acosd},
    {.name = "asind", .of_one = asind},
    {.name = "atan2d", .of_two = atan2d},
    {.name = "atand", .of_one = atand},
    {.name = "cosd", .of_one = cosd},
    {.name = "max", .switches = at_other_choices},
    {.name = "min", .switches = at_other_choices},
    {.name = "rint", .switches = between_whole_numbers},
    {.name = "sign", .switches = at_zero},
    {.name = "sind", .of_one = sind},
    {.name = "smoothstep", .of_three = smoothstep, .switches = at_ends_of_step},
    {.name = "tand", .of_one = tand},
}};

}  // namespace

std::span<const ExpressionFunction> expression_functions() { return kFunctions; }

const ExpressionFunction* find_expression_function(std::string_view name) {
  const auto* const found = std::ranges::find(kFunctions, name, &ExpressionFunction::name);
  return found == kFunctions.end() ? nullptr : found;
}

std::string difference_of(std::string_view a, std::string_view b) {
  return "(" + std::string(a) + ")-(" + std::string(b) + ")";
}

}  // namespace cuttle
