#include "live_server.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace cuttle::cli {
namespace {

constexpr int kMostStreams = 16;
constexpr std::size_t kMostBody = 4096;  // [bytes] a command is short

constexpr const char* kHeaders =
    "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

HttpServer::Rules rules() {
  HttpServer::Rules rules;
  rules.limits.body = kMostBody;
  rules.headers = kHeaders;
  return rules;
}

/// Takes the same time wherever two texts of one length differ.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= unsigned(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  return difference == 0;
}

HttpResponse content(SharedText text, std::string type) {
  HttpResponse response;
  response.type = std::move(type);
  response.body = std::move(text);
  return response;
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != ssize_t(bytes.size()))
    throw std::runtime_error("the system provides no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

LiveServer::LiveServer(std::string page, std::string token, LiveWorker& worker, LiveFeed& feed)
    : page_(std::make_shared<const std::string>(std::move(page))),
      token_(std::move(token)),
      worker_(worker),
      feed_(feed),
      streams_(std::make_shared<int>(0)),
      server_(
          rules(),
          [this](const HttpRequest& head) -> std::optional<HttpResponse> {
            if (allowed(head)) return std::nullopt;
            return plain_answer(403, "forbidden");
          },
          [this](const HttpRequest& request, const HttpReply& reply) { route(request, reply); }) {
  feed_.on_news(server_.waker());
}

bool LiveServer::ours(std::string_view name, std::string_view scheme) const {
  return name == fmt::format("{}127.0.0.1:{}", scheme, port()) ||
         name == fmt::format("{}localhost:{}", scheme, port());
}

// a page of another site may reach this address, but neither names it nor knows the token
bool LiveServer::allowed(const HttpRequest& request) const {
  const std::vector<std::string_view> hosts = request.all("host");
  if (hosts.size() != 1 || !ours(hosts.front(), "")) return false;
  const std::vector<std::string_view> origins = request.all("origin");
  return std::ranges::all_of(origins, [&](auto name) { return ours(name, "http://"); }) &&
         same_secret(request.parameter("token"), token_);
}

void LiveServer::route(const HttpRequest& request, const HttpReply& reply) {
  const std::string name = request.method + " " + request.path;
  if (name == "GET /")
    reply(content(page_, "text/html; charset=utf-8"));
  else if (name == "GET /scene")
    reply(content(worker_.scene(), "application/json"));
  else if (name == "GET /events")
    reply(events());
  else if (name == "POST /command")
    grant(request, reply);
  else
    reply(plain_answer(404, "there is nothing here"));
}

void LiveServer::grant(const HttpRequest& request, const HttpReply& reply) {
  try {
    worker_.grant(parse_wish(request.body), [reply](const std::optional<std::string>& refusal) {
      if (refusal) return reply(plain_answer(400, *refusal));
      reply(content(std::make_shared<const std::string>("{}"), "application/json"));
    });
  } catch (const std::exception& e) {
    reply(plain_answer(400, e.what()));
  }
}

HttpResponse LiveServer::events() {
  if (*streams_ >= kMostStreams) return plain_answer(503, "too many pages are open on this model");
  // the place is free again when the connection lets go of its source
  ++*streams_;
  std::shared_ptr<void> place(nullptr, [streams = streams_](void*) { --*streams; });
  HttpResponse response;
  response.type = "text/event-stream";
  response.more = [this, place, cursor = LiveFeed::Cursor()]() mutable {
    return feed_.news(cursor);
  };
  return response;
}

}  // namespace cuttle::cli
