"""Models from files, texts and code, their errors, states and frames."""
import copy
import gc
import unittest

import numpy as np

import common
import cuttle


class Files(unittest.TestCase):
    def test_load_with_settings(self):
        m = cuttle.load(common.MODELS / 'pendulum.yaml', set={'bodies.bob.joint.initial': '60 deg',
                                                               'title': "it's: a [test]"})
        self.assertAlmostEqual(m.initial_state().q[0], np.pi / 3, places=15)
        self.assertEqual(m.title, "it's: a [test]")
        self.assertEqual((m.nq, m.nv, m.nu), (1, 1, 0))
        self.assertEqual(m.body_names, ['bob'])

    def test_errors_are_located(self):
        text = 'bodies:\n  - name: a\n    rod: {length: -1 m, section: {raduis: 2}}\n'
        with self.assertRaises(cuttle.InputError) as caught:
            cuttle.loads(text, file='bad.yaml')
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        first = next(d for d in error.diagnostics if d.field.endswith('length'))
        self.assertEqual((first.file, first.line, first.column), ('bad.yaml', 3, 19))
        self.assertEqual(first.field, 'bodies[0].rod.length')
        self.assertIn('bad.yaml:3:19: error: bodies[0].rod.length: must be in (0, 100000] m, '
                      'got -1', str(error))

    def test_missing_file(self):
        with self.assertRaisesRegex(cuttle.InputError, 'nowhere.yaml'):
            cuttle.load('nowhere.yaml')


class InCode(unittest.TestCase):
    def test_same_reader_as_files(self):
        with self.assertRaises(cuttle.InputError) as caught:
            cuttle.model(bodies=[{'name': 'a', 'rod': {'length': -1}}])
        self.assertIn('<python>: error: bodies[0].rod.length: must be in (0, 100000] m, got -1',
                      str(caught.exception))

    def test_unknown_words(self):
        with self.assertRaisesRegex(TypeError, "body.*'raduis'"):
            cuttle.body(raduis=1)
        with self.assertRaisesRegex(TypeError, "did you mean 'radius'"):
            cuttle.section(radus=1)
        with self.assertRaisesRegex(cuttle.InputError, "did you mean 'radius'"):
            cuttle.model(bodies=[{'name': 'a', 'rod': {'length': 1, 'section': {'radus': 1}}}])
        with self.assertRaisesRegex(TypeError, "did you mean 'bodies'"):
            cuttle.model(bodie=[])

    def test_values(self):
        part = cuttle.cable_piece(body='a', from_='base', to='tip')
        self.assertEqual(part, {'body': 'a', 'from': 'base', 'to': 'tip'})
        with self.assertRaisesRegex(TypeError, r'gravity\[2\].*got function.*with_force'):
            cuttle.model(gravity=[0, 0, lambda t: t])
        loop = []
        loop.append(loop)
        with self.assertRaisesRegex(ValueError, 'nested deeper'):
            cuttle.model(gravity=loop)
        array = np.array([0, 0, -1.62])
        m = cuttle.model(gravity=array, bodies=[cuttle.body(
            name='a', joint='free', rigid={'mass': np.float32(0.5), 'inertia': (1, 1, 1)})])
        np.testing.assert_array_equal(m.gravity, array)

    def test_units_and_settings(self):
        m = common.soft_arm()
        short = cuttle.model(dict(bodies=[cuttle.body(name='a', rod=cuttle.rod(
            length='30 cm', section={'radius': '1 cm'},
            material={'young': '1 MPa', 'density': 1000},
            strain={'bend_y': 0}))]), set={'bodies.a.rod.length': '20 cm'})
        self.assertAlmostEqual(cuttle.frame_pose(short, short.rest_state(), 'a')[0, 3], 0.2)
        self.assertEqual(m.input_names, ['loads.push.force.x', 'loads.push.force.y',
                                         'loads.push.force.z', 'cables.c.tension'])

    def test_round_trip(self):
        m = common.soft_arm()
        again = cuttle.loads(m.to_yaml())
        a, b = m.run(), again.run()
        self.assertEqual(a.columns, b.columns)
        for name in a.columns:
            np.testing.assert_array_equal(a[name], b[name])

    def test_functions_tell_their_fields(self):
        self.assertIn('length', cuttle.rod.__doc__)
        self.assertIn('required', cuttle.cable.__doc__)
        self.assertIn('from_', cuttle.cable_piece.__doc__)


