#include "fuzz/batch.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <new>
#include <stdexcept>
#include <vector>

#include "fuzz/clock.h"
#include "support/sanitized.h"

namespace cuttle::fuzz {

namespace {

constexpr std::size_t kLargest = 1u << 20;  // bytes of an input
constexpr long kBatch = 500;                // inputs of one child
constexpr rlim_t kMemory = 4ull << 30;      // of a child

// What a child shares with its parent.
struct Board {
  Tally tally;
  std::size_t size = 0;  // of the input at hand
  char input[kLargest];
};

Board* new_board() {
  void* const memory =
      ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
  return new (memory) Board;
}

void add(Tally& sum, const Tally& part) {
  sum.inputs += part.inputs, sum.refused += part.refused, sum.passed += part.passed;
  sum.runs += part.runs, sum.signals += part.signals, sum.unlocated += part.unlocated;
  sum.slow += part.slow, sum.wrong += part.wrong;
  sum.slowest = std::max(sum.slowest, part.slowest);
}

class Fuzzer {
 public:
  Fuzzer(const Target& target, const Budget& budget, const std::filesystem::path& folder,
         const std::string& self)
      : target_(target), budget_(budget), folder_(folder), self_(self) {
    for (int i = 0; i < std::max(1, budget.jobs); ++i) children_.push_back({new_board()});
    std::filesystem::create_directories(folder_);
  }

  Tally run() {
    for (Child& child : children_) start(child);
    for (;;) {
      int status = 0;
      const pid_t ended = ::waitpid(-1, &status, 0);
      if (ended < 0) break;
      for (Child& child : children_)
        if (child.pid == ended) finish(child, status);
    }
    for (Child& child : children_) ::munmap(child.board, sizeof(Board));
    return sum_;
  }

 private:
  struct Child {
    Board* board;
    pid_t pid = -1;
    long next = 0, end = 0;  // numbers of its inputs
  };

  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  void start(Child& child) {
    const bool enough =
        elapsed() > budget_.seconds || (budget_.runs > 0 && sum_.runs >= budget_.runs);
    if (enough) return;
    // what a child that died has left, or a new batch
    if (child.next == child.end) {
      child.next = child.end = next_;
      child.end += budget_.inputs > 0 ? std::min(kBatch, budget_.inputs - next_) : kBatch;
      next_ = child.end;
    }
    if (child.next == child.end) return;
    child.board->tally = {};
    std::fflush(stdout);
    child.pid = ::fork();
    if (child.pid == 0) work(*child.board, child.next, child.end);
  }

  // a child, from its first input to its last
  [[noreturn]] void work(Board& board, long first, long end) const {
    // sanitizers reserve terabytes of addresses
    const rlimit memory{kMemory, kMemory};
    if (!testing::kSanitized) ::setrlimit(RLIMIT_AS, &memory);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    for (long i = first; i < end && elapsed() < budget_.seconds; ++i) {
      Random random(budget_.seed, std::uint64_t(i));
      const std::string input = target_.make(random);
      board.size = std::min(input.size(), kLargest);
      std::memcpy(board.input, input.data(), board.size);
      ++board.tally.inputs;
      begin_input(true);
      const Verdict verdict = target_.judge(input);
      const double seconds = slowest_command();
      board.tally.slowest = std::max(board.tally.slowest, seconds);
      using Kind = Verdict::Kind;
      board.tally.refused += verdict.kind == Kind::refused;
      board.tally.passed += verdict.kind == Kind::passed;
      board.tally.runs += verdict.kind == Kind::ran;
      board.tally.unlocated += verdict.kind == Kind::unlocated;
      board.tally.wrong += verdict.kind == Kind::wrong;
      board.tally.slow += seconds > kSlow;
      if (verdict.finding())
        tell(verdict.kind == Kind::wrong ? "wrong" : "unlocated", verdict.what, input, i);
      if (seconds > kSlow / 4) save("long", input, i);  // no finding, but of interest
      if (seconds > kSlow) tell("slow", fmt::format("{:.1f} s", seconds), input, i);
    }
    std::fflush(stdout);
    ::_exit(0);
  }

  void finish(Child& child, int status) {
    child.pid = -1;
    Tally part = child.board->tally;
    const bool died = WIFSIGNALED(status) || WEXITSTATUS(status) != 0;
    if (died) {
      const std::string input(child.board->input, child.board->size);
      const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      const bool slow = signal == SIGPROF || signal == SIGALRM;
      ++(slow ? part.slow : part.signals);
      const std::string what = signal == SIGPROF   ? fmt::format("more than {} s", 2 * kSlow)
                               : signal == SIGALRM ? fmt::format("waited for {} s", kPatience)
                               : signal != 0
                                   ? fmt::format("signal {} ({})", signal, ::strsignal(signal))
                                   : fmt::format("exit {}", WEXITSTATUS(status));
      tell(slow ? "slow" : "signal", what, input, child.next + part.inputs - 1);
    }
    child.next = std::min(child.end, child.next + part.inputs);
    add(sum_, part);
    start(child);
  }

  std::filesystem::path save(const std::string& kind, const std::string& input, long number) const {
    std::filesystem::path file = folder_ / fmt::format("{}-{}-{}-{}{}", target_.name(), kind,
                                                       budget_.seed, number, target_.extension());
    std::ofstream(file, std::ios::binary) << input;
    return file;
  }

  void tell(const std::string& kind, const std::string& what, const std::string& input,
            long number) const {
    fmt::print("fuzz: {}: {}: {}\n  repeat it: {} {} --input {}\n", target_.name(), kind,
               what.substr(0, 300), self_, target_.name(), save(kind, input, number).string());
    std::fflush(stdout);
  }

  const Target& target_;
  const Budget& budget_;
  std::filesystem::path folder_;
  std::string self_;
  std::vector<Child> children_;
  Tally sum_;
  long next_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

Tally fuzz(const Target& target, const Budget& budget, const std::filesystem::path& folder,
           const std::string& self) {
  return Fuzzer(target, budget, folder, self).run();
}

}  // namespace cuttle::fuzz
