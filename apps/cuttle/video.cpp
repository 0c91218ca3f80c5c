#include "video.h"

#include <fmt/format.h>

#include <chrono>

#include "cuttle/io/replace_file.h"
#include "terminal.h"

namespace cuttle::cli {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto kPicturePatience = 60s, kFinishPatience = 300s;
constexpr int kStandardInput = 0;

}  // namespace

fs::path find_ffmpeg() {
  const fs::path found = find_program({"ffmpeg"});
  if (!found.empty()) return found;
  refuse("", "videos are made with ffmpeg, which is not installed",
         "apt-get install ffmpeg, or choose a picture: -o x.png");
}

VideoWriter::VideoWriter(const fs::path& ffmpeg, const fs::path& file, int rate)
    : file_(file),
      process_(
          {ffmpeg.string(), "-nostdin", "-y", "-loglevel", "error",
           // pictures as they come through the pipe
           "-f", "image2pipe", "-framerate", std::to_string(rate), "-c:v", "mjpeg", "-i", "pipe:0",
           // what every player can show, ready to play before it is all there
           "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags",
           "+faststart", "-f", "mp4", fs::absolute(file).string()},
          {kStandardInput, -1}) {}

void VideoWriter::add(std::string_view jpeg) {
  const auto outcome = process_.write(jpeg, after(kPicturePatience));
  if (outcome == ChildProcess::Outcome::late) fail("ffmpeg accepts no more frames");
  if (outcome == ChildProcess::Outcome::closed) fail("ffmpeg ended early");
}

void VideoWriter::finish() {
  process_.close_input();
  const std::optional<int> status = process_.wait(after(kFinishPatience));
  if (!status) fail("ffmpeg does not finish");
  if (*status != 0) fail("ffmpeg failed");
}

void VideoWriter::fail(const char* what) {
  process_.end();
  const std::string complaint = process_.complaint();
  throw OutputError(file_, complaint.empty() ? what : fmt::format("{}: {}", what, complaint));
}

}  // namespace cuttle::cli
