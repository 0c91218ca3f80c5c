#pragma once

#include <string>

#include "http_server.h"
#include "live_feed.h"
#include "live_worker.h"

namespace cuttle::cli {

/// 128 bits from the system's source of randomness, as 32 hexadecimal digits.
std::string random_token();

/// The HTTP side of the live view. Listens on 127.0.0.1 only, and answers only those who know the
/// token and ask for this very address; every other request gets 403. Serves four fixed routes and
/// no files.
class LiveServer {
 public:
  /// `page` is the finished page; the others must outlive the server.
  LiveServer(std::string page, std::string token, LiveWorker& worker, LiveFeed& feed);

  /// Takes a port, any free one for 0. False if it cannot be had.
  bool bind(int port) { return server_.bind(port); }
  int port() const { return server_.port(); }

  void start() { server_.start(); }  // in a thread of its own
  void stop() { server_.stop(); }

 private:
  bool ours(std::string_view name, std::string_view scheme) const;
  bool allowed(const HttpRequest& request) const;
  void route(const HttpRequest& request, const HttpReply& reply);
  void grant(const HttpRequest& request, const HttpReply& reply);
  HttpResponse events();

  SharedText page_;
  std::string token_;
  LiveWorker& worker_;
  LiveFeed& feed_;
  std::shared_ptr<int> streams_;  // counts those who listen; of the server's thread alone
  HttpServer server_;
};

}  // namespace cuttle::cli
