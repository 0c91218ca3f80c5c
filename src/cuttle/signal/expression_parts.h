#pragma once
// What the text of a formula tells about where it is not smooth.

#include <functional>
#include <string>
#include <vector>

namespace cuttle {

/// Formulas whose sign changes are where the given one may jump or have a kink: differences of the
/// two sides of a comparison and of the arguments of min and max (of more than three: of each and
/// the function), arguments of abs and sign, and cos(pi x) for rint(x).
std::vector<std::string> switching_formulas(const std::string& text);

/// Arguments of functions and brackets. A short event of a formula, such as that of
/// exp(-((t - 5)/1e-4)^2), is where one of them is zero.
std::vector<std::string> bracketed_formulas(const std::string& text);

/// Names with a dot, each once: columns of probes, such as tip.x. A formula that has some follows
/// the state, and is no function of time.
std::vector<std::string> column_names(const std::string& text);
/// Which fields may be such formulas, in words.
inline constexpr const char* kFollowTheState =
    "efforts of joints, loads, tensions of cables, strengths of muscles, drives of springs, "
    "commands and coefficients of thrusters, deflections of fins, loads of shells, factors of drag";
/// The formula with other names for them.
std::string rename_columns(const std::string& text,
                           const std::function<std::string(const std::string&)>& name);

/// True for sums and products of numbers and t, X, k, n, pi, of ordinary length and a low degree:
/// nothing in it is short, and nothing jumps. Reads the text once; false is always safe.
bool is_low_polynomial(const std::string& text);

}  // namespace cuttle
