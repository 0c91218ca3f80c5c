#!/usr/bin/python3
"""Compares two builds of the program: does the new one do, to the bit, what the old one does?

Runs every model of models/ with both and compares series.csv byte by byte, summary.json without its times,
messages and exit statuses; then what `check` and `check --yaml` say about all models and all of tests/input,
and the schemas. For a table that differs it prints the first cell and the largest difference.

Both programs must come from the same compiler with the same flags. Exit 1 if anything differs."""
import argparse
import concurrent.futures
import csv
import io
import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Every body family and every kind of study once; under a minute together.
SHORT = ('pendulum', 'elastica', 'cable_arc', 'hybrid_arm', 'four_bar', 'gripper', 'quadropus', 'eel', 'arm_lqr',
         'muscle_wave', 'docking', 'net_catenary')
SCHEMAS = ((), ('--json',), ('--study',), ('--study', '--json'))
MEASURED = ('wall_seconds', 'run')  # entries of summary.json that differ from run to run
MEASURED_LINE = re.compile(r'.*computing per simulated second.*\n')


def call(program, root, *arguments):
    """What the program prints and how it ends, without what it measured."""
    done = subprocess.run([program, *arguments], cwd=root, capture_output=True, text=True, errors='replace')
    return {'exit status': done.returncode, 'output': MEASURED_LINE.sub('', done.stdout),
            'messages': MEASURED_LINE.sub('', done.stderr)}


def run_model(program, root, model):
    with tempfile.TemporaryDirectory() as folder:
        result = call(program, root, 'run', model, '-q', '-o', folder)
        result = {key: str(value).replace(folder, 'DIR') for key, value in result.items()}
        for name in ('series.csv', 'summary.json'):
            path = Path(folder, name)
            result[name] = path.read_text(errors='replace') if path.exists() else ''
    if result['summary.json']:
        summary = json.loads(result['summary.json'])
        kept = {key: value for key, value in summary.items() if key not in MEASURED}
        result['summary.json'] = json.dumps(kept, indent=1)
    return result


def jobs(root, short):
    """(name, function from a program to the named texts that must agree)."""
    models = sorted((root / 'models').glob('*.yaml'))
    for path in models:
        if not short or path.stem in SHORT:
            model = f'models/{path.name}'
            yield f'run {model}', lambda program, model=model: run_model(program, root, model)
    calls = [('check', *options, str(path.relative_to(root)))
             for path in [*models, *sorted((root / 'tests/input').glob('*.yaml'))] for options in ((), ('--yaml',))]
    for words in [*calls, *(('schema', *options) for options in SCHEMAS)]:
        yield ' '.join(words), lambda program, words=words: call(program, root, *words)


def number(text):
    try:
        return float(text)
    except ValueError:
        return float('nan')


def difference_of_tables(old, new):
    """The first cell that differs, and the largest difference relative to the largest number of its column."""
    a, b = (list(csv.reader(io.StringIO(text))) for text in (old, new))
    if a[0] != b[0]:
        return 'other columns: ' + difference_of_texts('\n'.join(a[0]), '\n'.join(b[0]))
    sizes = [max((abs(x) for x in map(number, column) if math.isfinite(x)), default=0) or 1 for column in zip(*a[1:])]
    first, worst = '', (0.0, '')
    for i, rows in enumerate(zip(a[1:], b[1:]), 1):
        for name, size, x, y in zip(a[0], sizes, *rows):
            if x != y:
                first = first or f'row {i}, {name}: {x} became {y}'
                worst = max(worst, (abs(number(x) - number(y)) / size, name))
    if first:
        first += f'; at most {worst[0]:.1e} of the largest {worst[1]}'
    if len(a) != len(b):
        first = f'{len(a) - 1} rows became {len(b) - 1}' + (f'; {first}' if first else '')
    return first or 'other line ends or quotes'


def difference_of_texts(old, new):
    lines = itertools.zip_longest(str(old).splitlines(), str(new).splitlines(), fillvalue='nothing')
    return next((f'{a!r} became {b!r}' for a, b in lines if a != b), 'other line ends')


def differences(old, new):
    """(which text, how it differs) of two results of the same job."""
    for key in old:
        if old[key] != new[key]:
            table = key == 'series.csv' and old[key] and new[key]
            yield key, (difference_of_tables if table else difference_of_texts)(old[key], new[key])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('old', type=Path, help='program before the change')
    parser.add_argument('new', type=Path, help='program after it')
    parser.add_argument('--short', action='store_true', help='run a dozen models instead of all')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='how many at a time [number of cores]')
    parser.add_argument('--root', type=Path, default=Path(__file__).resolve().parent.parent,
                        help='folder that holds models/ and tests/input [this repository]')
    options = parser.parse_args()
    programs = [path.resolve() for path in (options.old, options.new)]
    for program in programs:
        if not os.access(program, os.X_OK) or program.is_dir():
            parser.error(f'{program} is not a program')

    def both(job):
        name, action = job
        return name, *(action(program) for program in programs)

    count, found = 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, old, new in pool.map(both, jobs(options.root.resolve(), options.short)):
            count += 1
            for key, text in differences(old, new):
                found += 1
                print(f'{name}: {key}: {text}', flush=True)
    print(f'same_bits: {count} comparisons, {found} differences')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
