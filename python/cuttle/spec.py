"""The model language as functions with keyword arguments, one for each kind of part.

They are generated from the field lists of the model language and return plain dicts:
`cuttle.body(name='arm', rod=cuttle.rod(length=0.3))` is `{'name': 'arm', 'rod': {'length': 0.3}}`.
Values are numbers in SI units, strings with units ('2 cm') or expressions, lists, arrays, dicts. A
name that is a Python keyword gets an underscore: `from_=0`.
"""
from __future__ import annotations

import inspect
import keyword
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

from . import _core

Part = Dict[str, Any]
ROOT = 'model file'


def function_name(section: str) -> str:
    """The Python name of a section: 'cable piece' -> 'cable_piece'."""
    return section.replace(' ', '_')


def argument_name(field: str) -> str:
    """The Python name of a field: 'from' -> 'from_'."""
    return field + '_' if keyword.iskeyword(field) else field


def _fields(section: Part, sections: Dict[str, Part]) -> List[Part]:
    fields = list(section['fields'])
    if section['name'] == 'rod':  # may hold the fields of its only division in place
        known = {field['name'] for field in fields}
        fields += [dict(f, required=False) for f in sections['division']['fields']
                   if f['name'] not in known]
    return fields


def _line(field: Part) -> str:
    unit = f" [{field['unit']}]" if field['unit'] else ''
    text = f"    {argument_name(field['name'])}: {field['type']}{unit}; {field['doc']}"
    if field['when']:
        text += f" ({field['when']})"
    if field['choices']:
        text += '; one of ' + ', '.join(name for name, _ in field['choices'])
    if field['required']:
        return text + '; required'
    return text + (f"; default {field['default']}" if field['default'] else '')


def docstring(section: Part, fields: List[Part]) -> str:
    """The documentation of a function: its keyword arguments."""
    lines = [section['text'][:1].upper() + section['text'][1:] + '.', '']
    lines += [_line(field) for field in fields]
    if section['one_of']:
        lines += ['', 'Exactly one of ' + ', '.join(section['one_of']) + ' must be given.']
    return '\n'.join(lines)


def _reject(function: str, word: str, known: List[str]) -> None:
    near = _core.nearest(word, known)
    hint = f"did you mean '{near}'?" if near else 'known: ' + ', '.join(known)
    raise TypeError(f"{function}() got an unexpected argument '{word}'; {hint}")


def _make(section: Part, sections: Dict[str, Part]) -> Callable[..., Part]:
    fields = _fields(section, sections)
    names = {argument_name(f['name']): f['name'] for f in fields}
    name = function_name(section['name'])

    def part(**given: Any) -> Part:
        for word in given:
            if word not in names:
                _reject(name, word, list(names))
        return {names[word]: value for word, value in given.items() if value is not None}

    part.__name__ = part.__qualname__ = name
    part.__module__ = __name__
    part.__doc__ = docstring(section, fields)
    part.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(word, inspect.Parameter.KEYWORD_ONLY, default=None) for word in names],
        return_annotation=Part)
    return part


_sections: Dict[str, Part] = {section['name']: section for section in _core.schema()}
__all__ = ['model']
for _name, _section in _sections.items():
    if _name != ROOT:
        globals()[function_name(_name)] = _make(_section, _sections)
        __all__.append(function_name(_name))


def model(tree: Optional[Part] = None, *, set: Optional[Dict[str, Any]] = None,
          folder: Union[str, Path] = '', **given: Any) -> _core.Model:
    """Builds a model from keyword arguments, or from a dict with the same names.

    set: changes fields, as in `load`. folder: where data files are searched for."""
    root = dict(tree or {})
    known = [argument_name(f['name']) for f in _sections[ROOT]['fields']]
    for word, value in given.items():
        if word not in known:
            _reject('model', word, known)
        if value is not None:
            root[word.rstrip('_')] = value
    return _core.from_tree(root, set, folder)


model.__doc__ = (model.__doc__ or '') + '\n\n' + '\n'.join(
    _line(field) for field in _sections[ROOT]['fields'])
