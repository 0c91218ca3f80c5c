#pragma once
// Requests and answers of HTTP/1.1, as much of it as the live view needs.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuttle::cli {

/// Nobody sends more to this program.
struct HttpLimits {
  std::size_t head = 64 * 1024;  // [bytes] request line and headers, with the empty line
  std::size_t headers = 200;     // lines
  std::size_t body = 64 * 1024;  // [bytes]
};

struct HttpRequest {
  std::string method, path, query;                           // as they came, nothing is decoded
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;

  std::vector<std::string_view> all(std::string_view name) const;  // values of a header
  std::string_view parameter(std::string_view name) const;         // of the query; empty: none
};

/// A text that several connections may send at once.
using SharedText = std::shared_ptr<const std::string>;

/// What there is to send since the last call; empty for the moment, never for good.
using HttpSource = std::function<std::vector<SharedText>()>;

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  SharedText body;
  HttpSource more;  // after the body, for as long as somebody listens
};

/// A short answer in words.
HttpResponse plain_answer(int status, const std::string& text);

/// Everything before the body.
std::string response_head(const HttpResponse& response, const std::string& common_headers);

/// A request that comes in pieces. Never holds more than the limits and one piece.
class HttpReader {
 public:
  explicit HttpReader(const HttpLimits& limits) : limits_(limits) {}

  /// More bytes; those after the end of the request are ignored.
  void take(std::string_view bytes);

  /// The head is there and makes sense; its body may still be refused.
  bool head_complete() const { return head_size_ > 0; }
  bool complete() const { return complete_; }
  /// The status to refuse the request with; 0 while nothing is wrong.
  int refusal() const { return refusal_; }
  /// Its body is there when it is complete.
  const HttpRequest& request() const { return request_; }

 private:
  void refuse(int status);
  // these return the status to refuse with, or 0
  int parse_head(std::string_view head);
  int parse_first_line(std::string_view line);
  int parse_header(std::string_view line);
  int find_body_size();

  const HttpLimits& limits_;
  std::string bytes_;
  std::size_t head_size_ = 0;  // 0: not all of it is there
  std::size_t body_size_ = 0;
  bool complete_ = false;
  int refusal_ = 0;
  HttpRequest request_;
};

}  // namespace cuttle::cli
