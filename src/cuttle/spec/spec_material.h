#pragma once

#include <optional>
#include <string>

#include "cuttle/base/error.h"

namespace cuttle {

class Fields;

// What a model file says about materials, as plain structs; see spec/spec.h.

struct MaterialSpec {
  double young = 0;             // [Pa]
  double poisson = 0.5;         // [-]
  std::optional<double> shear;  // [Pa], default young / (2 (1 + poisson))
  double density = 0;           // [kg/m^3] not needed by a shell that gives its mass
  double viscosity = 0;         // [Pa s], Kelvin-Voigt
  Origin origin;

  void describe(Fields& v);
};

/// A material by name, or written in place. After reading, `spec` is filled in both cases.
struct MaterialUse {
  std::string name;  // empty: written in place
  MaterialSpec spec;
  Origin origin;
};

}  // namespace cuttle
