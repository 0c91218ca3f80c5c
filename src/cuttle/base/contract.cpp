#include "cuttle/base/contract.h"

#include <cstdio>
#include <cstdlib>

namespace cuttle {

void contract_broken(const char* what, std::source_location at) {
  std::fprintf(stderr, "%s:%u: bug in cuttle: %s (in %s)\n", at.file_name(),
               static_cast<unsigned>(at.line()), what, at.function_name());
  std::abort();
}

}  // namespace cuttle
