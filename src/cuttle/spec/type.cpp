#include "cuttle/spec/type.h"

#include "cuttle/base/error.h"

namespace cuttle {

FreshPart::FreshPart(const Type& type)
    : type_(type), part_(::operator new(type.bytes, std::align_val_t(type.alignment))) {
  type.construct(part_);
}

FreshPart::~FreshPart() {
  type_.destroy(part_);
  ::operator delete(part_, std::align_val_t(type_.alignment));
}

std::vector<NamedChoice> words_of(const Type& type) {
  std::vector<NamedChoice> list;
  for (std::size_t i = 0; i < type.words; ++i)
    list.push_back({type.word(i).name, type.word(i).doc});
  return list;
}

const char* chosen_word(Value value) {
  const Type& type = *value.type;
  for (std::size_t i = 0; i < type.words; ++i)
    if (type.word(i).value == type.number(value.at)) return type.word(i).name;
  expects(false, "every enumerator has a name");
  return "";
}

bool choose_word(Value value, std::string_view word) {
  const Type& type = *value.type;
  for (std::size_t i = 0; i < type.words; ++i) {
    if (type.word(i).name != word) continue;
    type.set_number(value.at, type.word(i).value);
    return true;
  }
  return false;
}

}  // namespace cuttle
