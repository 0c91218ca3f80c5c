#pragma once
// All kinds of parts and of probes that a model file may have.

#include <span>
#include <string_view>

#include "cuttle/part/part_kind.h"

namespace cuttle {

/// In the order of the model language.
std::span<const PartKind* const> part_table();
/// The same in the order in which they are built.
std::span<const PartKind* const> parts_by_turn();
/// nullptr: there is no such list.
const PartKind* find_part_kind(std::string_view list);
/// By the type of one part; nullptr: it is none.
const PartKind* find_part_kind(const Type& part);

/// True if something moves by itself beside the tree of bodies.
bool has_subsystems(const ScenarioSpec& spec);

/// In the order of the model language: those of all parts, of bodies and of the whole robot.
std::span<const ProbeKind* const> probe_table();
/// nullptr: there is no such kind.
const ProbeKind* find_probe_kind(std::string_view field);

}  // namespace cuttle
