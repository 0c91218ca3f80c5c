#pragma once
// Words that those who are drawn and the scene share.

namespace cuttle {

/// What sits on a body. x of a thruster is its axis; a fin has its leading edge ahead along x, and
/// z across; a jet is in the middle of an opening, x out of it.
enum class FittingKind { thruster, fin, jet };

/// The edge of a shell away from its base; a pole lies on the axis.
enum class ShellRim { open, capped, pole };

}  // namespace cuttle
