#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cuttle/live/live_session.h"
#include "live_commands.h"
#include "live_feed.h"
#include "model_options.h"
#include "model_watch.h"

namespace cuttle::cli {

/// Runs a session in a thread of its own: grants wishes, follows the clock and the model file, and
/// publishes at most sixty frames a second.
class LiveWorker {
 public:
  /// Throws InputError if the model is not good.
  LiveWorker(const ModelOptions& model, LiveFeed& feed);
  LiveWorker(const LiveWorker&) = delete;
  LiveWorker& operator=(const LiveWorker&) = delete;
  ~LiveWorker() { stop(); }

  void start();
  void stop();

  /// Why a wish was not granted; nothing if it was.
  using Answer = std::function<void(const std::optional<std::string>& refusal)>;

  /// From any thread: the wish is granted or refused in the thread of the session, and answered
  /// there, exactly once.
  void grant(LiveWish wish, Answer answer);

  /// From any thread: the model and its scene as JSON.
  std::shared_ptr<const std::string> scene();

 private:
  using Clock = std::chrono::steady_clock;
  void loop();
  void wait_until(Clock::time_point time);  // or until somebody wishes something
  void grant_all();
  void turn(bool playing);  // once round the loop
  void reread();
  void tell(const std::string& error);
  void publish(double rate);

  ModelOptions model_;
  LiveFeed& feed_;
  ModelWatch watch_;
  LiveSession session_;  // of the loop alone, once it runs
  std::string file_error_;
  Clock::time_point last_, next_look_;  // the last turn, the next look at the files
  std::string error_, status_;          // last published
  int generation_ = 0;

  std::mutex mutex_;
  std::condition_variable woken_;
  std::atomic<bool> stopping_ = false;
  struct Asked {
    LiveWish wish;
    Answer answer;
  };
  std::vector<Asked> wishes_;
  std::shared_ptr<const std::string> scene_;  // shared: sent while it is replaced
  std::thread thread_;
};

}  // namespace cuttle::cli
