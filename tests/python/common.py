"""What the tests of the Python package share."""
import math
import os
import sys
from pathlib import Path

import cuttle

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / 'models'
SLOWDOWN = float(os.environ.get('CUTTLE_SLOWDOWN', 1))  # of an engine under sanitizers
PROGRAM = os.environ.get('CUTTLE_BINARY', str(ROOT / 'build/release/bin/cuttle'))

LENGTH, RADIUS, YOUNG, DENSITY = 0.5, 0.01, 1e6, 1000.0
EI = YOUNG * math.pi * RADIUS**4 / 4


def arm_tree(**parts):
    """A rod that bends in both planes, with a cable and a load at its tip; inputs are the force
    x, y, z and the tension."""
    tree = dict(
        name='arm', gravity=[0, 0, 0],
        bodies=[cuttle.body(name='arm', rod=cuttle.rod(
            length=LENGTH, section=cuttle.section(radius=RADIUS),
            material=cuttle.material(young=YOUNG, density=DENSITY, viscosity=300),
            quadrature=8, strain=cuttle.strain(bend_y=2, bend_z=2)))],
        cables=[cuttle.cable(name='c', tension=0, path=[
            cuttle.cable_piece(body='arm', from_='base', to='tip', z='8 mm')])],
        loads=[cuttle.spec.load(name='push', body='arm', at='tip', force=[0, 0, 0])],
        probes=[cuttle.probe(name='tip', frame='arm', at='tip'),
                cuttle.probe(name='middle', frame='arm', at=LENGTH / 2)],
        study=cuttle.study(type='dynamics', method='implicit', step=1e-3, duration=0.1))
    tree.update(parts)
    return tree


def soft_arm(**parts):
    """The model of arm_tree."""
    return cuttle.model(**arm_tree(**parts))


def hub():
    """A floating ball with a soft arm and a joint: quaternions, strains and an angle."""
    return cuttle.model(name='hub', bodies=[
        cuttle.body(name='ball', joint='free', rigid=cuttle.rigid(
            shapes=[cuttle.shape(sphere=0.05, mass=0.5)],
            frames={'side': cuttle.pose(position=[0.05, 0, 0])})),
        cuttle.body(name='link', parent='ball', at='side',
                    joint=cuttle.joint(type='revolute', axis='y', stiffness=1, effort=0),
                    rigid=cuttle.rigid(shapes=[cuttle.shape(box=[0.1, 0.02, 0.02], mass=0.1)])),
        cuttle.body(name='arm', parent='link', rod=cuttle.rod(
            length=0.3, section=cuttle.section(radius=0.01),
            material=cuttle.material(young=1e6, density=1000),
            strain=cuttle.strain(bend_y=2, stretch=1)))])


def main():
    """Runs the tests of the calling file."""
    import unittest
    sys.exit(not unittest.main(argv=sys.argv[:1] + sys.argv[1:], exit=False).result.wasSuccessful())
