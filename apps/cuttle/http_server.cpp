#include "http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace cuttle::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kPiece = 16 * 1024;  // [bytes] read at once from one connection
constexpr int kSendBuffer = 64 * 1024;     // [bytes] old frames that may wait for a slow reader
constexpr int kBacklog = 1024;             // whoever finds it full is let in a second later
constexpr auto kPause = 50ms;              // while the system has no more sockets or memory

}  // namespace

class HttpMailbox {
 public:
  HttpMailbox() : bell_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (bell_ < 0) throw std::runtime_error("the system has no more file descriptors");
  }
  HttpMailbox(const HttpMailbox&) = delete;
  HttpMailbox& operator=(const HttpMailbox&) = delete;
  ~HttpMailbox() { close(bell_); }

  struct Letter {
    std::uint64_t connection;
    HttpResponse response;
  };

  void put(std::uint64_t connection, HttpResponse response) {
    {
      const std::lock_guard lock(mutex_);
      letters_.push_back({connection, std::move(response)});
    }
    ring();
  }

  std::vector<Letter> take_all() {
    const std::lock_guard lock(mutex_);
    return std::exchange(letters_, {});
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    ring();
  }
  bool ended() {
    const std::lock_guard lock(mutex_);
    return ended_;
  }

  // a bell that has rung already need not ring louder: failures do not matter
  void ring() const { static_cast<void>(eventfd_write(bell_, 1)); }
  void hush() const {
    eventfd_t rung = 0;
    static_cast<void>(eventfd_read(bell_, &rung));
  }
  int bell() const { return bell_; }

 private:
  const int bell_;
  std::mutex mutex_;
  bool ended_ = false;
  std::vector<Letter> letters_;
};

/// Reads a request, waits for its answer, writes it, says farewell; or writes for good.
struct HttpServer::Connection {
  enum class Stage { reading, waiting, writing, farewell, over };

  Connection(int socket, std::uint64_t number, const HttpLimits& limits, Clock::time_point until)
      : fd(socket), id(number), deadline(until), reader(limits) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { close(fd); }

  bool wants_to_write() const { return !out.empty(); }
  short events() const {
    if (stage == Stage::reading || stage == Stage::farewell) return POLLIN;
    // a reader of a stream that sends its end is gone; others may only have said all
    if (stage == Stage::writing)
      return short((wants_to_write() ? POLLOUT : 0) | (more ? POLLRDHUP : 0));
    return 0;
  }

  const int fd;
  const std::uint64_t id;
  Stage stage = Stage::reading;
  Clock::time_point deadline;
  HttpReader reader;
  bool admitted = false;
  std::deque<SharedText> out;
  std::size_t sent = 0;  // of the first text
  HttpSource more;
  short seen = 0;  // what poll told
};

HttpServer::HttpServer(Rules rules, Gate gate, Handler handler)
    : rules_(std::move(rules)),
      gate_(std::move(gate)),
      handler_(std::move(handler)),
      mailbox_(std::make_shared<HttpMailbox>()) {}

HttpServer::~HttpServer() {
  stop();
  if (listener_ >= 0) close(listener_);
}

bool HttpServer::bind(int port) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener_ < 0) return false;
  // a port that was just left may be taken again, but two programs never share one
  const int yes = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  setsockopt(listener_, SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer);
  setsockopt(listener_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (::bind(listener_, generic, size) != 0 || listen(listener_, kBacklog) != 0 ||
      getsockname(listener_, generic, &size) != 0)
    return false;
  port_ = ntohs(address.sin_port);
  return true;
}

void HttpServer::start() {
  thread_ = std::thread([this] { loop(); });
}

void HttpServer::stop() {
  mailbox_->end();
  if (thread_.joinable()) thread_.join();
}

std::function<void()> HttpServer::waker() const {
  return [mailbox = mailbox_] { mailbox->ring(); };
}

void HttpServer::loop() {
  while (!mailbox_->ended()) try {
      turn();
    } catch (const std::exception&) {
      // out of memory: somebody must go, or we wait for better times
      if (!make_room()) std::this_thread::sleep_for(kPause);
    }
  connections_.clear();
}

