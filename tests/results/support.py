"""A small model, and what a folder of results promises: what the tests of this folder have in common."""
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

FILES = ['summary.json', 'series.csv', 'result.h5', 'report.html']
MANIFEST = 'manifest.json'
SEAL = 512  # bytes in front of an HDF5 file; the last eight of them are its checksum

MODEL = '''name: swing
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 90 deg}
    rigid: {mass: 1 kg, center: [0, 0, -1], inertia: [1e-3, 1e-3, 1e-3]}
probes:
  - {name: angle, joint: bob}
study: {type: dynamics, duration: 1, output_step: 0.01}
'''

PROGRAM = ''
SLOWDOWN = float(os.environ.get('CUTTLE_SLOWDOWN', 1))  # of a program under sanitizers


def command(*arguments):
    return [PROGRAM, *map(str, arguments)]


def cuttle(*arguments):
    """Exit status and everything that was printed."""
    end = subprocess.run(command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, encoding='utf-8', timeout=60 * SLOWDOWN)
    return end.returncode, end.stdout


def sealed(data):
    """True if an HDF5 file of ours is whole, as docs/formats.md tells to check it."""
    return data[SEAL - 8:SEAL] == b'%08x' % zlib.crc32(data[:SEAL - 8] + data[SEAL:])


def run_of(name, data):
    """The id of the run that a file names; None if it cannot."""
    if name == 'summary.json':
        return json.loads(data)['run']
    if name == 'result.h5':
        return dict(line.split(' ', 1) for line in data[:SEAL].decode().split('\n') if ' ' in line.strip())['run']
    if name == 'report.html':
        text = data.decode()
        begin = text.index('>', text.index('id="cuttle-document"')) + 1
        return json.loads(text[begin:text.index('</script>', begin)])['summary']['run']
    return None


def run_in(folder):
    """The id of the run whose files are in a folder; None if there is none. Complains about files that
    are missing, damaged or of another run. It opens the files as anybody would, without cuttle."""
    present = [name for name in [*FILES, MANIFEST] if (folder / name).exists()]
    if not present:
        return None
    assert len(present) == len(FILES) + 1, f'only {present}'
    manifest = json.loads((folder / MANIFEST).read_text())
    for name in FILES:
        data = (folder / name).read_bytes()
        entry = manifest['files'][name]
        assert len(data) == entry['bytes'], f'{name}: {len(data)} bytes instead of {entry["bytes"]}'
        assert '%08x' % zlib.crc32(data) == entry['crc32'], f'{name}: not as in the manifest'
        if name == 'result.h5':
            assert sealed(data), 'result.h5: its seal is broken'
        assert run_of(name, data) in (None, manifest['run']), f'{name}: of another run'
    return manifest['run']


def hidden(folder):
    return sorted(p.name for p in folder.iterdir() if p.name.startswith('.'))


def main(test):
    """PROGRAM [size]: calls test(size)."""
    global PROGRAM
    if len(sys.argv) < 2:
        sys.exit(f'usage: {sys.argv[0]} PROGRAM [SIZE]')
    PROGRAM = str(Path(sys.argv[1]).resolve())
    test(*map(int, sys.argv[2:3]))
