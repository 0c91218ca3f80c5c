#include "browser.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <thread>
#include <vector>

#include "terminal.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kStartPatience = 30s, kLoadPatience = 60s, kCallPatience = 20s;
constexpr int kReadsFrom = 3, kWritesTo = 4;  // descriptors of --remote-debugging-pipe

std::vector<std::string> command(const fs::path& program, const fs::path& profile) {
  std::vector<std::string> list = {
      program.string(), "--headless", "--remote-debugging-pipe",
      "--user-data-dir=" + profile.string(),
      // nothing leaves this machine
      "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking", "--disable-quic",
      "--disable-component-update", "--disable-sync", "--disable-extensions",
      "--disable-default-apps", "--disable-breakpad", "--no-first-run", "--no-pings",
      // pictures do not depend on the graphics card
      "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--force-device-scale-factor=1", "--force-color-profile=srgb", "--hide-scrollbars",
      "--disable-dev-shm-usage", "--mute-audio", "--password-store=basic"};
  if (::geteuid() == 0) list.push_back("--no-sandbox");  // root has no other way
  list.push_back("about:blank");
  return list;
}

// all that it writes goes into its folder
std::vector<std::string> environment(const fs::path& profile) {
  std::vector<std::string> variables;
  for (const char* name : {"TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
    variables.push_back(fmt::format("{}={}", name, profile.string()));
  return variables;
}

std::string file_address(const fs::path& path) {
  std::string address = "file://";
  for (const unsigned char c : fs::absolute(path).string())
    address += std::isalnum(c) || std::string_view("/-_.~").find(char(c)) != std::string::npos
                   ? std::string(1, char(c))
                   : fmt::format("%{:02X}", c);
  return address;
}

// "Error: text" and the lines of the stack below it: the first line tells enough
std::string exception_text(const nlohmann::json& details) {
  std::string text = details.value("text", "unknown error");
  if (details.contains("exception")) {
    const nlohmann::json& exception = details["exception"];
    if (exception.contains("description"))
      text = exception["description"];
    else if (exception.contains("value"))
      text = exception["value"].is_string() ? exception["value"].get<std::string>()
                                            : exception["value"].dump();
  }
  return printable(text.substr(0, text.find('\n')));
}

}  // namespace

fs::path find_browser() {
  const char* chosen = std::getenv("CUTTLE_CHROMIUM");
  if (chosen != nullptr && *chosen != '\0') {
    if (is_program(chosen)) return chosen;
    refuse("CUTTLE_CHROMIUM", fmt::format("'{}' is not a program", printable(chosen)),
           "set it to the path of Chromium, or unset it");
  }
  const fs::path found = find_program({"chromium", "chromium-browser", "google-chrome"});
  if (!found.empty()) return found;
  refuse("", "pictures are made with Chromium, which is not installed",
         "apt-get install chromium, or set CUTTLE_CHROMIUM to its path");
}

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "cuttle_shot_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw BrowserError("cannot create a temporary folder " + name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  // a process that was just ended may still hold a file or two
  std::error_code error;
  for (int attempt = 0; attempt < 20; ++attempt) {
    fs::remove_all(path_, error);
    if (!fs::exists(path_, error)) return;
    std::this_thread::sleep_for(20ms);
  }
}

Browser::Browser(const fs::path& program)
    : process_(command(program, profile_.path()), {kReadsFrom, kWritesTo},
               environment(profile_.path())) {
  const Deadline deadline = after(kStartPatience);
  const Json target = call("Target.createTarget", {{"url", "about:blank"}}, deadline);
  session_ = call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}},
                  deadline)
                 .at("sessionId");
  call("Page.enable", Json::object(), deadline);
  call("Runtime.enable", Json::object(), deadline);
}

void Browser::open(const fs::path& page) {
  const Deadline deadline = after(kLoadPatience);
  loaded_ = false;
  const Json answer = call("Page.navigate", {{"url", file_address(page)}}, deadline);
  if (answer.contains("errorText"))
    throw BrowserError(fmt::format("the browser cannot open {}: {}", page.string(),
                                   answer["errorText"].get<std::string>()));
  while (!loaded_) note_event(next_message(deadline));
}

std::string Browser::evaluate(const std::string& expression, std::chrono::seconds patience) {
  const Json answer =
      call("Runtime.evaluate",
           {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}},
           after(patience));
  if (answer.contains("exceptionDetails")) {
    std::string text = "the page failed: " + exception_text(answer["exceptionDetails"]);
    if (!page_error_.empty()) text += "\n  before that: " + page_error_;
    throw BrowserError(text);
  }
  const Json& value = answer.at("result");
  if (!value.contains("value") || !value["value"].is_string())
    throw BrowserError("the page returned no text, but " + value.value("type", "nothing"));
  return value["value"];
}

Browser::Json Browser::call(const std::string& method, const Json& parameters, Deadline deadline) {
  const int id = ++calls_;
  Json message = {{"id", id}, {"method", method}, {"params", parameters}};
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string text = message.dump() + '\0';
  const auto outcome = process_.write(text, std::min(deadline, after(kCallPatience)));
  if (outcome != ChildProcess::Outcome::done) fail(outcome);
  for (;;) {
    Json answer = next_message(deadline);
    if (!answer.contains("id")) note_event(answer);
    if (answer.value("id", 0) != id) continue;
    if (answer.contains("error"))
      throw BrowserError(fmt::format("the browser rejects {}: {}", method,
                                     answer["error"].value("message", "no reason given")));
    return std::move(answer["result"]);
  }
}

// messages end with a zero byte
Browser::Json Browser::next_message(Deadline deadline) {
  for (;;) {
    const std::size_t end = received_.find('\0', searched_);
    if (end != std::string::npos) {
      Json message = Json::parse(received_.begin(), received_.begin() + std::ptrdiff_t(end));
      received_.erase(0, end + 1);
      searched_ = 0;
      return message;
    }
    searched_ = received_.size();
    const auto outcome = process_.read(received_, deadline);
    if (outcome != ChildProcess::Outcome::done) fail(outcome);
  }
}

void Browser::note_event(const Json& message) {
  const std::string method = message.value("method", "");
  if (method == "Page.loadEventFired") loaded_ = true;
  if (method == "Inspector.targetCrashed" || method == "Target.targetCrashed")
    throw BrowserError("the page crashed the browser; is there enough memory?");
  if (method == "Runtime.exceptionThrown" && page_error_.empty())
    page_error_ = exception_text(message.at("params").at("exceptionDetails"));
}

void Browser::fail(ChildProcess::Outcome outcome) {
  if (outcome == ChildProcess::Outcome::late) {
    std::string text = "the browser did not answer in time";
    if (!page_error_.empty()) text += "; the page said: " + page_error_;
    throw BrowserError(text);
  }
  const std::string complaint = process_.complaint();
  throw BrowserError("the browser ended early" + (complaint.empty() ? "" : ": " + complaint));
}

}  // namespace cuttle::cli