class States(unittest.TestCase):
    def test_views_alias_memory(self):
        x = common.hub().rest_state()
        q = x.q
        q[4] = 7
        self.assertEqual(x.q[4], 7)
        x.q = np.arange(x.q.size)
        self.assertEqual(q[3], 3)
        self.assertTrue(np.shares_memory(q, x.q))
        del x
        gc.collect()
        self.assertEqual(q[3], 3)

    def test_copies_are_apart(self):
        x = common.hub().rest_state()
        for y in (x.copy(), copy.copy(x), copy.deepcopy(x)):
            y.q[0] = 5
            self.assertNotEqual(x.q[0], 5)

    def test_displace_is_the_exponential(self):
        m = common.hub()
        d = np.zeros(m.nv)
        d[:3] = [0.3, 0, 0]
        q = m.rest_state().displace(d).q
        np.testing.assert_allclose(q[:4], [np.cos(0.15), np.sin(0.15), 0, 0], atol=1e-15)

    def test_wrong_values(self):
        m = common.hub()
        x = m.rest_state()
        with self.assertRaisesRegex(ValueError, rf'q: expected shape \({m.nq},\), got \(3,\)'):
            x.q = [1, 2, 3]
        with self.assertRaisesRegex(ValueError, r'v\[1\] is nan'):
            x.v = [0, np.nan] + [0] * (m.nv - 2)
        with self.assertRaisesRegex(TypeError, 'dtype <U1'):
            x.v = ['a'] * m.nv
        with self.assertRaisesRegex(TypeError, 'q: expected numbers, got str'):
            x.q = 'abc'
        with self.assertRaisesRegex(TypeError, 'complex'):
            x.v = np.zeros(m.nv, complex)
        x.q[0] = np.inf
        with self.assertRaisesRegex(ValueError, r'q\[0\] is inf'):
            cuttle.forward_dynamics(m, x)
        x.q[0] = 0
        with self.assertRaisesRegex(ValueError, r'q\[0:4\]: a quaternion .* length 1, got 0'):
            cuttle.mass_matrix(m, x)
        with self.assertRaisesRegex(ValueError, 'does not match'):
            cuttle.mass_matrix(m, common.soft_arm().rest_state())
        with self.assertRaisesRegex(TypeError, 'expected a State, got int'):
            cuttle.mass_matrix(m, 5)


class Frames(unittest.TestCase):
    def test_names(self):
        m = common.soft_arm()
        x = m.rest_state()
        for frame, place in (('arm', 0.5), ('arm.tip', 0.5), ('arm.base', 0), ('tip', 0.5),
                             ('middle', 0.25), (('arm', 0.25), 0.25)):
            self.assertAlmostEqual(cuttle.frame_pose(m, x, frame)[0, 3], place, places=14)
        self.assertIn('middle', m.frames)
        self.assertIn('ball.side', common.hub().frames)

    def test_named_frames_win(self):
        link = dict(joint=cuttle.joint(type='revolute', axis='y'), rigid=cuttle.rigid(
            mass=1, center=[1, 0, 0], frames={'base': cuttle.pose(position=[1, 0, 0]),
                                              'tip': cuttle.pose(position=[2, 0, 0])}))
        m = cuttle.model(name='two', bodies=[
            cuttle.body(name='a', **link),
            cuttle.body(name='b', parent='a', at='base', rigid=cuttle.rigid(mass=1)),
            cuttle.body(name='c', parent='a', at='tip', rigid=cuttle.rigid(mass=1))])
        self.assertEqual(m.frames.count('a.base'), 1)
        x = m.rest_state()
        for frame, place in (('a', 0), ('a.base', 1), ('a.tip', 2), ('b', 1), ('c', 2)):
            self.assertEqual(cuttle.frame_pose(m, x, frame)[0, 3], place)

    def test_unknown(self):
        m = common.soft_arm()
        x = m.rest_state()
        with self.assertRaisesRegex(cuttle.InputError, "no such frame: 'arm.tp'.*\n.*'arm.tip'"):
            cuttle.frame_pose(m, x, 'arm.tp')
        with self.assertRaisesRegex(cuttle.InputError, 'no point at 0.3 m(.|\n)*add a probe'):
            cuttle.frame_pose(m, x, ('arm', 0.3))
        with self.assertRaisesRegex(TypeError, 'frame: expected a name'):
            cuttle.frame_pose(m, x, 3)


if __name__ == '__main__':
    common.main()
