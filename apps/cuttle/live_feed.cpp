#include "live_feed.h"

#include <fmt/format.h>

namespace cuttle::cli {
namespace {

constexpr std::array<const char*, LiveFeed::kKinds> kNames = {"model", "error", "status", "frame"};

}  // namespace

const char* LiveFeed::name(Kind kind) { return kNames[kind]; }

void LiveFeed::on_news(std::function<void()> listener) {
  const std::lock_guard lock(mutex_);
  listener_ = std::move(listener);
}

void LiveFeed::publish(Kind kind, const std::string& text) {
  auto event =
      std::make_shared<const std::string>(fmt::format("event: {}\ndata: {}\n\n", name(kind), text));
  const std::lock_guard lock(mutex_);
  ++slots_[kind].number;
  slots_[kind].event = std::move(event);
  if (listener_) listener_();
}

std::vector<std::shared_ptr<const std::string>> LiveFeed::news(Cursor& cursor) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<const std::string>> news;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].number <= cursor.seen[i]) continue;
    cursor.seen[i] = slots_[i].number;
    news.push_back(slots_[i].event);
  }
  return news;
}

}  // namespace cuttle::cli