void HttpServer::turn() {
  wait();
  take_answers();
  const Clock::time_point now = Clock::now();
  for (Connection& connection : connections_)
    guarded(connection, [&] {
      serve(connection);
      keep_time(connection, now);
    });
  std::erase_if(connections_,
                [](const Connection& one) { return one.stage == Connection::Stage::over; });
  accept_all();
}

template <class Work>
void HttpServer::guarded(Connection& connection, Work work) {
  try {
    work();
  } catch (const std::exception&) {
    connection.stage = Connection::Stage::over;
  }
}

/// Until somebody sends, reads, answers or is late.
void HttpServer::wait() {
  const Clock::time_point now = Clock::now();
  Clock::time_point next = Clock::time_point::max();
  std::vector<pollfd> all;
  all.push_back({mailbox_->bell(), POLLIN, 0});
  const bool open = now >= accept_from_;
  if (!open) next = accept_from_;
  all.push_back({open ? listener_ : -1, POLLIN, 0});
  for (const Connection& connection : connections_) {
    all.push_back({connection.fd, connection.events(), 0});
    next = std::min(next, connection.deadline);
  }
  int patience = -1;
  if (next != Clock::time_point::max())
    patience = int(std::chrono::ceil<std::chrono::milliseconds>(std::max(next - now, 0ns)).count());
  if (poll(all.data(), all.size(), patience) < 0)
    for (pollfd& one : all) one.revents = 0;  // a signal came in between
  mailbox_->hush();
  std::size_t i = 2;
  for (Connection& connection : connections_) connection.seen = all[i++].revents;
}

// nothing was taken of what there is for it
bool HttpServer::is_stalled(const Connection& connection) const {
  return connection.stage == Connection::Stage::writing && connection.wants_to_write() &&
         Clock::now() > connection.deadline - rules_.answer_time + rules_.stall_time;
}

/// Those that left before their request was whole have no place to keep.
void HttpServer::drop_departed() {
  std::erase_if(connections_, [](const Connection& one) {
    char next = 0;
    return one.stage == Connection::Stage::reading &&
           recv(one.fd, &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  });
}

/// One connection goes: see the class.
bool HttpServer::make_room() {
  using Stage = Connection::Stage;
  const std::array<std::function<bool(const Connection&)>, 4> kinds = {
      [](const Connection& one) {
        return one.stage == Stage::farewell || one.stage == Stage::over;
      },
      [](const Connection& one) { return one.stage == Stage::reading && !one.admitted; },
      [this](const Connection& one) { return is_stalled(one); },
      [](const Connection& one) { return one.stage == Stage::reading; }};
  for (const auto& kind : kinds) {
    const auto oldest = std::ranges::find_if(connections_, kind);
    if (oldest == connections_.end()) continue;
    connections_.erase(oldest);
    return true;
  }
  return false;
}

void HttpServer::accept_all() {
  bool swept = false;
  for (std::size_t i = 0; i < rules_.most_connections; ++i) {
    const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        const std::size_t before = connections_.size();
        drop_departed();
        if (connections_.size() == before && !make_room()) accept_from_ = Clock::now() + kPause;
      }
      return;
    }
    const bool full = connections_.size() >= rules_.most_connections;
    if (full && !std::exchange(swept, true)) drop_departed();
    if (connections_.size() >= rules_.most_connections && !make_room()) {
      close(fd);
      return;
    }
    try {
      connections_.emplace_back(fd, next_id_++, rules_.limits, Clock::now() + rules_.request_time);
    } catch (...) {
      close(fd);
      throw;
    }
    // what came with the connection is read at once, before anybody newer pushes it out
    Connection& newest = connections_.back();
    guarded(newest, [&] { read(newest); });
  }
}

void HttpServer::take_answers() {
  for (const HttpMailbox::Letter& letter : mailbox_->take_all()) {
    const auto found = std::ranges::find(connections_, letter.connection, &Connection::id);
    if (found != connections_.end() && found->stage == Connection::Stage::waiting)
      guarded(*found, [&] { answer(*found, letter.response); });
  }
}

