"""What the sources say about their architecture: the table of modules in docs/architecture.md, who includes
whom, and circles of files. Used by check_architecture.py and draw_architecture.py."""
import dataclasses
import re
from pathlib import Path

DOCUMENT = 'docs/architecture.md'
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
CODE = {'.h', '.cpp'}


@dataclasses.dataclass
class Row:
    """A row of the table: the modules that a module may include besides itself."""
    line: int
    allowed: set
    everything: bool  # written `all`: every row above that is not such a row itself


def read_table(root):
    """The table headed `| module | may include |`: module -> Row; and the errors found in it."""
    table, errors, inside = {}, [], False
    for line, text in enumerate((root / DOCUMENT).read_text().splitlines(), 1):
        inside = text.startswith('| module | may include |') or (inside and text.startswith('|'))
        row = re.match(r'\| `(\w+)` \|([^|]*)\|', text)
        if not inside or not row:
            continue
        module, allowed = row[1], set(re.findall(r'\w+', row[2]))
        everything = allowed == {'all'}
        if everything:
            allowed = {other for other in table if not table[other].everything}
        for other in sorted(allowed - set(table)):
            errors.append(f'{DOCUMENT}:{line}: error: {module} names {other}, which is not a row above')
        table[module] = Row(line, allowed & set(table), everything)
    if not table:
        errors.append(f'{DOCUMENT}: error: no table of modules found')
    return table, errors


def files(root, folders, suffixes):
    """Paths relative to root of all files in the folders."""
    for folder in folders:
        for path in sorted((root / folder).rglob('*')):
            if path.suffix in suffixes and path.is_file() and 'node_modules' not in path.parts:
                yield path.relative_to(root)


def lines(root, path):
    """(number, text) of all lines of a file."""
    return enumerate((root / path).read_text(errors='replace').splitlines(), 1)


def module_of(path):
    """The module of a source file: its folder in src/cuttle (subfolders belong to it), else its first folder.
    None for the umbrella header src/cuttle/cuttle.h."""
    if path.parts[0] != 'src':
        return path.parts[0]
    return path.parts[2] if len(path.parts) > 3 else None


def unit_of(path):
    """Header and source of one name in one folder are one unit: study/run, apps/cuttle/check."""
    return path.with_suffix('').as_posix().removeprefix('src/cuttle/')


@dataclasses.dataclass
class Include:
    path: Path  # of the file that includes, relative to root
    line: int
    target: str  # as written


def includes(root):
    """All quoted includes of the library, the program and the bindings."""
    for path in files(root, ['src/cuttle', 'apps', 'python'], CODE):
        for line, text in lines(root, path):
            match = INCLUDE.match(text)
            if match:
                yield Include(path, line, match[1])


def unit_graph(root, found):
    """unit -> {unit that it includes: the first such Include}."""
    graph = {}
    for include in found:
        target = Path('src', include.target)
        if not include.target.startswith('cuttle/'):
            target = include.path.parent / include.target
        unit, other = unit_of(include.path), unit_of(target)
        graph.setdefault(unit, {})
        if other != unit and (root / target).is_file():
            graph[unit].setdefault(other, include)
    return graph


def reachable(graph, start):
    """All that can be reached from `start` by at least one step."""
    found, waiting = set(), list(graph.get(start, ()))
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph.get(node, ())
    return found


def circles(graph):
    """Largest sets of units that all reach each other, of two and more."""
    reach = {node: reachable(graph, node) for node in graph}
    found = {frozenset(other for other in reach[node] if node in reach.get(other, ()))
             for node in graph if node in reach[node]}
    return sorted(found, key=sorted)


def shortest_circle(graph, start):
    """The units of a shortest way from `start` back to it."""
    ways, seen = [[start]], set()
    for way in ways:
        for node in sorted(graph.get(way[-1], ())):
            if node == start:
                return [*way, start]
            if node not in seen:
                seen.add(node)
                ways.append([*way, node])
    return []
