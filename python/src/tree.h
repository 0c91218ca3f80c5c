#pragma once

#include <pybind11/pybind11.h>

#include "cuttle/io/yaml.h"

namespace cuttle::python {

/// Dicts, lists, numbers, texts and arrays as the tree that a model file would be. Nothing is
/// evaluated. TypeError names the path of what cannot stand in a model.
YamlNode to_tree(pybind11::handle object);

/// Settings {"bodies.arm.rod.length": 0.3} or ["bodies.arm.rod.length=0.3"] as the reader takes
/// them.
std::vector<std::string> to_settings(pybind11::handle set);

}  // namespace cuttle::python
