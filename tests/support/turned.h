#pragma once
// The same robot elsewhere: everything that a model file fixes in the world is turned and moved.

#include "cuttle/math/pose.h"
#include "cuttle/net/part.h"
#include "cuttle/spec/spec.h"

namespace cuttle::testing {

using Vector2 = Eigen::Vector2d;

/// What takes the motion of a free body: where its joint is mounted, so that its coordinates stay
/// as they are, or its coordinates.
enum class FreeBodies { mounted_elsewhere, started_elsewhere };

/// Gravity, bodies, connections, cables and obstacles at the world, loads along world axes, water,
/// currents, goals of controllers and planes of nets, moved by X. Figures and expectations, which
/// name columns in world axes, are left out. Throws std::invalid_argument for what the language
/// cannot say or what is not a question of rigid motions; nothing stays behind in silence.
ScenarioSpec turned(ScenarioSpec spec, const Pose& X, FreeBodies = FreeBodies::mounted_elsewhere);

/// The same content of a net in other axes of its own plane: the places are turned by `angle` and
/// shifted, the plane by the opposite. False (and nothing done) for a net with a ground, which is a
/// height over x, with nodes that shall be level, or with supports along one axis.
bool turn_in_plane(NetSpec& net, const Vector3& up, double angle, const Vector2& shift);

/// The upward axis that planes of nets get where they give none.
Vector3 default_net_up(const ScenarioSpec& spec);

/// Bodies, connections, cables, loads, muscles, probes ... listed in another order; bodies also
/// before their parents. The rules of contacts keep theirs: for a pair of shapes the first counts.
ScenarioSpec reordered(ScenarioSpec spec, unsigned seed);

}  // namespace cuttle::testing
