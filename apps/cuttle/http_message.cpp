#include "http_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace cuttle::cli {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadEnd = "\r\n\r\n";

// one row per status that is ever sent
struct StatusRow {
  int status;
  const char* reason;
};
constexpr StatusRow kReasons[] = {
    {200, "OK"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {408, "Request Timeout"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

std::string_view reason_of(int status) {
  for (const StatusRow& row : kReasons)
    if (row.status == status) return row.reason;
  return "";
}

bool is_token(std::string_view text) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           marks.find(c) != std::string_view::npos;
  });
}

/// No control characters; `also` is one that may be there all the same.
bool is_printable(std::string_view text, char also) {
  return std::ranges::all_of(text, [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == also || (byte >= 0x20 && byte != 0x7f);
  });
}

// "HTTP/1.1", of any number
bool is_version(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() == 8 && text.starts_with("HTTP/") && digit(text[5]) && text[6] == '.' &&
         digit(text[7]);
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return result;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The text up to a separator, which is left out; `rest` is what follows.
std::string_view split(std::string_view& rest, std::string_view separator) {
  const auto end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  return part;
}

}  // namespace

std::vector<std::string_view> HttpRequest::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const auto& [key, value] : headers)
    if (key == name) values.push_back(value);
  return values;
}

std::string_view HttpRequest::parameter(std::string_view name) const {
  for (std::string_view rest = query; !rest.empty();) {
    std::string_view value = split(rest, "&");
    if (split(value, "=") == name) return value;
  }
  return {};
}

HttpResponse plain_answer(int status, const std::string& text) {
  HttpResponse response;
  response.status = status;
  response.body = std::make_shared<const std::string>(text + "\n");
  return response;
}

std::string response_head(const HttpResponse& response, const std::string& common_headers) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nConnection: close\r\n{}", response.status,
                  reason_of(response.status), response.type, common_headers);
  // a stream ends when its connection does
  if (!response.more)
    head += fmt::format("Content-Length: {}\r\n", response.body ? response.body->size() : 0);
  return head + "\r\n";
}

void HttpReader::take(std::string_view bytes) {
  if (complete_ || refusal_ != 0) return;
  // the end of the head may lie across two pieces
  const std::size_t from = bytes_.size() < kHeadEnd.size() ? 0 : bytes_.size() - kHeadEnd.size();
  bytes_ += bytes;
  if (!head_complete()) {
    const std::size_t end = bytes_.find(kHeadEnd, from);
    const std::size_t size = end == std::string::npos ? bytes_.size() : end + kHeadEnd.size();
    if (size > limits_.head) return refuse(431);
    if (end == std::string::npos) return;
    if (const int status = parse_head(std::string_view(bytes_).substr(0, end)); status != 0)
      return refuse(status);
    head_size_ = size;
    if (const int status = find_body_size(); status != 0) return refuse(status);
  }
  if (bytes_.size() - head_size_ < body_size_) return;
  request_.body = bytes_.substr(head_size_, body_size_);
  bytes_ = {};
  complete_ = true;
}

void HttpReader::refuse(int status) {
  refusal_ = status;
  bytes_ = {};
}

int HttpReader::parse_head(std::string_view head) {
  if (const int status = parse_first_line(split(head, kLineEnd)); status != 0) return status;
  while (!head.empty())
    if (const int status = parse_header(split(head, kLineEnd)); status != 0) return status;
  return 0;
}

int HttpReader::parse_first_line(std::string_view line) {
  const std::string_view method = split(line, " ");
  std::string_view target = split(line, " ");
  if (!is_token(method) || target.empty() || !is_printable(target, ' ')) return 400;
  if (!is_version(line)) return 400;
  if (line != "HTTP/1.1" && line != "HTTP/1.0") return 505;
  request_.method = method;
  request_.path = split(target, "?");
  request_.query = target;
  return 0;
}

int HttpReader::parse_header(std::string_view line) {
  if (request_.headers.size() >= limits_.headers) return 431;
  // a line that goes on with the next one is no token, so it is refused here, too
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return 400;
  const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
  if (!is_token(name) || !is_printable(value, '\t')) return 400;
  request_.headers.emplace_back(lower_case(name), value);
  return 0;
}

int HttpReader::find_body_size() {
  // bodies that do not tell their length are not taken at all
  if (!request_.all("transfer-encoding").empty()) return 411;
  const std::vector<std::string_view> sizes = request_.all("content-length");
  if (sizes.empty()) return 0;
  const std::string_view text = sizes.front();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), body_size_);
  if (error == std::errc::result_out_of_range) return 413;
  if (sizes.size() > 1 || error != std::errc() || end != text.data() + text.size()) return 400;
  return body_size_ > limits_.body ? 413 : 0;
}

}  // namespace cuttle::cli
