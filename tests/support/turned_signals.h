#pragma once
// Signals seen from other axes. A signal is a number, a formula, a table or a pulse; sums of them
// are built where the language can say them, and everything else is refused aloud.

#include <array>
#include <string>

#include "cuttle/math/pose.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle::testing {

/// What cannot be said in turned axes ends the test with its reason.
[[noreturn]] void refuse_turning(const std::string& what);

/// R x + p of three signals. Throws std::invalid_argument where no signal says that.
std::array<SignalSpec, 3> turned(const std::array<SignalSpec, 3>& x, const Matrix3& R,
                                 const Vector3& p = Vector3::Zero());

/// The rotation vector of R exp(x); where x moves, as a spline that is good for so many seconds.
std::array<SignalSpec, 3> turned_rotation(const std::array<SignalSpec, 3>& x, const Matrix3& R,
                                          double duration);

/// Formulas in x, y, z and t of a field of vectors, after the whole field was moved by X.
std::array<std::string, 3> moved_field(const std::array<std::string, 3>& field, const Pose& X);

}  // namespace cuttle::testing
