#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "cuttle/solve/integrator.h"

namespace cuttle {

/// One integrator as users choose it. A new one is a row; conformance tests run over the table.
struct IntegratorKind {
  std::string_view name;
  int order;        // claimed order; 0: the method varies it
  bool adaptive;    // step = 0 is allowed: error control chooses it
  bool fixed_step;  // step > 0 is obeyed; otherwise it is only the first step
  bool implicit;    // large steps on stiff systems are stable
  std::string_view doc;
  std::unique_ptr<Integrator> (*make)(System&, const IntegratorOptions&);
};

std::span<const IntegratorKind> integrator_kinds();

/// Null if there is no such name.
const IntegratorKind* find_integrator(std::string_view name);

}  // namespace cuttle
