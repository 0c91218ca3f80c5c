#pragma once

#include <filesystem>
#include <string>

#include "cuttle/record/trajectory.h"

namespace cuttle {

/// The columns as text: one header line `t [s],tip.x [m],...`, then one line per row. Fields are
/// quoted as in RFC 4180, lines end with LF, numbers have the fewest digits that read back exactly.
std::string csv_text(const Trajectory& trajectory);
void write_csv(const Trajectory& trajectory, const std::filesystem::path& path);

/// A field as RFC 4180 wants it: with a comma, a quote or a line end in quotes, a quote doubled.
std::string csv_field(const std::string& field);

}  // namespace cuttle
