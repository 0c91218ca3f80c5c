#pragma once
// Workers that are processes of an MPI job, on one machine or many. Process 0 (rank 0) leads: it
// keeps the list of tasks, the journal and the results; the others compute what it sends them.
// mpi_pool.cpp is for builds with MPI, no_mpi.cpp for those without.

#include <functional>
#include <memory>
#include <string>

#include "cuttle/campaign/pool.h"

namespace cuttle::cli {

struct MpiHelpers;  // what the leader knows of the others

/// This process as a member of an MPI job. Outside of a job MPI is never called.
class MpiJob {
 public:
  /// Joins the job that this process was started in. Throws InputError if it was started as one of
  /// several that cannot find each other: each would do all the work.
  MpiJob();
  MpiJob(const MpiJob&) = delete;
  MpiJob& operator=(const MpiJob&) = delete;
  /// The leader lets the others go; the others wait for that.
  ~MpiJob();

  int rank() const { return rank_; }
  int size() const { return size_; }  // 1: no job
  bool leads() const { return rank_ == 0; }

  /// For the leader of a job with more than one process: each of them is a worker, and so is the
  /// leader itself. `warn` is told of processes that cannot help; it is called on a thread of the
  /// pool.
  std::unique_ptr<Pool> pool(MakeEvaluate make, Interrupted interrupted,
                             std::function<void(const std::string&)> warn);

  /// For the others: computes what the leader sends until it lets us go. `make` reads what is
  /// needed; if it throws, the leader hears why and goes on without us. Runs should end early when
  /// the `Interrupted` that `make` is given says so: then the leader has stopped, or `interrupted`.
  void serve(const std::function<Evaluate(const Interrupted&)>& make,
             const Interrupted& interrupted);

 private:
  int rank_ = 0;
  int size_ = 1;
  bool released_ = false;  // we are a helper, and the leader has let us go
  std::unique_ptr<MpiHelpers> helpers_;
};

}  // namespace cuttle::cli
