#!/usr/bin/python3
"""Writes _core.pyi and spec.pyi of the built package: names, signatures and texts.
Usage: make_stubs.py folder_of_the_package (with the package on PYTHONPATH)."""
import inspect
import re
import sys
from pathlib import Path

import cuttle
from cuttle import _core, spec

HEAD = '''"""Written by python/tools/make_stubs.py; do not edit."""
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy
'''
VALUES = [(r'numpy\.ndarray\[[^\]]*\]', 'numpy.ndarray'), (r'cuttle\._core\.', ''),
          (r'\bobject\b', 'Any'), (r'\bhandle\b', 'Any'), (r'\bfunction\b(?=[,)\]=]| =)', 'Any'),
          (r'\bos\.PathLike\b', 'Any'), (r'\bkwargs\b', 'Any'),
          (r"(?:Posix)?Path\('([^']*)'\)", r"'\1'"), (r"<[^>]*>", '...')]


def quoted(text, indent):
    """A docstring."""
    lines = text.strip().replace('\\', '\\\\').split('\n')
    return indent + '"""' + ('\n' + indent).join(lines).rstrip() + '"""\n'


def signature_and_text(item):
    """pybind11 writes the signature into the first line of the docstring."""
    head, _, text = (item.__doc__ or '').partition('\n')
    for pattern, value in VALUES:
        head = re.sub(pattern, value, head)
    return head, text.strip()


def function(name, item, indent):
    if inspect.isfunction(item):
        text = inspect.getdoc(item) or ''
        words = list(inspect.signature(item).parameters.values())
        head = f"{name}({', '.join(argument(p) for p in words)}) -> Any"
        if words and words[0].name in ('trajectory', 'model'):
            head = head.replace(words[0].name, 'self', 1)
            head = re.sub(r'\(self: \w+', '(self', head)
    else:
        head, text = signature_and_text(item)
    if not re.fullmatch(r'\w+\(.*\)( -> .*)?', head):
        return ''
    return f'{indent}def {head}:\n' + (quoted(text, indent + '    ') if text else '') \
        + f'{indent}    ...\n'


def argument(parameter):
    star = {'VAR_KEYWORD': '**', 'VAR_POSITIONAL': '*'}.get(parameter.kind.name, '')
    default = '' if parameter.default is parameter.empty else ' = ...'
    return f'{star}{parameter.name}: Any{default}'


def property_stub(name, item):
    text = (item.__doc__ or '').strip()
    head, _ = signature_and_text(item.fget)
    result = head.rpartition('-> ')[2] if '->' in head else 'Any'
    body = quoted(text, '        ') if text else ''
    out = f'    @property\n    def {name}(self) -> {result}:\n{body}        ...\n'
    if item.fset is not None:
        out += f'    @{name}.setter\n    def {name}(self, value: Any) -> None: ...\n'
    return out


def class_stub(name, item):
    out = f'\n\nclass {name}:\n' + quoted(item.__doc__ or name, '    ')
    for member, value in vars(item).items():
        public = not member.startswith('_') or member in ('__init__', '__getitem__', '__len__')
        if isinstance(value, property):
            out += property_stub(member, value)
        elif public and callable(value):
            out += function(member, value, '    ')
    return out


def core_stub():
    out = HEAD
    names = [n for n in vars(_core) if not n.startswith('__')]
    for name in names:
        if inspect.isclass(getattr(_core, name)):
            out += class_stub(name, getattr(_core, name))
    for name in names:
        if not inspect.isclass(getattr(_core, name)):
            out += '\n\n' + function(name, getattr(_core, name), '')
    return out


def spec_stub():
    out = HEAD + 'from ._core import Model\n\nPart = Dict[str, Any]\n'
    for name in spec.__all__:
        item = getattr(spec, name)
        words = [f'{p.name}: Any = ...' for p in inspect.signature(item).parameters.values()]
        if name == 'model':
            words = ['tree: Optional[Part] = ...'] + ['*'] + words[1:-1] + [
                f"{spec.argument_name(f['name'])}: Any = ..." for f in
                spec._sections[spec.ROOT]['fields']]
            result = 'Model'
        else:
            words, result = ['*'] + words, 'Part'
        out += f"\n\ndef {name}({', '.join(words)}) -> {result}:\n"
        out += quoted(item.__doc__ or '', '    ') + '    ...\n'
    return out


def main():
    folder = Path(sys.argv[1])
    if Path(cuttle.__file__).resolve().parent != folder.resolve():
        sys.exit(f'make_stubs: error: cuttle is imported from {cuttle.__file__}, not from {folder}')
    for file, text in (('_core.pyi', core_stub()), ('spec.pyi', spec_stub())):
        compile(text, file, 'exec')
        (folder / file).write_text(text, encoding='utf-8')


main()
