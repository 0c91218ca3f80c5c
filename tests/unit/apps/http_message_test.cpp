#include "http_message.h"

#include <gtest/gtest.h>

#include <random>

namespace cuttle::cli {
namespace {

constexpr HttpLimits kLimits = {2000, 20, 100};

HttpReader read(const std::string& text, std::size_t piece = 1 << 20) {
  HttpReader reader(kLimits);
  for (std::size_t i = 0; i < text.size(); i += piece)
    reader.take(std::string_view(text).substr(i, piece));
  return reader;
}

int refusal(const std::string& text) { return read(text).refusal(); }

const std::string kPost =
    "POST /command?token=abc&x=1 HTTP/1.1\r\nHost: a:1\r\nContent-Length:  5 \r\nX-Y:\r\n\r\nhello";

// however the network cuts it
TEST(HttpReader, ReadsARequestInAnyPieces) {
  for (std::size_t piece = 1; piece <= kPost.size(); ++piece) {
    const HttpReader reader = read(kPost + "GET / HTTP/1.1\r\n\r\n", piece);
    ASSERT_TRUE(reader.complete()) << piece;
    const HttpRequest& request = reader.request();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/command");
    EXPECT_EQ(request.parameter("token"), "abc");
    EXPECT_EQ(request.parameter("x"), "1");
    EXPECT_EQ(request.parameter("y"), "");
    EXPECT_EQ(request.all("content-length").front(), "5");
    EXPECT_EQ(request.all("x-y").front(), "");
    EXPECT_EQ(request.body, "hello");
  }
}

TEST(HttpReader, WaitsForTheRest) {
  for (std::size_t size = 0; size < kPost.size(); ++size) {
    const HttpReader reader = read(kPost.substr(0, size));
    EXPECT_FALSE(reader.complete()) << size;
    EXPECT_EQ(reader.refusal(), 0) << size;
    EXPECT_EQ(reader.head_complete(), size >= kPost.size() - 5) << size;
  }
}

TEST(HttpReader, RefusesWhatIsNoRequest) {
  for (const char* const first :
       {"", "GET", "GET /", "GET  HTTP/1.1", " / HTTP/1.1", "G(T / HTTP/1.1", "GET / HTTP/1.1 x",
        "GET /\x01 HTTP/1.1", "GET / FTP/1.1"})
    EXPECT_EQ(refusal(std::string(first) + "\r\n\r\n"), 400) << first;
  EXPECT_EQ(refusal("GET / HTTP/2.0\r\n\r\n"), 505);
  for (const char* const line : {"no colon", ": no name", "a b: c", " folded: line", "a: \x01"})
    EXPECT_EQ(refusal(std::string("GET / HTTP/1.1\r\n") + line + "\r\n\r\n"), 400) << line;
}

TEST(HttpReader, HoldsItsLimits) {
  const std::string start = "GET / HTTP/1.1\r\n";
  const auto padded = [&](std::size_t size) {
    return start + "a: " + std::string(size - start.size() - 7, 'x') + "\r\n\r\n";
  };
  EXPECT_TRUE(read(padded(kLimits.head)).complete());
  EXPECT_EQ(refusal(padded(kLimits.head + 1)), 431);
  // also when the end never comes
  EXPECT_EQ(refusal(start + std::string(kLimits.head, 'x')), 431);
  std::string many = start;
  for (std::size_t i = 0; i < kLimits.headers; ++i) many += "a: b\r\n";
  EXPECT_TRUE(read(many + "\r\n").complete());
  EXPECT_EQ(refusal(many + "a: b\r\n\r\n"), 431);
}

TEST(HttpReader, TakesOnlyBodiesOfAKnownAndModestLength) {
  const auto body = [](const std::string& header) {
    return read("POST / HTTP/1.1\r\n" + header + "\r\n\r\n");
  };
  EXPECT_EQ(body("Content-Length: 100").refusal(), 0);
  EXPECT_EQ(body("Content-Length: 101").refusal(), 413);
  EXPECT_EQ(body("Content-Length: 99999999999999999999999").refusal(), 413);
  for (const char* const text : {"-1", "+5", "5x", "0x5", "", "1 1", "1, 1"})
    EXPECT_EQ(body(std::string("Content-Length: ") + text).refusal(), 400) << text;
  EXPECT_EQ(body("Content-Length: 5\r\nContent-Length: 5").refusal(), 400);
  EXPECT_EQ(body("Transfer-Encoding: chunked").refusal(), 411);
  EXPECT_EQ(body("Transfer-Encoding: identity\r\nContent-Length: 5").refusal(), 411);
  // whoever must not ask at all is told so first: the head is there
  EXPECT_TRUE(body("Transfer-Encoding: chunked").head_complete());
  EXPECT_TRUE(body("Content-Length: 101").head_complete());
}

// a request with a few bytes changed, cut anywhere: an answer or patience
TEST(HttpReader, SurvivesAnything) {
  std::mt19937 random(1);
  const auto pick = [&](std::size_t n) { return std::size_t(random() % n); };
  for (int i = 0; i < 20000; ++i) {
    std::string text = kPost;
    for (std::size_t k = pick(4); k > 0; --k) text[pick(text.size())] = char(pick(256));
    const HttpReader reader = read(text.substr(0, 1 + pick(text.size())), 1 + pick(text.size()));
    EXPECT_FALSE(reader.complete() && reader.refusal() != 0);
    EXPECT_LE(reader.request().body.size(), kLimits.body);
  }
}

TEST(HttpResponse, SaysHowLongItIsUnlessItIsAStream) {
  HttpResponse response = plain_answer(404, "nothing");
  const std::string head = response_head(response, "X: y\r\n");
  EXPECT_EQ(head.find("HTTP/1.1 404 Not Found\r\n"), 0U);
  EXPECT_NE(head.find("\r\nX: y\r\n"), std::string::npos);
  EXPECT_NE(head.find("\r\nContent-Length: 8\r\n"), std::string::npos);
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  response.more = [] { return std::vector<SharedText>(); };
  EXPECT_EQ(response_head(response, "").find("Content-Length"), std::string::npos);
}

}  // namespace
}  // namespace cuttle::cli
