// The model language as data: from it come the keyword functions of the package and its stubs.
#include <pybind11/stl.h>

#include "bind.h"
#include "cuttle/io/schema.h"

namespace py = pybind11;

namespace cuttle::python {
namespace {

py::dict field_dict(const FieldDoc& field) {
  py::list choices;
  for (const NamedChoice& choice : field.info.choices)
    choices.append(py::make_tuple(choice.name, choice.doc));
  py::dict entry;
  entry["name"] = field.info.name;
  entry["type"] = type_words(field, field.section);
  entry["unit"] = field.info.unit == "*" ? "" : field.info.unit;
  entry["doc"] = field.info.doc;
  entry["when"] = field.info.when;
  entry["default"] = field.default_value;
  entry["required"] = field.info.required;
  entry["section"] = field.section;
  entry["choices"] = choices;
  entry["list"] = field.shape == FieldDoc::Shape::list;
  return entry;
}

py::list schema() {
  py::list all;
  for (const SectionDoc& section : model_sections()) {
    py::list fields;
    for (const FieldDoc& field : section.fields) fields.append(field_dict(field));
    py::dict entry;
    entry["name"] = section.name;
    entry["text"] = section.text;
    entry["shorthand"] = section.shorthand;
    entry["one_of"] = section.one_of;
    entry["fields"] = fields;
    all.append(entry);
  }
  return all;
}

}  // namespace

void bind_schema(py::module_& m) {
  m.def("schema", &schema,
        "Sections of the model language in order: name, text, and fields with type, unit, default "
        "and meaning.");
  m.def("nearest", &nearest, py::arg("word"), py::arg("candidates"),
        "The candidate closest to a word, or '' if none is close enough to be a typo.");
}

}  // namespace cuttle::python
