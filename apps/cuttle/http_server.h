#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "http_message.h"

namespace cuttle::cli {

/// Answers that were found, on their way to the loop; shared with those who find them.
class HttpMailbox;

/// The promise of one answer: to be called once, from any thread, also when nobody waits any more.
using HttpReply = std::function<void(HttpResponse)>;

/// A small HTTP/1.1 server for pages on the same machine. One thread serves all connections and
/// waits for none of them: a request must be whole within seconds and within its limits. Where
/// there are too many, new ones take the places of those that have left or been answered, of those
/// that the gate has not admitted yet, then of readers that take nothing, and at last of requests
/// that are not whole; of each the oldest. One request per connection.
class HttpServer {
 public:
  struct Rules {
    HttpLimits limits;
    std::size_t most_connections = 256;
    std::chrono::milliseconds request_time{5000};   // for the whole request
    std::chrono::milliseconds answer_time{30000};   // without a byte taken by the reader
    std::chrono::milliseconds stall_time{1000};     // the same, where others want the place
    std::chrono::milliseconds farewell_time{1000};  // for the rest of what a refused client sends
    std::string headers;                            // of every answer, each line with its end
  };

  /// Sees the head of a request before its body is read; a refusal ends it there.
  using Gate = std::function<std::optional<HttpResponse>(const HttpRequest&)>;
  /// Sees whole requests, in the thread of the server: must not wait. If it throws, the answer is
  /// 500.
  using Handler = std::function<void(const HttpRequest&, HttpReply)>;

  HttpServer(Rules rules, Gate gate, Handler handler);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  /// Takes a port of 127.0.0.1, any free one for 0. False if it cannot be had.
  bool bind(int port);
  int port() const { return port_; }

  void start();  // in a thread of its own
  void stop();

  /// A function that says, from any thread and at any time, that streams may have more to send.
  std::function<void()> waker() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Connection;

  void loop();
  void turn();  // once round the loop
  /// Does something for a connection; what throws costs this one and no other.
  template <class Work>
  void guarded(Connection& connection, Work work);
  void wait();
  void accept_all();
  void drop_departed();
  bool make_room();
  bool is_stalled(const Connection& connection) const;
  void take_answers();
  void serve(Connection& connection);
  void read(Connection& connection);
  void admit(Connection& connection);
  void answer(Connection& connection, const HttpResponse& response);
  void write(Connection& connection);
  void say_farewell(Connection& connection);
  void keep_time(Connection& connection, Clock::time_point now);

  Rules rules_;
  Gate gate_;
  Handler handler_;
  int listener_ = -1, port_ = 0;
  std::shared_ptr<HttpMailbox> mailbox_;
  std::list<Connection> connections_;  // the oldest first
  std::uint64_t next_id_ = 1;
  Clock::time_point accept_from_;  // while the system has no more sockets nobody is let in
  std::thread thread_;
};

}  // namespace cuttle::cli
