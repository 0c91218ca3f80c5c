#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "cuttle/base/error.h"
#include "cuttle/io/viewer_page.h"
#include "cuttle/io/write_report.h"
#include "interrupt.h"
#include "live_protocol.h"
#include "live_server.h"
#include "model_options.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

/// Asks the desktop for a browser. True if there is one to ask.
bool open_browser(const std::string& url) {
  std::string program = "xdg-open", address = url;
  char* const arguments[] = {program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_WRONLY, 0);
  // in a session of its own, so that our Ctrl-C does not end the browser
  posix_spawnattr_t apart;
  posix_spawnattr_init(&apart);
  posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const bool ok = posix_spawnp(&child, "xdg-open", &quiet, &apart, arguments, environ) == 0;
  posix_spawnattr_destroy(&apart);
  posix_spawn_file_actions_destroy(&quiet);
  if (ok) std::thread([child] { waitpid(child, nullptr, 0); }).detach();
  return ok;
}

class ViewVerb : public Verb {
 public:
  explicit ViewVerb(Options& options) {
    model_.add_to(options);
    options.add("--port", port_, "port to listen on [any free port]").range(1, 65535);
    options.flag("--open", open_, "open the page in a browser");
  }

  int execute() override {
    if (!has_viewer())
      refuse("", "this program was built without its page",
             "install node and npm, then configure and build again");
    LiveFeed feed;
    LiveWorker worker(model_, feed);
    const std::string token = random_token();
    const std::string page = filled_page(live_document("cuttle " CUTTLE_VERSION, token), "");
    LiveServer server(page, token, worker, feed);
    if (!server.bind(port_))
      refuse("--port", fmt::format("port {} is not free", port_),
             "use another one, or leave out --port");

    catch_interrupts();
    worker.start();
    server.start();
    const std::string url = fmt::format("http://127.0.0.1:{}/?token={}", server.port(), token);
    fmt::print(
        "{}\nOpen this address in a browser. The page follows changes of the file; press Ctrl-C to "
        "stop.\n",
        url);
    // nobody knows the address
    const bool told = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (told && open_ && !open_browser(url)) fmt::print(stderr, "cannot open a browser\n");
    while (told && !interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(50));

    // first nobody asks any more, then nobody answers
    server.stop();
    worker.stop();
    return kExitOk;
  }

 private:
  ModelOptions model_;
  int port_ = 0;
  bool open_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_view(Options& options) { return std::make_unique<ViewVerb>(options); }

}  // namespace cuttle::cli
