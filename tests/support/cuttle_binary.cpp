#include "support/program.h"

namespace cuttle {

std::string cuttle_binary() { return CUTTLE_BINARY; }

}  // namespace cuttle
