#!/usr/bin/python3
"""Writes docs/performance.md from the list that cuttle_bench left in build/bench.json.
Usage: make_performance.py bench.json performance.md"""
import json
import platform
import subprocess
import sys
from pathlib import Path

INTRO = """# Performance

Written by `make bench`; do not edit. Single thread, Release build. A time means little without the
error of the answer, so both stand side by side. The target is the project's own goal for the case.

"""


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


def row(case):
    target = case.get('target_seconds')
    error = case.get('error')
    if target:
        goal = seconds(target)
        ratio = case['seconds'] / target
        verdict = 'met' if ratio <= 1 else f'missed, {ratio:.1f}×'
    else:
        goal = verdict = ''
    shown = '' if error is None else f'{error:.1e}'
    return f"| {case['case']} | {seconds(case['seconds'])} | {shown} | {goal} | {verdict} |\n"


def page(cases):
    changed = ' (with local changes)' if output('git', 'status', '--porcelain', '-uno') else ''
    text = INTRO + '| case | time | error | target | |\n|---|---:|---:|---:|---|\n'
    text += ''.join(row(case) for case in cases)
    text += f'\nMachine: {processor()}. Compiler: {output("g++", "--version")}.'
    return text + f' Commit: {output("git", "rev-parse", "--short", "HEAD") or "unknown"}{changed}.\n'


if __name__ == '__main__':
    source, target_file = sys.argv[1:3]
    Path(target_file).write_text(page(json.loads(Path(source).read_text())))
