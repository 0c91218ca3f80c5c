#include "http_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <list>
#include <mutex>

namespace cuttle::cli {
namespace {

using namespace std::chrono_literals;

/// A socket that speaks as badly as it likes.
class Client {
 public:
  explicit Client(int port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(std::uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    const timeval patience = {10, 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { close(fd_); }

  bool send(const std::string& text) {
    return ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) == ssize_t(text.size());
  }

  std::string some() {
    std::string text(4096, '\0');
    const ssize_t size = recv(fd_, text.data(), text.size(), 0);
    return text.substr(0, std::size_t(std::max<ssize_t>(size, 0)));
  }

  /// Up to the end of the connection.
  std::string all() {
    std::string text;
    for (std::string part = some(); !part.empty(); part = some()) text += part;
    return text;
  }

 private:
  int fd_;
};

int status(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9)) : 0;
}

class HttpServerTest : public ::testing::Test {
 protected:
  HttpServerTest()
      : server(rules(), gate, [this](auto& request, auto reply) { serve(request, reply); }) {
    EXPECT_TRUE(server.bind(0));
    server.start();
  }
  ~HttpServerTest() override { server.stop(); }

  static HttpServer::Rules rules() {
    HttpServer::Rules rules;
    rules.limits = {4000, 50, 1000};
    rules.most_connections = 20;
    rules.request_time = 300ms;
    rules.farewell_time = 200ms;
    rules.stall_time = 200ms;
    return rules;
  }

  static std::optional<HttpResponse> gate(const HttpRequest& head) {
    if (head.parameter("token") == "yes") return std::nullopt;
    return plain_answer(403, "no");
  }

  void serve(const HttpRequest& request, const HttpReply& reply) {
    if (request.path == "/later") {
      late.emplace_back([reply] {
        std::this_thread::sleep_for(100ms);
        reply(plain_answer(200, "late"));
      });
    } else if (request.path == "/stream") {
      HttpResponse response;
      response.more = [this] {
        const std::lock_guard lock(mutex);
        return std::exchange(news, {});
      };
      reply(response);
    } else if (request.path == "/hold") {
      held.set_value();
      go_on.get_future().wait();
      reply(plain_answer(200, "held"));
    } else if (request.path == "/throws") {
      throw std::runtime_error("a handler that fails");
    } else if (request.path == "/broken") {
      HttpResponse response;
      response.more = []() -> std::vector<SharedText> { throw std::runtime_error("no news"); };
      reply(response);
    } else if (request.path == "/large") {
      HttpResponse response;
      response.body = large;
      reply(response);
    } else {
      reply(plain_answer(200, "got " + request.body));
    }
  }

  std::string ask(const std::string& request) {
    Client client(server.port());
    client.send(request);
    return client.all();
  }

  void publish(const std::string& text) {
    {
      const std::lock_guard lock(mutex);
      news.push_back(std::make_shared<const std::string>(text));
    }
    server.waker()();
  }

