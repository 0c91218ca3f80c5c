#!/usr/bin/python3
"""Draws the layers of docs/architecture.md from the table of modules in it, between two markers.
Usage: draw_architecture.py [root]

A module stands above all that it may include. A line leads down to each module that it rests on directly;
what those include in turn has no line of its own. Modules stand as high as their users allow."""
import collections
import itertools
import random
import sys
from pathlib import Path

import architecture

BEGIN = '<!-- drawn by tools/draw_architecture.py from the table below; do not edit -->\n```\n'
END = '```\n<!-- end of the drawing -->\n'

SPACE = 3  # at least so many columns between names
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
GLYPHS = {UP | DOWN: '│', LEFT | RIGHT: '─', DOWN | RIGHT: '┌', DOWN | LEFT: '┐', UP | RIGHT: '└', UP | LEFT: '┘',
          UP | DOWN | RIGHT: '├', UP | DOWN | LEFT: '┤', DOWN | LEFT | RIGHT: '┬', UP | LEFT | RIGHT: '┴', 15: '┼'}

# A thing on a floor: a module, or the line to a lower module that passes by.
Node = collections.namedtuple('Node', 'module passing floor')


def label(node):
    return '│' if node.passing else node.module


def direct(table):
    """module -> modules that it may include and cannot reach by way of another one."""
    graph = {module: row.allowed for module, row in table.items()}
    reach = {module: architecture.reachable(graph, module) for module in graph}
    return {module: [other for other in table if other in allowed and not any(other in reach[way] for way in allowed)]
            for module, allowed in graph.items()}


def floors(below):
    """module -> number of its floor: one below its lowest user; the ground is 0."""
    height = {}
    for module in below:
        height[module] = 1 + max((height[other] for other in below[module]), default=-1)
    floor = dict.fromkeys(below, max(height.values()))
    for module in reversed(list(below)):
        for other in below[module]:
            floor[other] = min(floor[other], floor[module] - 1)
    return floor


def arrange(below, floor):
    """floors from the top: lists of nodes; and node -> nodes of the next floor that lines lead to."""
    rows = [[Node(module, False, level) for module in below if floor[module] == level]
            for level in range(max(floor.values()), -1, -1)]
    links = {}
    for upper, lower in zip(rows, rows[1:]):
        for node in upper:
            targets = [node.module] if node.passing else below[node.module]
            links[node] = [Node(other, floor[other] < node.floor - 1, node.floor - 1) for other in targets]
            lower += [other for other in links[node] if other.passing and other not in lower]
    return rows, links


def pairs(rows, links):
    """Per gap between two floors: (place above, place below) of all lines."""
    for upper, lower in zip(rows, rows[1:]):
        place = {node: i for i, node in enumerate(lower)}
        yield [(i, place[other]) for i, node in enumerate(upper) for other in links[node]]


def crossings(rows, links):
    return sum((a - c) * (b - d) < 0 for gap in pairs(rows, links) for (a, b), (c, d) in itertools.combinations(gap, 2))


def improve(rows, links):
    """Moves one node, or a line with the node where it starts, as long as fewer lines cross."""
    moves = [({row[i]}, j) for row in rows for i, j in itertools.product(range(len(row)), repeat=2)]
    for module in sorted({node.module for node in links if node.passing}):
        line = {node for node in links if [other.module for other in links[node]] == [module]}
        moves += [(line, end) for end in (0, len(links))]
    best, better = crossings(rows, links), True
    while better:
        better = False
        for nodes, place in moves:
            trial = [list(row) for row in rows]
            for row in trial:
                for node in [node for node in row if node in nodes]:
                    row.remove(node)
                    row.insert(place, node)
            if crossings(trial, links) < best:
                best, better = crossings(trial, links), True
                rows[:] = trial


def untangle(rows, links):
    """Orders the nodes of each floor such that few lines cross and lines are short; and their columns."""
    found = []
    for seed in range(50):
        # the first trial is as in the table
        order = [random.Random(seed).sample(row, len(row)) if seed else list(row) for row in rows]
        improve(order, links)
        x = columns(order, links)
        length = sum(abs(x[node] - x[other]) for node in links for other in links[node])
        found.append((crossings(order, links), length, seed, order, x))
    return min(found)[3:]


