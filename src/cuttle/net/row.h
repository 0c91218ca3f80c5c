#pragma once
// What the row of nets is made of (row.cpp), each in a file of its own.

#include "cuttle/net/part.h"
#include "cuttle/part/part_kind.h"

namespace cuttle {

/// What can be wrong without any geometry; then what the study asks of nets (check.cpp).
void check_nets(Checker& checker);
void check_study_of_nets(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Is it a body, since something holds on to it?
bool is_body(const ScenarioSpec& scenario, const NetSpec& net);
/// What it cannot do as a body.
void check_net_body(const NetSpec& net, Diagnostics& diagnostics);
/// Adds what drives a net that is a body, and the net itself for who looks at it (as_body.cpp).
void add_drive(Draft& draft, const NetSpec& spec);

/// Nets through time, and to equilibria (move.cpp). Motions go from one time that is asked for to
/// the next in equal steps; they never allocate except on failure, and where a span of time begins
/// whose signals have not been examined yet.
Subsystems move_nets(const ScenarioSpec& scenario, const ActorIndex& actors,
                     const StudySpec& study);

/// Nets in which nothing can move (check.cpp).
void check_built_nets(const ScenarioSpec& scenario, const ActorIndex& actors,
                      Diagnostics& diagnostics);

/// Friction that grows when a node slides, nodes placed below the ground, edges that start strained
/// (warn.cpp).
void warn_of_nets(const Built& built, Workspace& ws, Diagnostics& warnings);

/// Strips, arrows of loads and of the ground, probed nodes, grounds (draw.cpp).
void draw_nets(const Built& built, Canvas& canvas);

/// Columns of a probe of a net (probe.cpp).
ProbeTargetPtr make_net_probe(const Draft& draft, const ProbeSpec& probe);

}  // namespace cuttle
