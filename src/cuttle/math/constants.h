#pragma once

#include <limits>
#include <numbers>

namespace cuttle {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kTurn = 2 * std::numbers::pi;  // [rad]
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();  // without a sign
inline constexpr double kEarth = 9.81;  // [m/s^2] where a scale of weight is needed, in any gravity

}  // namespace cuttle
