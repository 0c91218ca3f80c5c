// The interface of mpi_pool.h in a program that was built without MPI: there is one process.

#include <fmt/format.h>

#include "cuttle/base/error.h"
#include "mpi_launch.h"
#include "mpi_pool.h"
#include "terminal.h"

namespace cuttle::cli {

struct MpiHelpers {};

MpiJob::MpiJob() {
  if (const int copies = launched_processes(); copies > 1)
    refuse("",
           fmt::format("started as {} processes of an MPI job, but built without MPI; each of them "
                       "would do all the work",
                       copies),
           "install an MPI library (Debian: libopenmpi-dev) and build again, or share the work "
           "with --shard");
}

MpiJob::~MpiJob() = default;

std::unique_ptr<Pool> MpiJob::pool(MakeEvaluate, Interrupted,
                                   std::function<void(const std::string&)>) {
  expects(false, "a pool of MPI processes needs a build with MPI");
  return nullptr;
}

void MpiJob::serve(const std::function<Evaluate(const Interrupted&)>&, const Interrupted&) {
  expects(false, "serving an MPI job needs a build with MPI");
}

}  // namespace cuttle::cli
