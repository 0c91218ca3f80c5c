#pragma once

#include <filesystem>
#include <string>

#include "cuttle/io/result_source.h"

namespace cuttle {

/// Everything that a run leaves, in one HDF5 file:
///   /             attributes format, run, status, message, t, energy_residual, wall_seconds
///   /series/X     one array per column and the axis, attributes unit, doc, group; the group has
///                 the attribute axis
///   /state/q, v   (rows x n); their names in q_names, v_names
///   /figures/X    one number each, attribute unit; the group has the attribute named: so many of
///                 them are those that the file asks for
///   /expect/      arrays figure, value, reference, tolerance, pass, source
///   /solver       attributes method, steps, rejected, evaluations, iterations, exact_solves
///   /scene/       what there is to see: header (JSON text), data (bytes), see io/scene_file.h
///   /model/       name, source (the text of the model file)
///   /column_names, /figure_names, /warnings   lists of texts, in order
/// The file holds no date: equal runs give equal files. Nothing in it has a variable length, and a
/// seal in front reveals damage (io/hdf5_parts.h).
inline constexpr const char* kResultFormat = "cuttle-result/2";

/// The bytes of the file. Throws std::runtime_error if they cannot be made.
std::string hdf5_text(const ResultSource& source);
void write_hdf5(const ResultSource& source, const std::filesystem::path& path);

}  // namespace cuttle
