#!/usr/bin/env python3
"""Damaged files of results: each is told, with exit status 2, in less than 5 s; nothing crashes.

    damage_test.py PROGRAM [FILES]
"""
import collections
import random
import shutil
import tempfile
import time
from pathlib import Path

import support
from support import FILES, MANIFEST, MODEL, cuttle, sealed

MOST_SECONDS = 5 * support.SLOWDOWN
STUDY = '''model: swing.yaml
parameters:
  - {name: mass, path: bodies.bob.rigid.mass, values: [1, -1, 2], unit: kg}
figures: [energy_residual]
sweep: {method: grid}
'''


def flip_bits(data, chance):
    for _ in range(chance.choice([1, 1, 1, 2, 8])):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def change_byte(data, chance):
    at = chance.randrange(len(data))
    data[at] = (data[at] + chance.randrange(1, 256)) % 256


def zero_block(data, chance):
    begin = chance.randrange(len(data))
    data[begin:begin + 512] = bytes(len(data[begin:begin + 512]))


def noise_block(data, chance):
    begin = chance.randrange(len(data))
    length = len(data[begin:begin + 64])
    data[begin:begin + length] = chance.randbytes(length)


def truncate(data, chance):
    del data[chance.randrange(len(data)):]


def extend(data, chance):
    data += chance.randbytes(chance.randrange(1, 5000))


def swap_blocks(data, chance):
    length = min(512, len(data) // 4)
    a, b = sorted(chance.sample(range(0, len(data) - length), 2))
    data[a:a + length], data[b:b + length] = data[b:b + length], data[a:a + length]


WAYS = [flip_bits, flip_bits, change_byte, zero_block, noise_block, truncate, extend, swap_blocks]


def damaged(whole, chance):
    """A copy that differs, and how it was made."""
    while True:
        way = chance.choice(WAYS)
        data = bytearray(whole)
        way(data, chance)
        if data != whole:
            return data, way.__name__


def check(code, seconds, text, what):
    assert code == 2 and 'error' in text, f'{what}: exit status {code}: {text}'
    assert 'damaged' in text or 'format is' in text or 'bytes' in text, f'{what}: {text}'
    assert seconds < MOST_SECONDS, f'{what}: {seconds:.1f} s'


def timed(*arguments):
    begin = time.perf_counter()
    code, text = cuttle(*arguments)
    return code, time.perf_counter() - begin, text


def damage_result_alone(home, whole, count, chance):
    """result.h5 without a manifest beside it: it guards itself."""
    folder = home / 'alone'
    folder.mkdir()
    data = (whole / 'result.h5').read_bytes()
    (folder / 'result.h5').write_bytes(data)
    assert cuttle('report', folder, '-o', home / 'page.html')[0] == 0
    ways, slowest = collections.Counter(), 0
    for i in range(count):
        bad, way = damaged(data, chance)
        (folder / 'result.h5').write_bytes(bad)
        assert not sealed(bad), way
        verb = ['report', folder, '-o', home / 'page.html'] if i % 2 else [
            'export', folder, '--to', 'gltf', '-o', home / 'robot.glb']
        code, seconds, text = timed(*verb)
        check(code, seconds, text, f'result.h5, {way}, file {i}')
        ways[way] += 1
        slowest = max(slowest, seconds)
    print(f'result.h5: {count} damaged files told, the slowest in {slowest:.2f} s; {dict(ways)}')


def damage_any_file(home, whole, count, chance):
    """One file of a folder: the manifest tells which."""
    folder = home / 'any'
    for i in range(count):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(whole, folder)
        name = chance.choice([*FILES, MANIFEST])
        bad, way = damaged((folder / name).read_bytes(), chance)
        (folder / name).write_bytes(bad)
        code, seconds, text = timed('export', folder, '--to', 'gltf', '-o', home / 'robot.glb')
        check(code, seconds, text, f'{name}, {way}')
        # of two files that do not fit together nobody knows which is the wrong one
        assert name in text or name == MANIFEST, f'{name}: {text}'
    print(f'folders: {count} with one damaged file told')


def other_run(home, whole):
    """A file of another run is as bad as a damaged one."""
    other = home / 'other'
    assert cuttle('run', home / 'swing.yaml', '-o', other, '-q', '--set', 'study.duration=2')[0] == 0
    for name in FILES:
        folder = home / 'mixed'
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(whole, folder)
        shutil.copy(other / name, folder / name)
        verbs = [['shot', folder, '-o', home / 'a.png'], ['export', folder, '--to', 'vtk']]
        if name != 'report.html':  # which is written anew
            verbs.append(['report', folder])
        for verb in verbs:
            code, text = cuttle(*verb)
            assert code == 2 and f'{name}: error: does not belong to the run' in text, f'{name}, {verb[0]}: {text}'
    assert cuttle('report', folder)[0] == 0  # mends the page
    support.run_in(folder)


def sealed_table(home):
    """table.h5 of a study carries its seal as docs/formats.md tells."""
    (home / 'study.yaml').write_text(STUDY)
    code, text = cuttle('sweep', home / 'study.yaml', '-o', home / 'sweep', '-q')
    assert code == 0, text
    whole = (home / 'sweep/table.h5').read_bytes()
    assert sealed(whole) and whole.startswith(b'cuttle-table/2\n')


def test(count=100):
    chance = random.Random(16)
    with tempfile.TemporaryDirectory(prefix='cuttle_damage_') as name:
        home = Path(name)
        (home / 'swing.yaml').write_text(MODEL)
        whole = home / 'whole'
        assert cuttle('run', home / 'swing.yaml', '-o', whole, '-q')[0] == 0
        support.run_in(whole)
        damage_result_alone(home, whole, count * 7 // 10, chance)
        damage_any_file(home, whole, count * 3 // 10, chance)
        sealed_table(home)
        other_run(home, whole)


if __name__ == '__main__':
    support.main(test)
