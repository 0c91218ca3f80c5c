#pragma once
// Another program at the end of pipes, in a process group of its own. The destructor ends the group
// and collects the program. If we are killed outright, it sees its pipes close, no more.

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle::cli {

/// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  void close();

 private:
  int number_;
};

using Deadline = std::chrono::steady_clock::time_point;
Deadline after(std::chrono::milliseconds wait);

/// Ctrl-C came while we waited.
struct StoppedByUser {};

/// Which descriptors of the program are pipes to us; -1: none.
struct ChildPipes {
  int input = -1;   // it reads here what we write
  int output = -1;  // it writes here what we read
};

class ChildProcess {
 public:
  /// Starts a program (no shell), arguments[0] is its path, with our environment and what is added
  /// to it ("NAME=value"). Its other output is kept for error messages. Throws std::runtime_error
  /// if it cannot be started.
  ChildProcess(const std::vector<std::string>& arguments, const ChildPipes& pipes,
               const std::vector<std::string>& environment = {});
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() { end(); }

  enum class Outcome { done, closed, late };

  /// Writes all of it, unless the program closes the pipe or the time is over. Throws
  /// StoppedByUser.
  Outcome write(std::string_view bytes, Deadline deadline);

  /// Waits for bytes and appends them. Throws StoppedByUser.
  Outcome read(std::string& bytes, Deadline deadline);

  /// No more input: a well-behaved program comes to its end.
  void close_input() { input_.close(); }

  /// Waits for its end; its exit status, 128 + n after signal n, nothing if it is late.
  /// Throws StoppedByUser.
  std::optional<int> wait(Deadline deadline);

  /// Ends it and what it started in its group, now.
  void end();

  /// The last lines of what it printed, without what steers a terminal.
  std::string complaint() const;

 private:
  pid_t pid_ = -1;
  Descriptor input_, output_;  // our ends
  Descriptor log_;             // what it prints
};

/// The first of these programs that is on the PATH; empty if none is.
std::filesystem::path find_program(const std::vector<std::string>& names);
bool is_program(const std::filesystem::path& path);

}  // namespace cuttle::cli