def aligned(upper, lower, links):
    """Pairs of nodes in two floors that stand in one column: lines that pass go straight on, and a node stands
    in the middle of an odd number that it is linked to."""
    users = {node: [other for other in upper if node in links[other]] for node in lower}

    def middle(nodes, order):
        return sorted(nodes, key=order.index)[len(nodes) // 2] if len(nodes) % 2 else None

    found = [(node, other) for node in upper for other in links[node]]
    straight = [(a, b) for a, b in found if a.passing and b.passing]
    central = [(a, b) for a, b in found if middle(users[b], upper) == a and middle(links[a], lower) == b]
    chosen = []
    for a, b in straight + central:
        i, j = upper.index(a), lower.index(b)
        if all((i - upper.index(c)) * (j - lower.index(d)) > 0 for c, d in chosen):
            chosen.append((a, b))
    return chosen


def widths(rows, links):
    """node -> columns that its name takes, and the lines that lead to it side by side."""
    sets = {tuple(others) for others in links.values()}
    lines = {node: 0 if node.passing else sum(node in others for others in sets) for row in rows for node in row}
    return {node: max(len(label(node)), 2 * lines[node] - 1) for node in lines}


def columns(rows, links):
    """node -> column of its middle. Aligned nodes form posts; each post goes where its lines are short, as
    far as its neighbours let it."""
    post = {node: node for row in rows for node in row}
    for upper, lower in zip(rows, rows[1:]):
        for a, b in aligned(upper, lower, links):
            post[b] = post[a]
    width = widths(rows, links)
    room = collections.defaultdict(dict)  # post -> post on its right -> least distance
    for row in rows:
        for a, b in zip(row, row[1:]):
            least = (width[a] - 1) // 2 + SPACE + 1 + width[b] // 2
            room[post[a]][post[b]] = max(least, room[post[a]].get(post[b], 0))
    x = dict.fromkeys(post.values(), 0.0)
    for _ in x:  # pushes all to the left
        for a in room:
            for b, least in room[a].items():
                x[b] = max(x[b], x[a] + least)
    near = collections.defaultdict(list)
    for a, b in ((post[a], post[b]) for a in links for b in links[a] if post[a] != post[b]):
        near[a].append(b)
        near[b].append(a)
    for _ in range(200):
        for a in near:
            low = max((x[b] + room[b][a] for b in x if a in room[b]), default=-1e9)
            high = min((x[b] - least for b, least in room[a].items()), default=1e9)
            x[a] = min(max(sum(x[b] for b in near[a]) / len(near[a]), low), high)
    left = min(x[post[node]] - width[node] // 2 for node in post)
    return {node: int(round(x[post[node]] - left, 3) + 1.5) for node in post}


# A set of lines between two floors that hang together: columns where it comes from above and leads down.
Net = collections.namedtuple('Net', 'ups downs left right')


def nets_of(upper, links, x):
    """The lines of one gap. Nodes with the same targets share theirs; a name that several nets lead to has a
    column for each."""
    groups = collections.defaultdict(list)
    for node in upper:
        if links[node]:
            groups[tuple(links[node])].append(x[node])
    arriving = collections.defaultdict(list)
    for targets, ups in groups.items():
        for target in targets:
            arriving[target].append((sum(ups) / len(ups), targets))
    nets = []
    for targets, ups in groups.items():
        downs = []
        for target in targets:
            order = [key for _, key in sorted(arriving[target])]
            shift = 0 if target.passing else 2 * order.index(targets) - len(order) + 1
            downs.append(x[target] + shift)
        nets.append(Net(ups, downs, min(ups + downs), max(ups + downs)))
    return nets


def touch(a, b):
    """Whether horizontal lines of two nets need rows of their own."""
    return a.left < a.right and b.left < b.right and a.left <= b.right + 1 and b.left <= a.right + 1


def levels_in(order, nets):
    """net -> row of its horizontal line, counted from above, if they are placed in this order."""
    level = {}
    for net in order:
        row = 1 + max((level[other] for other in level if set(nets[other].ups) & set(nets[net].downs)), default=-1)
        beside = [level[other] for other in level if touch(nets[net], nets[other])]
        while row in beside:
            row += 1
        level[net] = row
    return level


def best_levels(nets):
    """Rows such that lines of different nets do not run into each other, then few rows, then few crossings."""
    def price(level):
        two = list(itertools.permutations(level, 2))
        meeting = sum(level[a] >= level[b] for a, b in two if set(nets[a].ups) & set(nets[b].downs))
        crossed = sum(nets[b].left < column < nets[b].right for a, b in two
                      for column in (nets[a].ups if level[a] > level[b] else nets[a].downs))
        return meeting, max(level.values()), crossed

    orders = itertools.islice(itertools.permutations(range(len(nets))), 5040)
    return min((levels_in(order, nets) for order in orders), key=price)


def draw_gap(nets):
    """Rows of text between two floors."""
    level = best_levels(nets)
    height = max(level.values()) + 1
    cells = collections.defaultdict(lambda: collections.defaultdict(int))  # (row, column) -> net -> directions
    for net, (ups, downs, left, right) in enumerate(nets):
        track = level[net]
        for column in range(left, right):
            cells[track, column][net] |= RIGHT
            cells[track, column + 1][net] |= LEFT
        for column in ups:
            cells[track, column][net] |= UP
        for column in downs:
            cells[track, column][net] |= DOWN
        vertical = [(row, column) for column in ups for row in range(track)]
        vertical += [(row, column) for column in downs for row in range(track + 1, height)]
        for cell in vertical:
            cells[cell][net] |= UP | DOWN
    width = max(column for _, column in cells) + 1
    return [''.join(glyph(cells.get((row, column), {})) for column in range(width)).rstrip() for row in range(height)]


def glyph(cell):
    """Where lines of different nets cross, the vertical one is seen."""
    ways = [way for way in cell.values() if way != LEFT | RIGHT]
    return GLYPHS[ways[0]] if ways else '─' if cell else ' '


def draw(table):
    """The picture, as lines of text."""
    below = direct(table)
    rows, links = arrange(below, floors(below))
    rows, x = untangle(rows, links)
    text = []
    for upper in rows:
        line = ''
        for node in sorted(upper, key=x.get):
            line = line.ljust(x[node] - len(label(node)) // 2) + label(node)
        text.append(line)
        if upper is not rows[-1]:
            text += draw_gap(nets_of(upper, links, x))
    return text


def redraw(document, table):
    """The document with a new picture; None if it has no place for one."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return None
    return before + BEGIN + ''.join(line + '\n' for line in draw(table)) + END + after


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent)
    table, errors = architecture.read_table(root)
    path = root / architecture.DOCUMENT
    text = None if errors else redraw(path.read_text(), table)
    if text is None:
        sys.exit('\n'.join(errors) or f'{architecture.DOCUMENT}: the markers of the picture are missing')
    path.write_text(text)


if __name__ == '__main__':
    main()
