#pragma once

#include <filesystem>
#include <string>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// Writes a scene for ParaView and VTK into a folder (made if missing): `stem`_0000.vtp and so on,
/// and `stem`.pvd, which ties them to the values of the axis. Rods and solids are triangles, cables
/// lines. Points have curvature, torsion, stretch and speed (0 off the rods) and tension (0 off the
/// cables); cells have the number of the body (-1: cable) and the kind of part (0 rod, 1 solid,
/// 2 cable); the names of bodies and cables are field data. At most `max_frames` frames, spread
/// evenly.
void write_vtk(const Scene& scene, const std::filesystem::path& folder, const std::string& stem,
               std::size_t max_frames = 200);

}  // namespace cuttle
