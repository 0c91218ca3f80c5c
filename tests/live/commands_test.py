#!/usr/bin/python3
"""Presses the buttons of `cuttle view` over HTTP: every ordered triple of those that change what is
shown, then anything. The program must live, and each command must have an answer. Then a
data file that changes.
Usage: commands_test.py CUTTLE [--commands N] [--model NAME]..."""
import argparse
import itertools
import json
import random
import tempfile
import time
from pathlib import Path

from view_program import SLOWDOWN, View

BUTTONS = ('play', 'reset', 'settle', 'pause')


def anything(view, rng):
    """A command that may or may not make sense, in the middle of the protocol or beside it."""
    model = json.loads(view.ask('GET', '/scene')[1])['model']
    inputs = [one['name'] for one in model['inputs']] + ['nothing', '']
    joints = [one['body'] for one in model['joints']] + ['nobody']
    value = rng.choice([rng.uniform(-5, 5), 0, 1e300, -1e-300, 'text', None, [1, 2, 3], True])
    name = rng.choice((*BUTTONS, 'set_input', 'release_input', 'hold_joint', 'free_joint',
                       'set_gravity', 'release_all', 'set_speed', 'unknown'))
    return {'command': name, 'name': rng.choice(inputs), 'body': rng.choice(joints), 'value': value}


SHELL = """
gravity: [0, 0, 0]
bodies:
  - name: dome
    shell:
      profile: {file: profile.csv}
      thickness: 1 mm
      material: {young: 1 MPa, poisson: 0, density: 1000}
study: {type: dynamics, duration: 1}
"""


def follows_data(cuttle, folder):
    """A data file that is written again is read again, whatever key names it."""
    (folder / 'shell.yaml').write_text(SHELL)
    profile = folder / 'profile.csv'
    profile.write_text('r [mm],x [mm]\n20,0\n26,10\n30,20\n33,30\n35,40\n')
    with View(cuttle, folder / 'shell.yaml') as view:
        before = view.ask('GET', '/scene')[1]
        profile.write_text('r [mm],x [mm]\n20,0\n26,10\n32,20\n37,30\n41,40\n')
        end = time.monotonic() + 10 * SLOWDOWN
        while view.ask('GET', '/scene')[1] == before:
            assert time.monotonic() < end, 'the profile was not read again'
            time.sleep(0.1)
    print('follows the file of a profile')


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('cuttle')
    options.add_argument('--commands', type=int, default=40)
    options.add_argument('--model', action='append')
    options = options.parse_args()
    rng = random.Random(1)
    for model in options.model or ['pendulum']:
        with View(options.cuttle, model) as view:
            count = 0
            for name in itertools.chain.from_iterable(itertools.product(BUTTONS, repeat=3)):
                status, text = view.command(command=name)
                assert status == 200, f'{model}: {name}: {status} {text}'
                count += 1
            for _ in range(options.commands):
                fields = anything(view, rng)
                status, text = view.command(**fields)
                assert status in (200, 400), f'{model}: {fields}: {status} {text}'
                count += 1
            assert view.alive(), model
            print(f'{model}: {count} commands')
    with tempfile.TemporaryDirectory() as folder:
        follows_data(options.cuttle, Path(folder))


main()
