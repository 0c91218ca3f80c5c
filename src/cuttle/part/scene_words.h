#pragma once
// Words that those who are drawn share with records and the scene.

namespace cuttle {

/// What sits on a body. x of a thruster is its axis; a fin has its leading edge ahead along x, and
/// z across; a jet is in the middle of an opening, x out of it.
enum class FittingKind { thruster, fin, jet };

/// The edge of a shell away from its base; a pole lies on the axis.
enum class ShellRim { open, capped, pole };

/// How something is touched.
enum class ContactState { open = 0, smooth = 1, sticking = 2, sliding = 3 };

}  // namespace cuttle
