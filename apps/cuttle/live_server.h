#pragma once

#include <memory>
#include <string>

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
  ~LiveServer();

  /// Takes a port, any free one for 0. False if it cannot be had.
  bool bind(int port);
  int port() const;

  void start();  // in a thread of its own
  void stop();

 private:
  struct Impl;  // keeps the HTTP library out of other files
  std::unique_ptr<Impl> impl_;
};

}  // namespace cuttle::cli
