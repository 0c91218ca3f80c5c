#pragma once
// How many processes an MPI launcher has started, told by the environment it gave us.

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace cuttle::cli {

/// 1 if no launcher is known to have started us. Slurm sets its variables in jobs without MPI too;
/// they count only beside the rank that `srun --mpi=pmix` gives.
inline int launched_processes() {
  const auto number = [](const char* name) {
    const char* text = std::getenv(name);
    int value = 0;
    if (text != nullptr) std::from_chars(text, text + std::strlen(text), value);
    return value;
  };
  // mpirun of Open MPI; that of MPICH and its kin, and srun --mpi=pmi2
  for (const char* name : std::array{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const int size = number(name); size > 0) return size;
  if (std::getenv("PMIX_RANK") != nullptr)
    for (const char* name : std::array{"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"})
      if (const int size = number(name); size > 0) return size;
  return 1;
}

}  // namespace cuttle::cli
