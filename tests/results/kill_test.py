#!/usr/bin/env python3
"""Runs that are killed at random moments leave the files of one run, each readable: those of the run
before, or those of the new one. Left-overs go with the next run.

    kill_test.py PROGRAM [KILLS]

From 100 kills on, and where there is strace, a run is also killed at every call that changes the folder.
"""
import os
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import support
from support import MODEL, command, cuttle, hidden, run_in

LENGTHS = {'short': 1, 'long': 300}  # simulated seconds
CALLS = ['mkdir', 'rename', 'link', 'symlink', 'unlink', 'unlinkat', 'rmdir', 'write', 'writev']


def start(folder, length, chance, *before):
    """A run that differs from all before."""
    return subprocess.Popen([*before, *command('run', folder.parent / 'swing.yaml', '-o', folder, '-q',
                                               '--set', f'study.duration={length}',
                                               '--set', f'bodies.bob.rigid.mass={chance.uniform(1, 2)}')],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def wait_for_writing(run, folder):
    while run.poll() is None and not os.path.exists(folder / '.cuttle-new'):
        pass


def kill_one(folder, length, seconds, writing, chance):
    """Kills a run somewhere, or, more often, while it writes. True if it was alive."""
    run = start(folder, length, chance)
    if chance.random() < 0.3:
        time.sleep(chance.uniform(0, seconds))
    else:
        wait_for_writing(run, folder)
        end = time.perf_counter() + chance.uniform(0, 1.3 * writing)
        while time.perf_counter() < end:
            pass
    alive = run.poll() is None
    run.kill()
    run.communicate()
    return alive


def measure(folder, length, chance):
    """Seconds of a whole run, and of its writing."""
    begin = time.perf_counter()
    run = start(folder, length, chance)
    wait_for_writing(run, folder)
    middle = time.perf_counter()
    assert run.wait() == 0, run.communicate()
    return time.perf_counter() - begin, time.perf_counter() - middle


def check_readable(folder):
    for arguments in (['report', folder, '-o', folder.parent / 'page.html'],
                      ['export', folder, '--to', 'gltf', '-o', folder.parent / 'robot.glb']):
        code, text = cuttle(*arguments)
        assert code == 0, f'{arguments}: {text}'


def kill_series(home, name, length, kills, chance):
    folder = home / name
    (home / 'swing.yaml').write_text(MODEL)
    seconds, writing = measure(folder, length, chance)
    (folder / 'notes.txt').write_text('of the user')
    kept = fresh = late = 0
    # what came too late is no kill
    while kept + fresh < kills:
        i = kept + fresh + late
        assert late <= 10 * kills, 'nearly all kills come too late: they prove nothing'
        if i % 10 == 9:  # into a folder that holds no run yet
            folder = home / f'{name}_{i}'
            folder.mkdir()
            (folder / 'notes.txt').write_text('of the user')
        before = run_in(folder)
        alive = kill_one(folder, length, seconds, writing, chance)
        after = run_in(folder)
        late += not alive
        kept += alive and after == before
        fresh += alive and after != before
        if after is not None and i % 5 == 0:
            check_readable(folder)
    print(f'{name}: {kills} kills, {kept} kept the old run, {fresh} left the new one, '
          f'{late} came too late and do not count', flush=True)
    assert kept > 0, 'no kill was early enough to keep the old run'

    for one in sorted(home.glob(f'{name}*')):
        assert start(one, length, chance).wait() == 0
        assert run_in(one) is not None
        assert hidden(one) == [], f'left-overs: {hidden(one)}'
        assert (one / 'notes.txt').read_text() == 'of the user'
        check_readable(one)


def kill_at_every_call(home, chance):
    """Killed at the first, second, ... call of each kind, until one ends before it comes to that."""
    for fresh in (False, True):
        for call in CALLS:
            folder = home / f'{call}_{fresh}'
            number = kept = 0
            status = None if fresh else start(folder, 1, chance).wait()
            while status != 0 or number == 0:
                if fresh:
                    shutil.rmtree(folder, ignore_errors=True)
                before = None if fresh else run_in(folder)
                number += 1
                run = start(folder, 1, chance, 'strace', '-f', '-qq', '-o', home / 'calls.txt', '-e',
                            f'trace={call}', '-e', f'inject={call}:signal=SIGKILL:when={number}')
                text = run.communicate()[0]
                status = run.returncode
                assert status in (0, -9, 137), f'{call} {number}: {status} {text}'
                kept += status != 0 and (run_in(folder) if folder.exists() else None) == before
            assert hidden(folder) == [], f'left-overs: {hidden(folder)}'
            print(f'{"first run" if fresh else "next run"}: killed at {number - 1} calls of {call}, '
                  f'{kept} kept the old run', flush=True)


def two_at_once(home, chance):
    folder = home / 'two'
    first = start(folder, 3000, chance)
    while not (folder / '.cuttle-lock').exists():
        assert first.poll() is None, 'the first run did not start'
        time.sleep(0.001)
    code, text = cuttle('run', home / 'swing.yaml', '-o', folder)
    assert first.poll() is None, 'the first run was too quick'
    assert code == 2 and 'another process is writing its results into this folder' in text, text
    first.kill()
    first.wait()
    assert cuttle('run', home / 'swing.yaml', '-o', folder)[0] == 0
    assert hidden(folder) == []


def test(kills=20):
    chance = random.Random(16)
    with tempfile.TemporaryDirectory(prefix='cuttle_kill_') as name:
        home = Path(name)
        for kind, length in LENGTHS.items():
            kill_series(home, kind, length, kills // len(LENGTHS), chance)
        two_at_once(home, chance)
        if kills >= 100 and shutil.which('strace'):
            kill_at_every_call(home, chance)
    print('every folder held the files of one run')


if __name__ == '__main__':
    support.main(test)
