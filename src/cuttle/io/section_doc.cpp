#include "cuttle/io/section_doc.h"

#include <fmt/format.h>

#include "cuttle/base/contract.h"
#include "cuttle/io/value_table.h"

namespace cuttle {

namespace {

using Shape = FieldDoc::Shape;

/// Collects the section of one part, and those of its own parts behind it.
class SectionCollector final : public Fields {
 public:
  explicit SectionCollector(std::vector<SectionDoc>& sections) : sections_(sections) {}

  void about(const char* name, const char* text) override {
    name_ = name;
    for (const SectionDoc& section : sections_) known_ = known_ || section.name == name_;
    index_ = sections_.size();
    if (!known_) sections_.push_back({name, text, "", {}, {}});
  }
  void shorthand(const char* field) override {
    if (!known_) sections_[index_].shorthand = field;
  }
  void visit_one_of(std::span<const char* const> fields) override {
    if (!known_) sections_[index_].one_of.assign(fields.begin(), fields.end());
  }
  void visit_list_or_inline(const char* name, Value list, const char* doc) override {
    Field(*this, name, list).doc(doc).otherwise("the fields of one, inline");
  }
  void visit(const FieldInfo& info, Value value) override {
    if (known_) return;
    FieldDoc doc;
    doc.info = info;
    fill(doc, value);
    if (!info.default_text.empty()) doc.default_value = info.default_text;
    sections_[index_].fields.push_back(std::move(doc));
  }

  /// Describes a part, unless that has been done; returns the name of its section.
  std::string collect(const Type& part) {
    part.describe(FreshPart(part).value().at, *this);
    return name_;
  }

 private:
  void fill(FieldDoc& doc, Value value);
  void fill_by_row(FieldDoc& doc, const ValueRow& row, const void* value);
  void fill_parts(FieldDoc& doc, Shape shape, const char* type, const Type& part) {
    doc.shape = shape;
    doc.type = type;
    doc.section = SectionCollector(sections_).collect(part);
  }

  std::vector<SectionDoc>& sections_;
  std::string name_;
  std::size_t index_ = 0;
  bool known_ = false;
};

void SectionCollector::fill_by_row(FieldDoc& doc, const ValueRow& row, const void* value) {
  doc.type = row.words;
  if (row.section) doc.section = SectionCollector(sections_).collect(*row.section);
  if (row.tell) row.tell(doc, value);
}

void fill_word(FieldDoc& doc, Value value) {
  doc.info.choices = words_of(*value.type);
  doc.shape = Shape::text;
  doc.type = "word";
  if (value.at) doc.default_value = chosen_word(value);
}

void fill_words(FieldDoc& doc, Value list) {
  fill_word(doc, list.type->item(list.at, 0));
  doc.shape = Shape::value;
  doc.type = "list of words";
  doc.default_value = fmt::format("[{}]", doc.default_value);
}

// the value holds the default; where it is nowhere, there is none
void SectionCollector::fill(FieldDoc& doc, Value value) {
  const Type& type = *value.type;
  const ValueRow* const row = find_value_row(type);
  if (row && row->words) return fill_by_row(doc, *row, value.at);
  switch (type.form) {
    case Form::word:
      return fill_word(doc, value);
    case Form::part:
      return fill_parts(doc, Shape::part, "map:", type);
    case Form::optional:
      return fill(doc, {nullptr, type.of});
    case Form::list:
      if (type.of->form == Form::word) return fill_words(doc, value);
      return fill_parts(doc, Shape::list, "list of", *type.of);
    case Form::map:
      return fill_parts(doc, Shape::map, "by name:", *type.of);
    case Form::leaf:
      break;
  }
  expects(false, "every value has words for the reference");
}

}  // namespace

std::vector<SectionDoc> sections_of(const Type& root) {
  std::vector<SectionDoc> sections;
  SectionCollector(sections).collect(root);
  return sections;
}

}  // namespace cuttle
