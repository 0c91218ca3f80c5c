#include "shot_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "cuttle/base/error.h"

namespace cuttle::cli {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr auto kPatience = 120s;  // a large run on a slow machine

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

// what stands in the element of that name, which is text only
std::string_view element(std::string_view page, const std::string& id) {
  const std::size_t name = page.find("<script id=\"" + id + "\"");
  const std::size_t begin = name == page.npos ? name : page.find('>', name);
  const std::size_t end = begin == page.npos ? begin : page.find("</script>", begin);
  return end == page.npos ? "" : page.substr(begin + 1, end - begin - 1);
}

// an array of doubles in the data; only its letters are decoded
std::vector<double> doubles(const Json& reference, std::string_view data) {
  const std::size_t offset = reference.at("offset"), length = reference.at("length");
  while (!data.empty() && std::isspace(static_cast<unsigned char>(data.front())))
    data.remove_prefix(1);
  const std::size_t first = offset / 3;  // group of three bytes and four letters
  const std::size_t groups = (offset + sizeof(double) * length + 2) / 3 - first;
  const std::string bytes =
      4 * first < data.size() ? decode_base64(data.substr(4 * first, 4 * groups)) : "";
  std::vector<double> values(length);
  if (bytes.size() < offset % 3 + sizeof(double) * length) return {};
  std::memcpy(values.data(), bytes.data() + offset % 3, sizeof(double) * length);
  return values;
}

PageRun run_of(std::string_view page) {
  const Json scene = Json::parse(element(page, "cuttle-document")).at("scene");
  const Json& axis = scene.at("axis");
  const std::vector<double> values = doubles(axis.at("values"), element(page, "cuttle-data"));
  if (values.empty()) throw std::runtime_error("it has no frames");
  PageRun run;
  run.study = scene.at("study");
  run.axis_name = axis.at("name");
  run.axis_unit = axis.at("unit");
  run.frames = int(values.size());
  if (run.study == "modes") run.modes = int(scene.at("modes").size());
  run.least = run.modes > 0 ? 1 : std::ranges::min(values);
  run.most = run.modes > 0 ? run.modes : std::ranges::max(values);
  return run;
}

}  // namespace

PageRun read_page_run(const std::filesystem::path& report) {
  std::ifstream file(report, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    return run_of(text);
  } catch (const std::exception& e) {
    throw InputError(Diagnostic{{report.string(), 0, 0},
                                "",
                                fmt::format("this is not a report of cuttle: {}", e.what()),
                                "make it again with 'cuttle run'"});
  }
}

ShotPage::ShotPage(const std::filesystem::path& browser, const std::filesystem::path& report,
                   PageRun run)
    : browser_(browser), run_(std::move(run)) {
  browser_.open(report);
  browser_.evaluate(R"((async () => {
    if (!window.cuttle) throw new Error("it does not answer to window.cuttle");
    await cuttle.ready;
    return "ready";
  })())",
                    kPatience);
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
