#!/usr/bin/python3
"""Writes docs/performance.md from the list that cuttle_bench left in build/bench.json.
Usage: make_performance.py bench.json performance.md"""
import json
import platform
import re
import subprocess
import sys
from pathlib import Path

INTRO = """# Performance

Written by `make bench`; do not edit. Single thread (sweeps: as stated), Release build, best of several runs. Only the
study itself is timed: reading and building the model and writing files are not included. A time means little without
the error of the result, so both are listed side by side; a time counts only if the error is within its limit. The
target is the project's own goal for the case. Cases are named after the files in `models/`; motions are timed with only
their first and last rows recorded unless the settings say otherwise.

"""


def compiler():
    """The one that made the program, as its build folder remembers."""
    cache = Path('build/release/CMakeCache.txt').read_text()
    return re.search(r'CMAKE_CXX_COMPILER:\w+=(.*)', cache)[1]


def output(*command):
    """First line that a command prints; empty when there is none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.partition('\n')[0].strip()
    except (OSError, subprocess.CalledProcessError):
        return ''


def processor():
    for line in Path('/proc/cpuinfo').read_text().splitlines():
        if line.startswith('model name'):
            return line.split(':', 1)[1].strip()
    return platform.machine()


def seconds(value):
    """A time with three digits and the unit that fits."""
    for unit, size in (('s', 1), ('ms', 1e-3), ('µs', 1e-6)):
        if value >= size:
            return f'{value / size:.3g} {unit}'
    return f'{value / 1e-9:.3g} ns'


def verdict(case):
    """What to say about time and error; only times with a target can be met or missed."""
    if case['seconds'] is None:
        return 'not measured'
    if case['error'] is None or case['error'] > case['error_limit']:
        return f"**error above {case['error_limit']:.3g}**"
    if not case['target_seconds']:
        return ''
    ratio = case['seconds'] / case['target_seconds']
    return 'met' if ratio <= 1 else f'**missed, {ratio:.1f}×**'


def row(case):
    time = '' if case['seconds'] is None else seconds(case['seconds'])
    goal = seconds(case['target_seconds']) if case['target_seconds'] else ''
    error = '' if case['error'] is None else f"{case['error']:.2g}"
    return f"| {case['case']} | {time} | {goal} | {verdict(case)} | {error} | {case['error_of']} |\n"


def page(cases):
    changed = ' (with local changes)' if output('git', 'status', '--porcelain', '-uno') else ''
    text = INTRO + '| case | time | target | | error | error of what |\n|---|---:|---:|---|---:|---|\n'
    text += ''.join(row(case) for case in cases)
    text += '\nSettings:\n\n' + ''.join(f"- {case['case']}: {case['note']}\n" for case in cases)
    text += f'\nMachine: {processor()}. Compiler: {output(compiler(), "--version")}.'
    return text + f' Commit: {output("git", "rev-parse", "--short", "HEAD") or "unknown"}{changed}.\n'


if __name__ == '__main__':
    source, target_file = sys.argv[1:3]
    Path(target_file).write_text(page(json.loads(Path(source).read_text())))
