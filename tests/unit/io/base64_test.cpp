#include "cuttle/io/base64.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(Base64, decoding_undoes_encoding) {
  std::string bytes;
  for (int length = 0; length < 600; ++length) {
    std::string text;
    append_base64(bytes, text);
    ASSERT_EQ(decode_base64(text), bytes) << length;
    bytes += char(37 * length + length / 256);  // all values, in every place of a group
  }
}

TEST(Base64, decoding_ends_where_the_letters_end) {
  EXPECT_EQ(decode_base64("Zm9vYmFy\nZm9v"), "foobar");
  EXPECT_EQ(decode_base64("-Zm9v"), "");
}

}  // namespace
}  // namespace cuttle
