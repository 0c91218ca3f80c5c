#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "fuzz/clock.h"
#include "fuzz/target.h"

namespace cuttle::fuzz {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDamages[] = {"flip", "zeros", "cut", "noise", "drop"};

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Starts the program; returns its exit status, or -n after signal n, or 1000 if it hangs.
int call(const fs::path& program, const std::vector<std::string>& arguments) {
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);
    const rlimit computing{rlim_t(kSlow), rlim_t(kSlow)};
    ::setrlimit(RLIMIT_CPU, &computing);
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child)
      return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    if (std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(kPatience)) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return 1000;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// Lines such as "flip result.h5 1234 7": what is done to a good folder before `cuttle report`.
class ResultTarget : public Target {
 public:
  explicit ResultTarget(const Places& places)
      : program_(places.program), scratch_(places.scratch), good_(places.scratch / "good") {
    if (call(program_, {"run", (places.models / "pendulum.yaml").string(), "--set",
                        "study.duration=0.2", "-q", "-o", good_.string()}) > 1)
      throw std::runtime_error("cannot make a good results folder with " + program_.string());
    for (const auto& entry : fs::directory_iterator(good_))
      if (entry.is_regular_file()) files_.push_back(entry.path().filename().string());
    std::ranges::sort(files_);
  }

  const char* name() const override { return "results"; }
  const char* extension() const override { return ".txt"; }

  std::string make(Random& random) const override {
    std::string text;
    for (std::size_t i = 0; i < 1 + random.below(3); ++i) {
      const std::string& file = random.chance(0.7) ? "result.h5" : random.pick(files_);
      const std::size_t size = bytes_of(good_ / file).size();
      text += fmt::format("{} {} {} {}\n", random.pick(kDamages), file, random.below(size),
                          random.below(600));
    }
    return text;
  }

  Verdict judge(const std::string& input) const override {
    const fs::path folder = scratch_ / fmt::format("damaged.{}", ::getpid());
    fs::remove_all(folder);
    fs::copy(good_, folder, fs::copy_options::recursive);
    std::istringstream lines(input);
    for (std::string line; std::getline(lines, line);) damage(folder, line);
    const std::string changed = changed_file(folder);
    const int code = call(program_, {"report", folder.string()});
    fs::remove_all(folder);
    if (code == 0 && !changed.empty())
      return {Verdict::Kind::wrong, "cuttle report says nothing of the damage to " + changed};
    if (code == 0 || code == 2)
      return {code == 0 ? Verdict::Kind::ran : Verdict::Kind::refused, ""};
    if (code == 1000 || code == -SIGXCPU || code == -SIGKILL)
      return {Verdict::Kind::wrong, "cuttle report takes for ever"};
    return {Verdict::Kind::wrong, fmt::format("cuttle report ends with {}", code)};
  }

 private:
  /// The first file that is there with other bytes; the page is written anew.
  std::string changed_file(const fs::path& folder) const {
    for (const std::string& name : files_)
      if (name != "report.html" && fs::exists(folder / name) &&
          bytes_of(folder / name) != bytes_of(good_ / name))
        return name;
    return "";
  }

  static void damage(const fs::path& folder, const std::string& line) {
    std::istringstream words(line);
    std::string kind, name;
    std::size_t at = 0, number = 0;
    words >> kind >> name >> at >> number;
    const fs::path file = folder / name;
    std::string bytes = bytes_of(file);
    if (at >= bytes.size()) return;
    const std::size_t length = std::min(number, bytes.size() - at);
    if (kind == "flip") bytes[at] = char(bytes[at] ^ (1 << number % 8));
    if (kind == "zeros") std::fill_n(bytes.begin() + std::ptrdiff_t(at), length, '\0');
    if (kind == "cut") bytes.resize(at);
    for (std::size_t i = 0; kind == "noise" && i < length; ++i)
      bytes[at + i] = char(i * 2654435761u >> 7 ^ number);
    if (kind == "drop")
      fs::remove(file);
    else
      std::ofstream(file, std::ios::binary) << bytes;
  }

  fs::path program_, scratch_, good_;
  std::vector<std::string> files_;
};

}  // namespace

std::unique_ptr<Target> make_result_target(const Places& places) {
  return std::make_unique<ResultTarget>(places);
}

}  // namespace cuttle::fuzz
