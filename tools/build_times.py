#!/usr/bin/python3
"""Prints what a build costs: seconds of compiling per target and per folder, and the slowest objects.

The numbers are those of .ninja_log in the build folder: for each object the last time it was compiled. They
are wall times, so compare builds with the same number of jobs on a machine that does nothing else."""
import argparse
import collections
import re
import sys
from pathlib import Path

OBJECT = re.compile(r'(?:.*/)?CMakeFiles/(?P<target>[^/]+)\.dir/(?P<source>.+)\.(?:o|gch)$')
UNITY = re.compile(r'unity/\w+/(?:src_cuttle_)?(?P<folder>.+)_(?P<number>\d+)\.cpp$')


def read_log(folder):
    """Output -> (start, end) of the last time it was made, in seconds, for outputs that still exist."""
    spans = {}
    for line in (folder / '.ninja_log').read_text().splitlines():
        if not line.startswith('#'):
            start, end, _, output, _ = line.split('\t')
            spans[output] = int(start) / 1000, int(end) / 1000
    return {output: span for output, span in spans.items() if (folder / output).exists()}


def place(output):
    """(target, folder, source) of an object or a precompiled header; None for other outputs."""
    match = OBJECT.match(output)
    if not match:
        return None
    target, source = match['target'], match['source'].replace('__/', '')
    batch = UNITY.search(source)  # sources compiled as one: a batch is named after its folder
    if batch:
        return target, batch['folder'], f'{batch["folder"]} ({batch["number"]})'
    folder = source.rpartition('/')[0]
    return target, folder or '.', source


def total(objects, key):
    """Rows (name, number of objects, seconds), most expensive first."""
    sums = collections.defaultdict(lambda: [0, 0.0])
    for parts, time in objects:
        sums[key(parts)][0] += 1
        sums[key(parts)][1] += time
    return sorted(((name, *sum_) for name, sum_ in sums.items()), key=lambda row: -row[2])


def table(title, rows, whole):
    print(f'{title:<52}{"objects":>8}{"seconds":>9}{"share":>7}')
    for name, count, time in rows:
        print(f'  {name:<50}{count:>8}{time:>9.1f}{100 * time / whole:>6.1f}%')
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', type=Path, help='build folder, such as build/release')
    parser.add_argument('--top', type=int, default=20, help='how many of the slowest objects to show [20]')
    options = parser.parse_args()
    if not (options.build / '.ninja_log').exists():
        parser.error(f'{options.build} holds no .ninja_log: build first')
    log = read_log(options.build)
    objects = [(place(output), end - start) for output, (start, end) in log.items() if place(output)]
    others = {span for output, span in log.items() if not place(output)}  # one command may make several files
    whole = sum(time for _, time in objects)
    if not objects:
        parser.error(f'{options.build} holds no objects: build first')

    table('target', total(objects, lambda parts: parts[0]), whole)
    table('folder', total(objects, lambda parts: f'{parts[0]}: {parts[1]}'), whole)
    table('slowest objects', total(objects, lambda parts: f'{parts[0]}: {parts[2]}')[:options.top], whole)
    print(f'{len(objects)} objects: {whole:.0f} object-seconds, {whole / len(objects):.1f} s each; '
          f'linking and generating: {sum(end - start for start, end in others):.0f} s')
    return 0


if __name__ == '__main__':
    sys.exit(main())
