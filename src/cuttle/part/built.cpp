#include "cuttle/part/built.h"

namespace cuttle {

double Built::input(const std::string& name) const {
  for (int i = 0; i < model.nu(); ++i)
    if (model.inputs[std::size_t(i)].name == name) return u.u[i];
  return 0;
}

}  // namespace cuttle
