#include "cuttle/part/part_kind.h"

#include <fmt/format.h>

#include <set>

namespace cuttle {

namespace {

// Calls a function on each part of a list: its value, its name.
template <class Use>
void for_each_part(const ListType& type, void* list, const Use& use) {
  if (!list) return;
  for (std::size_t i = 0; i < type.type->size(list); ++i) {
    const Value part = type.type->item(list, i);
    use(part, type.name(part.at));
  }
}

void* looked_at(const ListType& type, const PartLists& lists) {
  return const_cast<void*>(lists.find(type));
}

}  // namespace

void for_each_part(const PartKind& kind, const PartLists& lists,
                   const std::function<void(const std::string&, const Origin&)>& use) {
  for_each_part(*kind.type, looked_at(*kind.type, lists), [&](Value part, const std::string& name) {
    use(name, part.type->origin(part.at));
  });
}

void name_parts(const PartKind& kind, PartLists& lists) {
  if (!kind.default_name) return;
  int count = 0;
  for_each_part(*kind.type, looked_at(*kind.type, lists), [&](Value, std::string& name) {
    ++count;
    if (name.empty()) name = fmt::format("{}_{}", kind.default_name, count);
  });
}

void check_names(const PartKind& kind, const PartLists& lists, Diagnostics& diagnostics) {
  if (!kind.unique_names) return;
  std::set<std::string> seen;
  for_each_part(*kind.type, looked_at(*kind.type, lists), [&](Value part, const std::string& name) {
    if (!name.empty() && !seen.insert(name).second)
      diagnostics.add(part.type->origin(part.at).error(
          "name", fmt::format("another {} has the name '{}'", kind.word, name)));
  });
}

void join_group(const PartKind& kind, const PartLists& lists, RepeatGroup& group) {
  for_each_part(*kind.type, looked_at(*kind.type, lists), [&](Value part, const std::string& name) {
    if (is_copied(part, group)) group.copied[kind.list].insert(name);
  });
}

void repeat_parts(const PartKind& kind, PartLists& lists, const RepeatGroup& group) {
  const ListType& type = *kind.type;
  PartLists all;
  void *const made = all.list(type), *const list = looked_at(type, lists);
  const std::size_t size = list ? type.type->size(list) : 0;
  const auto part = [&](std::size_t i) { return type.type->item(list, i); };
  const auto origin = [&](std::size_t i) -> Origin& { return part(i).type->origin(part(i).at); };
  const auto add_copy = [&](std::size_t i, const PartCopy& copy) {
    type.append(made, part(i).at);
    const Value last = type.type->item(made, type.type->size(made) - 1);
    if (kind.adapt_copy) kind.adapt_copy(last.at, copy);
    make_copy(last, type.name(last.at), copy);
  };
  for (std::size_t i = 0, end = 0; i < size; i = end) {
    end = i + 1;
    if (!is_copied(part(i), group)) {
      type.append(made, part(i).at);
      continue;
    }
    // what was read for single copies stands side by side
    while (end < size && are_siblings(origin(i), origin(end))) ++end;
    for (int k = 1; k <= group.count(); ++k)
      for (std::size_t j = i; j < end; ++j)
        if (is_for(origin(j), group, k)) add_copy(j, {group, {k, group.count()}});
  }
  lists.replace(type, std::move(all));
  if (kind.after_repeat) kind.after_repeat(lists, group);
}

}  // namespace cuttle
