#include "live_worker.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cuttle/base/interrupt.h"
#include "live_protocol.h"

namespace cuttle::cli {
namespace {

using namespace std::chrono_literals;

constexpr const char* kEnding = "the program is shutting down";
constexpr auto kFrameTime = 16'667us;
constexpr auto kLookTime = 150ms;  // between looks at the model file
constexpr double kBudget = 0.03;   // [s] of computing per frame
constexpr double kLongest = 0.1;   // [s] a hiccup longer than this is not caught up with

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

LiveWorker::LiveWorker(const ModelOptions& model, LiveFeed& feed)
    : model_(model), feed_(feed), watch_(model), session_(watch_.read()) {
  feed_.publish(LiveFeed::kError, text_message(""));
  feed_.publish(LiveFeed::kStatus, text_message(""));
  publish(0);
}

void LiveWorker::start() {
  thread_ = std::thread([this] { loop(); });
}

void LiveWorker::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  woken_.notify_all();
  if (thread_.joinable()) thread_.join();
  grant_all();  // which refuses what is left
}

void LiveWorker::grant(LiveWish wish, Answer answer) {
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_) {
      wishes_.push_back({std::move(wish), std::move(answer)});
      woken_.notify_all();
      return;
    }
  }
  answer(kEnding);
}

std::shared_ptr<const std::string> LiveWorker::scene() {
  const std::lock_guard lock(mutex_);
  return scene_;
}

void LiveWorker::wait_until(Clock::time_point time) {
  std::unique_lock lock(mutex_);
  woken_.wait_until(lock, time, [&] { return stopping_ || !wishes_.empty(); });
}

void LiveWorker::grant_all() {
  std::vector<Asked> wishes;
  {
    const std::lock_guard lock(mutex_);
    wishes.swap(wishes_);
  }
  for (const Asked& asked : wishes) {
    std::optional<std::string> refusal;
    try {
      if (stopping_)
        refusal = kEnding;
      else
        asked.wish(session_);
    } catch (const std::exception& e) {
      refusal = e.what();
    }
    asked.answer(refusal);
  }
}

void LiveWorker::reread() {
  file_error_.clear();
  try {
    session_.load(watch_.read());
  } catch (const std::exception& e) {
    file_error_ = e.what();
  }
}

void LiveWorker::tell(const std::string& error) {
  if (error == error_) return;
  error_ = error;
  feed_.publish(LiveFeed::kError, text_message(error_));
}

void LiveWorker::publish(double rate) {
  if (session_.generation() != generation_) {
    generation_ = session_.generation();
    auto scene = std::make_shared<const std::string>(
        scene_message(session_, std::filesystem::path(model_.file).filename().string()));
    {
      const std::lock_guard lock(mutex_);
      scene_ = std::move(scene);
    }
    feed_.publish(LiveFeed::kModel, generation_message(generation_));
  }
  if (session_.status() != status_) {
    status_ = session_.status();
    feed_.publish(LiveFeed::kStatus, text_message(status_));
  }
  feed_.publish(LiveFeed::kFrame, frame_message(session_, rate));
}

void LiveWorker::loop() {
  const InterruptScope heard([this] { return stopping_.load(); });
  last_ = next_look_ = Clock::now();
  while (true) {
    const bool playing = session_.playing();
    wait_until(playing ? last_ + kFrameTime : next_look_);
    std::this_thread::sleep_until(last_ + kFrameTime);
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    // whatever happens, the page hears of it, and the file may still be mended
    try {
      turn(playing);
      tell(file_error_);
    } catch (const std::exception& e) {
      session_.pause();
      tell(std::string("the program failed: ") + e.what());
    }
  }
}

void LiveWorker::turn(bool playing) {
  grant_all();
  if (Clock::now() >= next_look_) {
    next_look_ = Clock::now() + kLookTime;
    if (watch_.changed()) reread();
  }
  const Clock::time_point now = Clock::now();
  const double passed = playing ? std::min(seconds(now - last_), kLongest) : 0;
  const double t = session_.state().t;
  last_ = now;
  if (session_.advance(passed, kBudget))
    publish(passed > 0 ? (session_.state().t - t) / passed : 0);
}

}  // namespace cuttle::cli
