#include "shot_page.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace cuttle::cli {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr auto kPatience = 120s;  // a large run on a slow machine

// the axis is a list of doubles in the data of the page; only its letters are decoded
constexpr const char* kAsk = R"((async () => {
  if (!window.cuttle) throw new Error("it does not answer to window.cuttle");
  await cuttle.ready;
  const text = (id) => document.getElementById(id).textContent;
  const scene = JSON.parse(text("cuttle-document")).scene;
  const {offset, length} = scene.axis.values;
  const letters = text("cuttle-data").trim()
    .slice(Math.floor(offset / 3) * 4, Math.ceil((offset + 8 * length) / 3) * 4);
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const axis = new Float64Array(bytes.slice(offset % 3, offset % 3 + 8 * length).buffer);
  return JSON.stringify({study: scene.study, axis: scene.axis.name, unit: scene.axis.unit,
    frames: length, modes: (scene.modes ?? []).length,
    least: axis.reduce((a, b) => Math.min(a, b)), most: axis.reduce((a, b) => Math.max(a, b))});
})())";

PageRun ask(Browser& browser) {
  const Json answer = Json::parse(browser.evaluate(kAsk, kPatience));
  PageRun run;
  run.study = answer.at("study");
  run.axis_name = answer.at("axis");
  run.axis_unit = answer.at("unit");
  run.frames = answer.at("frames");
  run.modes = run.study == "modes" ? answer.at("modes").get<int>() : 0;
  run.least = run.modes > 0 ? 1 : answer.at("least").get<double>();
  run.most = run.modes > 0 ? run.modes : answer.at("most").get<double>();
  return run;
}

int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// four letters are three bytes (RFC 4648)
std::string decode_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned held = 0;
  int bits = 0;
  for (const char c : text) {
    const int value = digit(c);
    if (value < 0) break;
    held = held << 6 | unsigned(value);
    bits += 6;
    if (bits >= 8) bytes += char(held >> (bits -= 8) & 255);
  }
  return bytes;
}

}  // namespace

ShotPage::ShotPage(const std::filesystem::path& browser, const std::filesystem::path& report)
    : browser_(browser) {
  browser_.open(report);
  run_ = ask(browser_);
}

std::string ShotPage::picture(const ShotSettings& settings, std::optional<double> axis) {
  if (run_.modes > 0) {
    const int each = run_.frames / run_.modes;
    return picture_of_frame(settings, double(std::lround(axis.value_or(1)) * each - 1));
  }
  return axis ? shoot(settings, axis, "") : picture_of_frame(settings, run_.frames - 1);
}

std::string ShotPage::picture_of_frame(const ShotSettings& settings, double frame) {
  return shoot(settings, {}, fmt::format("cuttle.pause(); cuttle.stage.show({});", frame));
}

std::string ShotPage::shoot(const ShotSettings& settings, std::optional<double> axis,
                            const std::string& before) {
  Json options = {
      {"width", settings.width}, {"height", settings.height}, {"format", settings.format}};
  if (axis) options["time"] = *axis;
  if (settings.ghosts) options["ghosts"] = *settings.ghosts;
  if (!settings.view.empty()) options["view"] = settings.view;
  if (!settings.colour.empty()) options["colour"] = settings.colour;
  const std::string answer = browser_.evaluate(
      fmt::format("(async () => {{ {} return cuttle.shot({}); }})()", before, options.dump()),
      kPatience);
  if (settings.format == "svg") return answer;

  constexpr std::string_view kHead = "data:image/png;base64,";
  if (answer.compare(0, kHead.size(), kHead) != 0)
    throw BrowserError("the page gave no picture: " + answer.substr(0, 40));
  return decode_base64(std::string_view(answer).substr(kHead.size()));
}

}  // namespace cuttle::cli
