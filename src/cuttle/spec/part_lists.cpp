#include "cuttle/spec/part_lists.h"

#include <algorithm>
#include <utility>

namespace cuttle {

PartLists::PartLists(const PartLists& other) {
  for (const List& list : other.lists_) {
    const ListType* const type = list.get_deleter().type;
    lists_.emplace_back(type->clone(list.get()), Delete{type});
  }
}

PartLists& PartLists::operator=(const PartLists& other) {
  return *this = PartLists(other);  // moves
}

void* PartLists::list(const ListType& type) {
  if (const void* const found = find(type)) return const_cast<void*>(found);
  lists_.emplace_back(type.make(), Delete{&type});
  return lists_.back().get();
}

const void* PartLists::find(const ListType& type) const {
  for (const List& list : lists_)
    if (list.get_deleter().type == &type) return list.get();
  return nullptr;
}

void PartLists::replace(const ListType& type, PartLists&& other) {
  list(type);
  other.list(type);
  const auto of_type = [&type](const List& list) { return list.get_deleter().type == &type; };
  std::swap(*std::find_if(lists_.begin(), lists_.end(), of_type),
            *std::find_if(other.lists_.begin(), other.lists_.end(), of_type));
}

std::size_t PartLists::size(const ListType& type) const {
  const void* const found = find(type);
  return found ? type.type->size(found) : 0;
}

std::vector<std::string> PartLists::names(const ListType& type) const {
  std::vector<std::string> names;
  auto* const parts = const_cast<void*>(find(type));
  for (std::size_t i = 0; i < size(type); ++i)
    names.push_back(type.name(type.type->item(parts, i).at));
  return names;
}

}  // namespace cuttle
