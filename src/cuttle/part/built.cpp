#include "cuttle/part/built.h"

#include "cuttle/base/contract.h"
#include "cuttle/math/constants.h"

namespace cuttle {

double Built::input(const std::string& name) const {
  for (int i = 0; i < model.nu(); ++i)
    if (model.inputs[std::size_t(i)].name == name) return u.u[i];
  expects(false, "an input that the model has");
  return kNaN;
}

}  // namespace cuttle
