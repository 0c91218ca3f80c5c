#pragma once
// Messages between the leader of an MPI job and its helpers. Waiting is done in short sleeps:
// MPI's own waiting keeps a core busy, which belongs to the computation.

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

namespace cuttle::cli {

enum class Tag {
  // from the leader
  task,
  stop,  // no more tasks; end the one at hand early
  // from a helper
  ready,
  useless,  // cannot help; why
  outcome,
  gone  // its last message
};

struct Message {
  int rank = 0;
  Tag tag = Tag::task;
  std::string bytes;
};

inline void send_message(int rank, Tag tag, const std::string& bytes = {}) {
  MPI_Send(bytes.data(), int(bytes.size()), MPI_BYTE, rank, int(tag), MPI_COMM_WORLD);
}

/// The next message, if one has come.
inline std::optional<Message> next_message() {
  int waiting = 0;
  MPI_Status status;
  // twice, as Open MPI looks first and lets messages in afterwards
  for (int look = 0; look < 2 && !waiting; ++look)
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, &status);
  if (!waiting) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, Tag(status.MPI_TAG), std::string(std::size_t(size), '\0')};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.rank, int(message.tag), MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

/// How long to sleep between two looks: a part of the time that nothing has happened. What takes
/// long may be noticed later, so the delay stays small beside the run that was waited for.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;
  void reset() { since_ = Clock::now(); }
  Clock::duration nap() const {
    using namespace std::chrono_literals;
    return std::clamp<Clock::duration>((Clock::now() - since_) / 16, 20us, 1ms);
  }

 private:
  Clock::time_point since_ = Clock::now();
};

inline Message wait_for_message() {
  for (Patience patience;; std::this_thread::sleep_for(patience.nap()))
    if (auto message = next_message()) return std::move(*message);
}

}  // namespace cuttle::cli
