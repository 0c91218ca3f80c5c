#include "cuttle/solve/table.h"

#include "cuttle/solve/cvode.h"
#include "cuttle/solve/dopri5.h"
#include "cuttle/solve/generalized_alpha.h"
#include "cuttle/solve/sdirk4.h"

namespace cuttle {

namespace {

template <class Method>
std::unique_ptr<Integrator> make(System& system, const IntegratorOptions& options) {
  return std::make_unique<Method>(system, options);
}

std::unique_ptr<Integrator> make_bdf(System& system, const IntegratorOptions& options) {
  return make_cvode(system, options, MultistepFamily::bdf);
}

std::unique_ptr<Integrator> make_adams(System& system, const IntegratorOptions& options) {
  return make_cvode(system, options, MultistepFamily::adams);
}

constexpr IntegratorKind kKinds[] = {
    // name, order, adaptive, fixed step, implicit, doc, factory
    {"dopri5", 5, true, true, false,
     "explicit Runge-Kutta 5(4) of Dormand and Prince (ode45); for systems that are not stiff",
     make<Dopri5>},
    {"bdf", 0, true, false, true,
     "CVODE, backward differentiation of order 1 to 5 (ode15s); for stiff, damped systems",
     make_bdf},
    {"adams", 0, true, false, false,
     "CVODE, Adams-Moulton of order 1 to 12 (ode113); for smooth motion and tight tolerances",
     make_adams},
    {"implicit", 4, true, true, true,
     "SDIRK4 of Hairer and Wanner, L-stable; for stiff robots, also without damping", make<Sdirk4>},
    {"generalized_alpha", 2, false, true, true,
     "generalised-alpha on the Lie group; one stage per fixed step, for contact and real time",
     make<GeneralizedAlpha>},
};

}  // namespace

std::span<const IntegratorKind> integrator_kinds() { return kKinds; }

const IntegratorKind* find_integrator(std::string_view name) {
  for (const IntegratorKind& kind : kKinds)
    if (kind.name == name) return &kind;
  return nullptr;
}

}  // namespace cuttle
