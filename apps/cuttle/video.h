#pragma once
// Pictures in, a video file out: ffmpeg at the end of a pipe.

#include <filesystem>
#include <string_view>

#include "child_process.h"

namespace cuttle::cli {

/// ffmpeg on the PATH. Throws InputError with a way to install it if there is none.
std::filesystem::path find_ffmpeg();

class VideoWriter {
 public:
  /// H.264 in MP4, at a rate of pictures per second.
  VideoWriter(const std::filesystem::path& ffmpeg, const std::filesystem::path& file, int rate);

  /// One more picture, a JPEG file.
  void add(std::string_view jpeg);

  /// Waits until the file is complete.
  void finish();

 private:
  [[noreturn]] void fail(const char* what);

  std::filesystem::path file_;
  ChildProcess process_;
};

}  // namespace cuttle::cli
