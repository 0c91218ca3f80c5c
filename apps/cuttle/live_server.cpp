#include "live_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace cuttle::cli {
namespace {

using namespace std::chrono_literals;

constexpr const char* kAddress = "127.0.0.1";
constexpr std::size_t kThreads = 24;
constexpr int kMostStreams = 16;         // event streams hold a thread each
constexpr std::size_t kMostBody = 4096;  // [bytes] a command is short
constexpr int kSendBuffer = 64 * 1024;   // [bytes] old frames that may wait for a slow reader
constexpr auto kFrameTime = 16ms;

constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

/// Takes the same time wherever two texts of one length differ.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= unsigned(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  return difference == 0;
}

// the library's own choice would let another program share the port
void set_socket_options(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer);
}

void refuse(httplib::Response& response, int status, const std::string& text) {
  response.status = status;
  response.set_content(text + "\n", "text/plain; charset=utf-8");
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != ssize_t(bytes.size()))
    throw std::runtime_error("the system gives no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

struct LiveServer::Impl {
  Impl(std::string page_text, std::string secret, LiveWorker& live_worker, LiveFeed& live_feed)
      : page(std::move(page_text)), token(std::move(secret)), worker(live_worker), feed(live_feed) {
    server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    server.set_socket_options(set_socket_options);
    server.set_tcp_nodelay(true);
    server.set_payload_max_length(kMostBody);
    server.set_keep_alive_timeout(1);
    server.set_keep_alive_max_count(100);
    server.set_read_timeout(5s);
    server.set_write_timeout(5s);
    server.set_default_headers({{"Content-Security-Policy", kContentPolicy},
                                {"Cache-Control", "no-store"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Cross-Origin-Resource-Policy", "same-origin"}});
    server.set_pre_routing_handler([this](const auto& request, auto& response) {
      if (allowed(request)) return httplib::Server::HandlerResponse::Unhandled;
      refuse(response, 403, "forbidden");
      return httplib::Server::HandlerResponse::Handled;
    });
    server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) refuse(response, response.status, httplib_reason(response.status));
    });
    add_routes();
  }

  static std::string httplib_reason(int status) {
    return status == 404 ? "there is nothing here" : fmt::format("status {}", status);
  }

  bool ours(const std::string& name, const std::string& scheme) const {
    return name == fmt::format("{}{}:{}", scheme, kAddress, port) ||
           name == fmt::format("{}localhost:{}", scheme, port);
  }

  // a page of another site may reach this address, but neither names it nor knows the token
  bool allowed(const httplib::Request& request) const {
    if (request.get_header_value_count("Host") != 1) return false;
    if (!ours(request.get_header_value("Host"), "")) return false;
    for (std::size_t i = 0; i < request.get_header_value_count("Origin"); ++i)
      if (!ours(request.get_header_value("Origin", i), "http://")) return false;
    return same_secret(request.get_param_value("token"), token);
  }

  void add_routes() {
    server.Get("/", [this](const httplib::Request&, httplib::Response& response) {
      response.set_content(page, "text/html; charset=utf-8");
    });
    server.Get("/scene", [this](const httplib::Request&, httplib::Response& response) {
      response.set_content(*worker.scene(), "application/json");
    });
    server.Get("/events", [this](const httplib::Request&, httplib::Response& response) {
      stream_events(response);
    });
    server.Post("/command", [this](const httplib::Request& request, httplib::Response& response) {
      try {
        worker.grant(parse_wish(request.body));
        response.set_content("{}", "application/json");
      } catch (const std::exception& e) {
        refuse(response, 400, e.what());
      }
    });
  }

  // the thread is free again as soon as the reader is gone: a stream that is silent sends comments
  void stream_events(httplib::Response& response) {
    if (++streams > kMostStreams) {
      --streams;
      return refuse(response, 503, "too many pages look at this model");
    }
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, cursor = LiveFeed::Cursor()](std::size_t, httplib::DataSink& sink) mutable {
          std::string text;
          for (const LiveFeed::News& news : feed.wait(cursor, 500ms))
            text +=
                fmt::format("event: {}\ndata: {}\n\n", LiveFeed::name_of(news.kind), *news.text);
          if (text.empty()) text = ": still here\n\n";
          if (!sink.is_writable() || !sink.write(text.data(), text.size())) return false;
          std::this_thread::sleep_for(kFrameTime);
          return true;
        },
        [this](bool) { --streams; });
  }

  std::string page, token;
  LiveWorker& worker;
  LiveFeed& feed;
  httplib::Server server;
  int port = 0;
  std::atomic<int> streams = 0;
  std::atomic<bool> ended = false;
  std::thread thread;
};

LiveServer::LiveServer(std::string page, std::string token, LiveWorker& worker, LiveFeed& feed)
    : impl_(std::make_unique<Impl>(std::move(page), std::move(token), worker, feed)) {}

LiveServer::~LiveServer() { stop(); }

bool LiveServer::bind(int port) {
  if (port > 0 && impl_->server.bind_to_port(kAddress, port)) impl_->port = port;
  if (port == 0) impl_->port = impl_->server.bind_to_any_port(kAddress);
  return impl_->port > 0;
}

int LiveServer::port() const { return impl_->port; }

void LiveServer::start() {
  impl_->thread = std::thread([this] {
    impl_->server.listen_after_bind();
    impl_->ended = true;
  });
  // a server that does not run yet cannot be stopped
  while (!impl_->server.is_running() && !impl_->ended) std::this_thread::sleep_for(1ms);
}

void LiveServer::stop() {
  impl_->server.stop();
  if (impl_->thread.joinable()) impl_->thread.join();
}

}  // namespace cuttle::cli