void HttpServer::serve(Connection& connection) {
  using Stage = Connection::Stage;
  const short events = std::exchange(connection.seen, short(0));
  if ((events & (POLLERR | POLLNVAL)) != 0) connection.stage = Stage::over;
  // both sides have ended; before the answer is written nobody waits for it
  if ((events & POLLHUP) != 0 && connection.stage != Stage::farewell)
    connection.stage = Stage::over;
  if ((events & POLLRDHUP) != 0 && connection.more) connection.stage = Stage::over;
  if (connection.stage == Stage::reading || connection.stage == Stage::farewell) {
    if ((events & (POLLIN | POLLHUP)) != 0) read(connection);
  } else if (connection.stage == Stage::writing) {
    write(connection);
  }
}

void HttpServer::read(Connection& connection) {
  using Stage = Connection::Stage;
  std::array<char, kPiece> piece;
  const ssize_t size = recv(connection.fd, piece.data(), piece.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) {
    connection.stage = Stage::over;
    return;
  }
  if (connection.stage != Stage::reading) return;  // nobody is interested any more
  connection.reader.take({piece.data(), std::size_t(size)});
  admit(connection);
}

void HttpServer::admit(Connection& connection) {
  const HttpReader& reader = connection.reader;
  if (reader.head_complete() && !connection.admitted) {
    if (const std::optional<HttpResponse> refusal = gate_(reader.request()))
      return answer(connection, *refusal);
    connection.admitted = true;
  }
  if (reader.refusal() != 0)
    return answer(connection, plain_answer(reader.refusal(), "this request is not supported"));
  if (!reader.complete()) return;
  connection.stage = Connection::Stage::waiting;
  connection.deadline = Clock::time_point::max();
  try {
    handler_(reader.request(), [mailbox = mailbox_, id = connection.id](HttpResponse response) {
      mailbox->put(id, std::move(response));
    });
  } catch (const std::exception&) {
    // an answer that it gave before that finds nobody waiting
    answer(connection, plain_answer(500, "the program failed"));
  }
}

void HttpServer::answer(Connection& connection, const HttpResponse& response) {
  connection.stage = Connection::Stage::writing;
  connection.deadline = Clock::now() + rules_.answer_time;
  connection.out.push_back(
      std::make_shared<const std::string>(response_head(response, rules_.headers)));
  const bool with_body = connection.reader.request().method != "HEAD";
  if (with_body && response.body && !response.body->empty())
    connection.out.push_back(response.body);
  if (with_body) connection.more = response.more;
  write(connection);
}

void HttpServer::write(Connection& connection) {
  // what a slow reader has missed is not caught up with: a stream goes on with what is new then
  if (connection.more && connection.out.empty()) {
    for (SharedText& text : connection.more()) connection.out.push_back(std::move(text));
    if (connection.out.empty()) return;
    connection.deadline = Clock::now() + rules_.answer_time;
  }
  while (!connection.out.empty()) {
    const std::string& text = *connection.out.front();
    const ssize_t size = send(connection.fd, text.data() + connection.sent,
                              text.size() - connection.sent, MSG_NOSIGNAL);
    if (size < 0) {
      if (errno != EAGAIN && errno != EINTR) connection.stage = Connection::Stage::over;
      return;
    }
    connection.deadline = Clock::now() + rules_.answer_time;
    connection.sent += std::size_t(size);
    if (connection.sent < text.size()) return;
    connection.sent = 0;
    connection.out.pop_front();
  }
  if (connection.more)
    connection.deadline = Clock::time_point::max();
  else
    say_farewell(connection);
}

// what is still on its way is read and thrown away: closed at once, the connection would take the
// answer along
void HttpServer::say_farewell(Connection& connection) {
  shutdown(connection.fd, SHUT_WR);
  connection.stage = Connection::Stage::farewell;
  connection.deadline = Clock::now() + rules_.farewell_time;
}

void HttpServer::keep_time(Connection& connection, Clock::time_point now) {
  if (now < connection.deadline) return;
  if (connection.stage == Connection::Stage::reading)
    answer(connection, plain_answer(408, "the request did not arrive in time"));
  else
    connection.stage = Connection::Stage::over;
}

}  // namespace cuttle::cli
