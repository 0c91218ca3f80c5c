#pragma once
// A browser without a window, steered over a pipe: it opens one page and evaluates JavaScript
// there. It has no network.

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "child_process.h"

namespace cuttle::cli {

/// The browser or the page failed; what() says how.
struct BrowserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// $CUTTLE_CHROMIUM, or chromium, chromium-browser or google-chrome on the PATH. Throws InputError
/// with a way to install it if there is none.
std::filesystem::path find_browser();

/// A folder that is gone at the end, with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class Browser {
 public:
  explicit Browser(const std::filesystem::path& program);

  /// Opens a file and waits until it is loaded.
  void open(const std::filesystem::path& page);

  /// The text that an expression gives, after its promise is kept. What it throws becomes a
  /// BrowserError.
  std::string evaluate(const std::string& expression, std::chrono::seconds patience);

 private:
  using Json = nlohmann::json;

  Json call(const std::string& method, const Json& parameters, Deadline deadline);
  Json next_message(Deadline deadline);
  void note_event(const Json& message);
  [[noreturn]] void fail(ChildProcess::Outcome outcome);

  ScratchFolder profile_;
  ChildProcess process_;
  std::string received_;      // bytes of messages that are not complete yet
  std::size_t searched_ = 0;  // of them, without an end of message
  std::string session_;       // of the page
  int calls_ = 0;
  bool loaded_ = false;
  std::string page_error_;  // the first exception that nobody caught
};

}  // namespace cuttle::cli
