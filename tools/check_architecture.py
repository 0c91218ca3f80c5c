#!/usr/bin/python3
"""Checks who includes whom, by the table in docs/architecture.md, and that every citation such as
[Mathew22] is in docs/references.bib. Usage: check_architecture.py [root]. Exit 1 on any error."""
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
CITATION = re.compile(r'(?<![\w)\]])\[([A-Z][A-Za-z]{2,}\d\d[a-z]?)\]')
CODE = {'.h', '.cpp'}
TEXT = CODE | {'.md', '.yaml', '.py', '.csv'}
CITING = ('src', 'apps', 'python', 'tests', 'bench', 'examples', 'models', 'docs')


def read_table(path):
    """The table headed `| module | may include |`: module -> modules it may include, and itself."""
    table, errors, inside = {}, [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        inside = line.startswith('| module | may include |') or (inside and line.startswith('|'))
        row = re.match(r'\| `(\w+)` \|([^|]*)\|', line)
        if not inside or not row:
            continue
        module, allowed = row[1], set(re.findall(r'\w+', row[2]))
        if allowed == {'all'}:
            allowed = set(table)
        for other in sorted(allowed - set(table)):
            errors.append(f'{path}:{number}: error: '
                          f'{module} names {other}, which is not a row above')
        table[module] = allowed | {module}
    return table, errors


def lines(root, folders, suffixes):
    """(path relative to root, line number, text) of all files in the folders."""
    for folder in folders:
        for path in sorted((root / folder).rglob('*')):
            if path.suffix in suffixes and path.is_file() and 'node_modules' not in path.parts:
                for number, text in enumerate(path.read_text(errors='replace').splitlines(), 1):
                    yield path.relative_to(root), number, text


def check_includes(root, table):
    for path, number, text in lines(root, ['src/cuttle', 'apps', 'python'], CODE):
        match = INCLUDE.match(text)
        if not match:
            continue
        target, place = match[1], f'{path}:{number}: error:'
        in_library = path.parts[0] == 'src'
        module = path.parts[2] if in_library else path.parts[0]
        if in_library and len(path.parts) == 3:
            continue  # the umbrella header src/cuttle/cuttle.h
        if module not in table:
            yield f'{place} {module}/ has no row in docs/architecture.md'
        elif target.startswith('cuttle/') and target.count('/') >= 2:
            other = target.split('/')[1]
            if other not in table[module]:
                yield f'{place} {module}/ may not include {other}/'
        elif in_library and target == 'cuttle/cuttle.h':
            yield f'{place} the umbrella header is for users only'
        elif in_library:
            yield f'{place} write "cuttle/<module>/<file>.h" instead of "{target}"'


def check_citations(root):
    keys = set(re.findall(r'^@\w+\{(\w+),', (root / 'docs/references.bib').read_text(), re.M))
    for path, number, text in lines(root, CITING, TEXT):
        if path.parts[:2] == ('tests', 'tools'):
            continue  # these quote wrong citations on purpose
        for key in CITATION.findall(text):
            if key not in keys:
                yield f'{path}:{number}: error: citation [{key}] is not in docs/references.bib'


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent)
    table, errors = read_table(root / 'docs/architecture.md')
    if not table:
        errors.append('docs/architecture.md: error: no table of modules found')
    errors += check_includes(root, table)
    errors += check_citations(root)
    for error in errors:
        print(error)
    if not errors:
        print(f'architecture: {len(table)} modules, all includes and citations are fine')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