  const SharedText large = std::make_shared<const std::string>(3'000'000, 'x');
  std::mutex mutex;
  std::vector<SharedText> news;
  std::list<std::jthread> late;
  std::promise<void> held, go_on;  // of /hold
  HttpServer server;
};

// Many come and go while the server is busy: their places are taken, not that of a client which has
// not yet sent its request.
TEST_F(HttpServerTest, ThoseThatLeftGoBeforeThoseThatWait) {
  Client patient(server.port());
  const auto crowd = [&] {
    std::list<Client> clients;
    while (clients.size() + 2 < rules().most_connections) clients.emplace_back(server.port());
    return clients;
  };
  std::list<Client> gone = crowd();
  Client busy(server.port());
  busy.send("GET /hold?token=yes HTTP/1.1\r\n\r\n");
  held.get_future().wait();
  gone.clear();
  const std::list<Client> others = crowd();
  go_on.set_value();
  EXPECT_EQ(status(busy.all()), 200);
  patient.send("GET /?token=yes HTTP/1.1\r\n\r\n");
  EXPECT_EQ(status(patient.all()), 200);
}

TEST_F(HttpServerTest, Answers) {
  EXPECT_TRUE(
      ask("POST /?token=yes HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi").ends_with("got hi\n"));
  EXPECT_TRUE(ask("GET /later?token=yes HTTP/1.1\r\n\r\n").ends_with("late\n"));
  const std::string whole = ask("GET /large?token=yes HTTP/1.1\r\nRange: bytes=0-1\r\n\r\n");
  EXPECT_EQ(status(whole), 200);
  EXPECT_TRUE(whole.ends_with("\r\n\r\n" + *large));
  EXPECT_TRUE(ask("HEAD /large?token=yes HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
}

// the answer arrives although the client still sends
TEST_F(HttpServerTest, RefusesBeforeTheBody) {
  const std::string body(500'000, 'x');
  const std::string length = "Content-Length: 500000\r\n\r\n";
  EXPECT_EQ(status(ask("POST / HTTP/1.1\r\n" + length + body)), 403);
  EXPECT_EQ(status(ask("POST /?token=yes HTTP/1.1\r\n" + length + body)), 413);
  EXPECT_EQ(status(ask("GET /?token=yes HTTP/1.1\r\na: " + body)), 431);
  EXPECT_EQ(status(ask("nonsense\r\n\r\n")), 400);
}

TEST_F(HttpServerTest, ARequestMustBeWholeInTime) {
  const auto start = std::chrono::steady_clock::now();
  Client slow(server.port());
  slow.send("GET /?token=yes HTTP/1.1\r\n");
  for (int i = 0; i < 20 && slow.send("a: b\r\n"); ++i) std::this_thread::sleep_for(50ms);
  EXPECT_EQ(status(slow.all()), 408);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

// many more than there are places
TEST_F(HttpServerTest, SlowConnectionsMakeRoom) {
  std::list<Client> crowd;
  for (int i = 0; i < 100; ++i) crowd.emplace_back(server.port()).send("GET /");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(status(ask("GET /?token=yes HTTP/1.1\r\n\r\n")), 200);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
}

TEST_F(HttpServerTest, AHandlerThatFailsIsAnswered) {
  EXPECT_EQ(status(ask("GET /throws?token=yes HTTP/1.1\r\n\r\n")), 500);
  ask("GET /broken?token=yes HTTP/1.1\r\n\r\n");  // ends, and costs nobody else
  EXPECT_EQ(status(ask("GET /?token=yes HTTP/1.1\r\n\r\n")), 200);
}

// a request that was admitted is not pushed out by those who may never be
TEST_F(HttpServerTest, StrangersDoNotPushOutWhoIsAdmitted) {
  Client known(server.port());
  known.send("POST /?token=yes HTTP/1.1\r\nContent-Length: 2\r\n\r\nh");
  std::this_thread::sleep_for(50ms);
  std::list<Client> crowd;
  for (int i = 0; i < 60; ++i) crowd.emplace_back(server.port()).send("GET /");
  known.send("i");
  EXPECT_TRUE(known.all().ends_with("got hi\n"));
}

TEST_F(HttpServerTest, ReadersThatTakeNothingMakeRoom) {
  std::list<Client> stalled;
  for (int i = 0; i < 20; ++i)
    stalled.emplace_back(server.port()).send("GET /large?token=yes HTTP/1.1\r\n\r\n");
  // a busy machine needs a while until nothing moves any more
  int told = 0;
  for (int i = 0; i < 50 && told != 200; ++i) {
    std::this_thread::sleep_for(100ms);
    told = status(ask("GET /?token=yes HTTP/1.1\r\n\r\n"));
  }
  EXPECT_EQ(told, 200);
}

TEST_F(HttpServerTest, StreamsGoOnUntilTheReaderLeaves) {
  Client reader(server.port());
  reader.send("GET /stream?token=yes HTTP/1.1\r\n\r\n");
  std::string text = reader.some();
  EXPECT_EQ(status(text), 200);
  publish("one");
  EXPECT_EQ(reader.some(), "one");
  publish("two");
  EXPECT_EQ(reader.some(), "two");
  server.stop();
  EXPECT_EQ(reader.some(), "");
  publish("nobody hears it");
}

}  // namespace
}  // namespace cuttle::cli
