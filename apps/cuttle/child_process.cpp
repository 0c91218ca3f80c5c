#include "child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include "interrupt.h"
#include "terminal.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kGlance = 50ms;  // how often a wait looks for Ctrl-C

void check(int error, const char* what) {
  if (error != 0) throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(error)));
}

// far from the small numbers that a program may want for itself; not inherited
Descriptor move_up(Descriptor low) {
  constexpr int kFirst = 20;
  Descriptor high(::fcntl(low.number(), F_DUPFD_CLOEXEC, kFirst));
  if (high.number() < 0) check(errno, "cannot create a pipe");
  return high;
}

struct Pipe {
  Descriptor read, write;
};

Pipe make_pipe() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) check(errno, "cannot create a pipe");
  Descriptor read(ends[0]), write(ends[1]);
  return {move_up(std::move(read)), move_up(std::move(write))};
}

// what the new process does with its descriptors before the program begins
class SpawnActions {
 public:
  SpawnActions() { check(posix_spawn_file_actions_init(&actions_), "cannot start a program"); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  void connect(int from, int to) {
    check(posix_spawn_file_actions_adddup2(&actions_, from, to), "cannot start a program");
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

// a group of its own, so that one signal ends all and Ctrl-C reaches us alone
class SpawnAttributes {
 public:
  SpawnAttributes() {
    check(posix_spawnattr_init(&attributes_), "cannot start a program");
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&usual, signal);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

// our environment, with some variables set anew
std::vector<std::string> with_environment(std::vector<std::string> variables) {
  const std::size_t added = variables.size();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('=') + 1);
    const bool replaced = std::any_of(variables.begin(), variables.begin() + std::ptrdiff_t(added),
                                      [&](const auto& v) { return v.starts_with(name); });
    if (!replaced) variables.emplace_back(text);
  }
  return variables;
}

// true when the descriptor is ready, false when the time is over
bool wait_ready(int descriptor, short events, Deadline deadline) {
  while (std::chrono::steady_clock::now() < deadline) {
    if (interrupted()) throw StoppedByUser{};
    pollfd watched = {descriptor, events, 0};
    if (::poll(&watched, 1, int(std::chrono::milliseconds(kGlance).count())) > 0) return true;
  }
  return false;
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Deadline after(std::chrono::milliseconds wait) { return std::chrono::steady_clock::now() + wait; }

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, const ChildPipes& pipes,
                           const std::vector<std::string>& environment)
    : log_(move_up(Descriptor(::memfd_create("output", MFD_CLOEXEC)))) {
  Pipe input = make_pipe(), output = make_pipe();
  const Descriptor nothing = move_up(Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)));
  SpawnActions actions;
  actions.connect(nothing.number(), STDIN_FILENO);
  actions.connect(log_.number(), STDOUT_FILENO);
  actions.connect(log_.number(), STDERR_FILENO);
  if (pipes.input >= 0) actions.connect(input.read.number(), pipes.input);
  if (pipes.output >= 0) actions.connect(output.write.number(), pipes.output);

  const auto pointers = [](const std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
    list.push_back(nullptr);
    return list;
  };
  const std::vector<std::string> all_variables = with_environment(environment);
  const std::vector<char*> list = pointers(arguments), variables = pointers(all_variables);
  const SpawnAttributes attributes;
  check(
      ::posix_spawn(&pid_, list[0], actions.get(), attributes.get(), list.data(), variables.data()),
      list[0]);

  // a program that is gone must be an answer, not the end of us
  ::signal(SIGPIPE, SIG_IGN);
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  ::fcntl(input_.number(), F_SETFL, O_NONBLOCK);
}

ChildProcess::Outcome ChildProcess::write(std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    if (!wait_ready(input_.number(), POLLOUT, deadline)) return Outcome::late;
    const ssize_t count = ::write(input_.number(), bytes.data(), bytes.size());
    if (count < 0 && errno != EAGAIN && errno != EINTR) return Outcome::closed;
    if (count > 0) bytes.remove_prefix(std::size_t(count));
  }
  return Outcome::done;
}

ChildProcess::Outcome ChildProcess::read(std::string& bytes, Deadline deadline) {
  std::array<char, 1 << 16> buffer;
  while (wait_ready(output_.number(), POLLIN, deadline)) {
    const ssize_t count = ::read(output_.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Outcome::closed;
    bytes.append(buffer.data(), std::size_t(count));
    return Outcome::done;
  }
  return Outcome::late;
}

std::optional<int> ChildProcess::wait(Deadline deadline) {
  while (pid_ > 0) {
    // not collected yet: until then its number, which is that of its group, belongs to nobody else
    siginfo_t ended{};
    if (::waitid(P_PID, id_t(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        ended.si_pid == pid_) {
      end();  // what it left behind
      return ended.si_code == CLD_EXITED ? ended.si_status : 128 + ended.si_status;
    }
    if (std::chrono::steady_clock::now() > deadline) return {};
    if (interrupted()) throw StoppedByUser{};
    std::this_thread::sleep_for(5ms);
  }
  return {};
}

void ChildProcess::end() {
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

std::string ChildProcess::complaint() const {
  constexpr off_t kMost = 4000;
  const off_t size = ::lseek(log_.number(), 0, SEEK_END);
  std::string text(std::size_t(std::clamp<off_t>(size, 0, kMost)), '\0');
  const ssize_t count =
      ::pread(log_.number(), text.data(), text.size(), std::max<off_t>(0, size - kMost));
  text.resize(std::size_t(std::max<ssize_t>(count, 0)));

  // the last three lines
  std::size_t begin = text.find_last_not_of('\n');
  if (begin == std::string::npos) return "";
  text.resize(begin + 1);
  for (int line = 0; line < 3 && begin != std::string::npos && begin > 0; ++line)
    begin = text.rfind('\n', begin - 1);
  return printable(begin == std::string::npos ? text : text.substr(begin));
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

fs::path find_program(const std::vector<std::string>& names) {
  const char* variable = std::getenv("PATH");
  const std::string path = variable != nullptr ? variable : "";
  for (const std::string& name : names)
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const fs::path candidate = fs::path(path.substr(begin, end - begin)) / name;
      if (end > begin && is_program(candidate)) return candidate;
      begin = end + 1;
    }
  return {};
}

}  // namespace cuttle::cli
