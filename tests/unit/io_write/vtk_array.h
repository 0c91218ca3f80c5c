#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace cuttle {

/// The numbers of an appended array of a .vtp file, by its name.
template <class T>
std::vector<T> array_of(const std::string& file, const std::string& name) {
  const std::size_t entry = file.find("Name=\"" + name + "\"");
  if (entry == std::string::npos) return {};
  const std::size_t offset = std::stoul(file.substr(file.find("offset=\"", entry) + 8));
  const char* data = file.data() + file.find("encoding=\"raw\">\n_") + 17 + offset;
  std::uint64_t size = 0;
  std::memcpy(&size, data, sizeof size);
  std::vector<T> values(size / sizeof(T));
  std::memcpy(values.data(), data + sizeof size, size);
  return values;
}

}  // namespace cuttle
