#include "bind.h"
#include "call.h"

PYBIND11_MODULE(_core, m) {
  using namespace cuttle::python;
  m.doc() = "The library behind the package cuttle; use it through `import cuttle`.";
  register_exceptions();
  bind_schema(m);
  bind_state(m);
  bind_model(m);
  bind_trajectory(m);
  bind_dynamics(m);
  bind_simulation(m);
  bind_stepping(m);
  bind_derivatives(m);
  bind_inverse(m);
  bind_control(m);
}
