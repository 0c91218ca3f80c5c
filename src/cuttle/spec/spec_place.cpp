#include "cuttle/spec/spec_place.h"

#include <iterator>

namespace cuttle {

namespace {

auto find_named(const RigidSpec& rigid, const BodyPlaceSpec& at) {
  const std::string word = place_word(at);
  return word.empty() ? rigid.frames.end() : rigid.frames.find(word);
}

}  // namespace

std::string place_word(const BodyPlaceSpec& at) {
  switch (at.kind) {
    case BodyPlaceSpec::Kind::base:
      return "base";
    case BodyPlaceSpec::Kind::tip:
      return "tip";
    case BodyPlaceSpec::Kind::frame:
      return at.frame;
    default:
      return "";
  }
}

const PoseSpec* named_frame(const RigidSpec& rigid, const BodyPlaceSpec& at) {
  const auto found = find_named(rigid, at);
  return found == rigid.frames.end() ? nullptr : &found->second;
}

int frame_point(const RigidSpec& rigid, const BodyPlaceSpec& at) {
  const auto found = find_named(rigid, at);
  return found == rigid.frames.end() ? 0 : 1 + int(std::distance(rigid.frames.begin(), found));
}

}  // namespace cuttle
