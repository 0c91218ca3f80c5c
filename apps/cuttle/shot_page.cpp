#include "shot_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cuttle/base/error.h"
#include "cuttle/io/base64.h"
#include "cuttle/io/replace_file.h"

namespace cuttle::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::uintmax_t kMostBytes = 1u << 30;  // of a report
constexpr auto kPatience = 120s;                 // a large run on a slow machine

// what pictures and films are asked alike
nlohmann::json look_of(const ShotSettings& settings) {
  nlohmann::json options = {{"width", settings.width}, {"height", settings.height}};
  if (settings.ghosts) options["ghosts"] = *settings.ghosts;
  if (!settings.view.empty()) options["view"] = settings.view;
  if (!settings.colour.empty()) options["colour"] = settings.colour;
  return options;
}

// the bytes of "data:image/png;base64,..."
std::string data_of(const std::string& address, const char* kind) {
  const std::string head = fmt::format("data:image/{};base64,", kind);
  if (!address.starts_with(head))
    throw BrowserError("the page returned no picture: " + address.substr(0, 40));
  return decode_base64(std::string_view(address).substr(head.size()));
}

}  // namespace

void check_report(const std::filesystem::path& file) {
  constexpr const char* kAgain = "make it again with 'cuttle run'";
  const std::string text = read_plain_file(file, {kMostBytes, kAgain});
  if (text.find("<script id=\"cuttle-document\"") == std::string::npos)
    throw InputError(
        Diagnostic{{file.string(), 0, 0}, "", "this is not a report of cuttle", kAgain});
}

ShotPage::ShotPage(const std::filesystem::path& browser, const std::filesystem::path& report)
    : browser_(browser) {
  browser_.open(report);
  const nlohmann::json answer = nlohmann::json::parse(browser_.evaluate(R"((async () => {
    if (!window.cuttle) throw new Error("it does not provide window.cuttle");
    await cuttle.ready;
    return JSON.stringify({...cuttle.axis(), ...cuttle.facts(), duration: cuttle.duration()});
  })())",
                                                                        kPatience));
  run_ = {answer.at("name"),     answer.at("unit"),   answer.at("from"),  answer.at("to"),
          answer.at("duration"), answer.at("frames"), answer.at("modes"), answer.at("colours")};
}

std::string ShotPage::picture(const ShotSettings& settings, const Moment& moment) {
  nlohmann::json options = look_of(settings);
  options["format"] = settings.format;
  if (moment.axis)
    options["time"] = *moment.axis;
  else if (moment.seconds)
    options["seconds"] = *moment.seconds;
  else
    options["frame"] = "last";
  const std::string answer =
      browser_.evaluate(fmt::format("cuttle.shot({})", options.dump()), kPatience);
  return settings.format == "svg" ? answer : data_of(answer, "png");
}

void ShotPage::start_film(const ShotSettings& settings) {
  browser_.evaluate(fmt::format("cuttle.film({})", look_of(settings).dump()), kPatience);
}

std::string ShotPage::film_frame(double seconds) {
  const std::string call = fmt::format("cuttle.filmed({})", seconds);
  return data_of(browser_.evaluate(call, kPatience), "jpeg");
}

}  // namespace cuttle::cli
