#pragma once

#include <filesystem>
#include <string_view>

#include "cuttle/sim/run.h"

namespace cuttle {

/// Everything that a run leaves, in one HDF5 file:
///   /            attributes format, status, message, energy_residual, wall_seconds
///   /series/X    one array per column (the axis first), attributes unit, doc, group
///   /state/q, v  (rows x n), attribute names
///   /figures/X   one number each, attribute unit
///   /expect/     arrays figure, value, reference, tolerance, pass, source
///   /solver      attributes method, steps, rejected, evaluations, iterations, exact_solves
///   /model       attributes name, source (the text of the model file)
/// The file holds no date: equal runs give equal files.
void write_hdf5(const RunResult& result, std::string_view model_name, std::string_view model_text,
                const std::filesystem::path& path);

}  // namespace cuttle
