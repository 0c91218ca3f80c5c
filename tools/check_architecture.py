#!/usr/bin/python3
"""Checks the architecture: who includes whom, by the table in docs/architecture.md; that each permission of
the table is used and its picture up to date; circles of files; length of files; and that every citation
such as [Mathew22] is in docs/references.bib.

What is not yet as it should be is listed in tools/known_debts.txt, which may only get shorter.
Exit 1 on any error."""
import argparse
import re
import sys
from pathlib import Path

import architecture
import draw_architecture

DEBTS = 'tools/known_debts.txt'
CITATION = re.compile(r'(?<![\w)\]])\[([A-Z][A-Za-z]{2,}\d\d[a-z]?)\]')
CITING = ('src', 'apps', 'python', 'tests', 'bench', 'examples', 'models', 'docs')
TEXT = {'.h', '.cpp', '.md', '.yaml', '.py', '.csv'}
PROGRAMS = ('src', 'apps', 'python/src', 'tests')
TYPE = re.compile(r'^(?:struct|class) (\w+)(?: final)?(?: : .*)?\s*\{')
INSTEAD = {Path('apps/cuttle/no_mpi.cpp')}  # compiled in place of another file
NAMESPACE = re.compile(r'^namespace ([\w:]*) ?\{')
LONGEST = 400  # lines of a file
SHORTEST = 40  # below this a file may be better off with its neighbour


def read_debts(root):
    """(line, kind, names) of each entry: `circle unit unit ...` or `long file`."""
    path = root / DEBTS
    if path.exists():
        for line, text in architecture.lines(root, DEBTS):
            words = text.partition('#')[0].split()
            if words:
                yield line, words[0], frozenset(words[1:])


def check_debts(debts):
    for line, kind, names in debts:
        if kind not in ('circle', 'long') or not names:
            yield f'{DEBTS}:{line}: error: an entry is `circle` and its units, or `long` and a file'


def check_includes(table, found):
    for include in found:
        path, target = include.path, include.target
        module, in_library = architecture.module_of(path), path.parts[0] == 'src'
        place = f'{path}:{include.line}: error:'
        if module is None:
            continue  # the umbrella header includes everything
        if module not in table:
            yield f'{place} {module}/ has no row in {architecture.DOCUMENT}'
        elif target.startswith('cuttle/') and target.count('/') >= 2:
            other = target.split('/')[1]
            if other != module and other not in table[module].allowed:
                yield f'{place} {module}/ may not include {other}/'
        elif in_library and target == 'cuttle/cuttle.h':
            yield f'{place} the umbrella header is for users only'
        elif in_library:
            yield f'{place} write "cuttle/<module>/<file>.h" instead of "{target}"'


def check_permissions(table, found):
    used = {(architecture.module_of(include.path), include.target.split('/')[1])
            for include in found if include.target.startswith('cuttle/')}
    for module, row in table.items():
        unused = [f'`{other}`' for other in table if other in row.allowed and (module, other) not in used]
        if unused and not row.everything:
            yield (f'{architecture.DOCUMENT}:{row.line}: error: {module} includes nothing of {" ".join(unused)}: '
                   'remove what is not used')


def check_circles(root, found, debts):
    graph = architecture.unit_graph(root, found)
    circles = architecture.circles(graph)
    known = {units: line for line, kind, units in debts if kind == 'circle'}
    for circle in circles:
        longer = [units for units in known if circle < units]
        if longer:
            yield f'{DEBTS}:{known[longer[0]]}: error: the circle has become smaller: circle {" ".join(sorted(circle))}'
        elif circle not in known:
            new = circle.difference(*known) or circle
            way = min((architecture.shortest_circle(graph, unit) for unit in sorted(new)), key=len)
            include = graph[way[0]][way[1]]
            yield f'{include.path}:{include.line}: error: files include each other in a circle: {" > ".join(way)}'
    for units, line in known.items():
        if not any(units & circle for circle in circles):
            yield f'{DEBTS}:{line}: error: no longer a circle: remove it from the list'


def check_lengths(root, debts):
    known = {name: line for line, kind, names in debts if kind == 'long' for name in names}
    for path in architecture.files(root, PROGRAMS, {'.h', '.cpp', '.py'}):
        count, line = len(list(architecture.lines(root, path))), known.pop(path.as_posix(), None)
        if count > LONGEST and line is None:
            yield f'{path}:{LONGEST + 1}: error: {count} lines; a file has at most {LONGEST}'
        if count <= LONGEST and line is not None:
            yield f'{DEBTS}:{line}: error: {path} is no longer too long: remove it from the list'
    for name, line in known.items():
        yield f'{DEBTS}:{line}: error: there is no {name}: remove it from the list'


def check_types(root):
    """Two types of one name in one namespace: the linker takes the functions of either for both."""
    errors, seen = [], {}
    for path in architecture.files(root, PROGRAMS, architecture.CODE):
        if path in INSTEAD:
            continue
        inside = []
        for number, line in architecture.lines(root, path):
            if opened := NAMESPACE.match(line):
                inside.append(opened[1])
            elif line.startswith('}  // namespace') and inside:
                inside.pop()
            elif (match := TYPE.match(line)) and inside and '' not in inside:
                name = '::'.join([*inside, match[1]])
                place = seen.setdefault(name, f'{path}:{number}')
                if place != f'{path}:{number}':
                    errors.append(f'{path}:{number}: {name} is defined in {place}, too')
    return errors


def check_picture(root, table):
    document = (root / architecture.DOCUMENT).read_text()
    new = draw_architecture.redraw(document, table)
    if new is None:
        yield f'{architecture.DOCUMENT}: error: the markers of the picture are missing'
    elif new != document:
        yield f'{architecture.DOCUMENT}: error: the picture is out of date: run tools/draw_architecture.py'


def check_citations(root):
    keys = set(re.findall(r'^@\w+\{(\w+),', (root / 'docs/references.bib').read_text(), re.M))
    for path in architecture.files(root, CITING, TEXT):
        if path.parts[:2] == ('tests', 'tools'):
            continue  # these quote wrong citations on purpose
        for line, text in architecture.lines(root, path):
            for key in CITATION.findall(text):
                if key not in keys:
                    yield f'{path}:{line}: error: citation [{key}] is not in docs/references.bib'


def report_small(root):
    sizes = [(len(list(architecture.lines(root, path))), path)
             for path in architecture.files(root, PROGRAMS, architecture.CODE)]
    small = sorted(item for item in sizes if item[0] < SHORTEST)
    for count, path in small:
        print(f'{count:5} {path}')
    print(f'{len(small)} of {len(sizes)} files have less than {SHORTEST} lines')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('root', type=Path, nargs='?', default=Path(__file__).resolve().parent.parent)
    parser.add_argument('--small', action='store_true', help=f'only list files of less than {SHORTEST} lines')
    options = parser.parse_args()
    root = options.root
    if options.small:
        report_small(root)
        return 0
    table, errors = architecture.read_table(root)
    found, debts = list(architecture.includes(root)), list(read_debts(root))
    errors += check_includes(table, found)
    if not errors:  # these would only say the same in other words
        errors += check_permissions(table, found)
        errors += check_picture(root, table)
    errors += check_debts(debts)
    errors += check_circles(root, found, debts)
    errors += check_lengths(root, debts)
    errors += check_types(root)
    errors += check_citations(root)
    for error in errors:
        print(error)
    if not errors:
        print(f'architecture: {len(table)} modules; includes, files, picture and citations are fine, '
              f'except for {len(debts)} known debts')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
