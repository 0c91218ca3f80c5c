"""Statics, runs, steps and rollouts, against closed forms, the program and each other."""
import json
import math
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy as np

import common
import cuttle


class Statics(unittest.TestCase):
    def test_cantilever(self):
        # small loads: PL^3/3EI, and the next term of the elastica is of order load^3
        m = common.soft_arm()
        for force in (1e-4, 2e-4):
            x = cuttle.statics(m, [0, 0, force, 0])
            tip = cuttle.frame_pose(m, x, 'arm.tip')[2, 3]
            exact = force * common.LENGTH**3 / (3 * common.EI)
            self.assertAlmostEqual(tip / exact, 1, delta=1e-5)  # measured 5e-6

    def test_cable_bends_an_arc(self):
        m = common.soft_arm()
        x = cuttle.statics(m, [0, 0, 0, 2.0])
        kappa = 2 * 0.008 / common.EI
        arc = np.array([math.sin(kappa * 0.5), 0, 1 - math.cos(kappa * 0.5)]) / kappa
        np.testing.assert_allclose(cuttle.frame_pose(m, x, 'arm')[:3, 3], arc, atol=1e-10)

    def test_failure_is_an_exception(self):
        m = common.hub()  # nothing holds it
        with self.assertRaises(cuttle.SolverError) as caught:
            cuttle.statics(m)
        self.assertIsInstance(caught.exception, RuntimeError)
        self.assertTrue(caught.exception.code)
        cuttle.mass_matrix(m, m.rest_state())  # the model is as good as before

    def test_dry_friction_holds(self):
        m = sticky_arm()
        x = cuttle.statics(m)
        self.assertAlmostEqual(x.q[0], 0.5 * 9.81 * 0.1 / 1e4, delta=1e-9)

    def test_wrong_arguments(self):
        m = common.soft_arm()
        with self.assertRaisesRegex(ValueError, 'load_steps: must be in'):
            cuttle.statics(m, load_steps=0)
        with self.assertRaisesRegex(TypeError, 'expected a State'):
            cuttle.statics(m, guess=[1, 2])


class Runs(unittest.TestCase):
    def test_figures_are_those_of_the_program(self):
        for name in ('pendulum', 'cable_arc', 'rod_modes'):
            traj = cuttle.load(common.MODELS / f'{name}.yaml').run()
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([common.PROGRAM, 'run', common.MODELS / f'{name}.yaml', '-o', folder,
                                '--quiet'], check=True)
                theirs = json.loads((Path(folder) / 'summary.json').read_text())['figures']
            ours = {k: v for k, v in traj.figures.items() if math.isfinite(v)}
            self.assertEqual({k: v['value'] for k, v in theirs.items() if v['value'] is not None},
                             ours)
            self.assertTrue(all(e['passed'] for e in traj.expect) and traj.ok)

    def test_views_and_names(self):
        traj = cuttle.simulate(cuttle.load(common.MODELS / 'pendulum.yaml'), t_end=1)
        self.assertEqual(traj.t[-1], 1)
        self.assertEqual(traj.q.shape, (len(traj), 1))
        self.assertTrue(np.shares_memory(traj.q, traj.q))
        np.testing.assert_array_equal(traj['angle.angle'], traj.q[:, 0])
        self.assertFalse(traj.q.flags.writeable or traj['angle.angle'].flags.writeable)
        with self.assertRaisesRegex(KeyError, "did you mean 'bob.x'"):
            traj['bob.xx']
        self.assertIn('bob.x', traj)
        self.assertEqual(traj.unit('bob.x'), 'm')
        with self.assertRaises(IndexError):
            traj.state(10**6)
        column = traj['bob.x']
        del traj
        self.assertEqual(column[0], column[0])

    def test_save_writes_what_the_program_writes(self):
        traj = common.soft_arm().run()
        with tempfile.TemporaryDirectory() as folder:
            names = sorted(Path(f).name for f in traj.save(folder))
            self.assertEqual(names, ['report.html', 'result.h5', 'series.csv', 'summary.json'])
            self.assertEqual((Path(folder) / 'summary.json').read_text().strip(),
                             traj.summary().strip())
        with self.assertRaises(OSError):
            traj.save('/dev/null/here')

    def test_energy_of_a_free_swing(self):
        m = cuttle.load(common.MODELS / 'pendulum.yaml')
        traj = cuttle.simulate(m, t_end=3, rtol=1e-10, atol=1e-12)
        self.assertLess(traj.energy_residual, 1e-8)
        e0, e1 = (cuttle.energy(m, traj.state(i))['total'] for i in (0, -1))
        self.assertAlmostEqual(e0, e1, places=7)

    def test_inputs_three_ways(self):
        m = common.soft_arm()
        u = np.array([0, 0, 0.01, 1.0])
        held = cuttle.simulate(m, u=u)
        called = cuttle.simulate(m, u=lambda t: u, sample_time=0.01)
        written = cuttle.simulate(common.soft_arm(
            cables=[cuttle.cable(name='c', tension=1, path=[
                cuttle.cable_piece(body='arm', from_='base', to='tip', z='8 mm')])],
            loads=[cuttle.spec.load(name='push', body='arm', at='tip', force=[0, 0, 0.01])]))
        np.testing.assert_allclose(held.q, written.q, rtol=0, atol=1e-12)
        np.testing.assert_allclose(called.q, written.q, rtol=0, atol=1e-9)
        self.assertGreater(np.abs(held.q).max(), 0.1)

    def test_wrong_options(self):
        m = common.soft_arm()
        with self.assertRaisesRegex(ValueError, "method: unknown 'dopri'; did you mean 'dopri5'"):
            cuttle.simulate(m, method='dopri')
        with self.assertRaisesRegex(ValueError, 't_end: must be > 0, got -1'):
            cuttle.simulate(m, t_end=-1)
        with self.assertRaisesRegex(ValueError, 'rtol is nan'):
            cuttle.simulate(m, rtol=math.nan)
        with self.assertRaisesRegex(ValueError, 'step: missing, method generalized_alpha'):
            cuttle.simulate(cuttle.load(common.MODELS / 'pendulum.yaml'),
                            method='generalized_alpha')
        with self.assertRaisesRegex(TypeError, "unknown option 'methd'; did you mean 'method'"):
            cuttle.Simulator(m, methd='bdf')
        with self.assertRaisesRegex(ValueError, 'rows are too many'):
            cuttle.simulate(m, t_end=1, output_step=1e-12)

    def test_a_failed_run_keeps_its_rows(self):
        m = common.soft_arm().with_force('arm', lambda t, pose, twist: [0] * 5 + [
            1e9 * np.exp(50 * t)])
        with self.assertRaises(cuttle.SolverError) as caught:
            cuttle.simulate(m, method='dopri5', t_end=5)
        traj = caught.exception.trajectory
        self.assertFalse(traj.ok)
        self.assertGreaterEqual(len(traj), 1)
        self.assertFalse(cuttle.simulate(m, method='dopri5', t_end=5, check=False).ok)


def sticky_arm():
    """An arm that the friction of its joint holds against its weight."""
    return cuttle.model(
        name='sticky',
        bodies=[cuttle.body(name='arm', joint=cuttle.joint(
            type='revolute', axis='y', friction=1, friction_stiffness=1e4), rigid=cuttle.rigid(
                mass=0.5, center=[0.1, 0, 0], inertia=[1e-4, 6e-3, 6e-3]))],
        study=cuttle.study(type='dynamics', method='implicit', duration=0.1))


class Friction(unittest.TestCase):
    def test_bristles_go_along_with_q(self):
        # where it is put, it stays: whatever way q was written
        m = sticky_arm()
        x = cuttle.statics(m)
        sag = float(x.q[0])
        def put(change):
            y = x.copy()
            change(y)
            return y
        def into_view(y):
            y.q[0] += 0.1
        def anew(y):
            y.q = y.q + 0.1
        for y in (put(into_view), put(anew), x.displace([0.1]), put(into_view).copy()):
            sim = cuttle.Simulator(m)
            sim.reset(y)
            sim.step(None, 0.1)
            self.assertAlmostEqual(sim.state.q[0], 0.1 + sag, delta=1e-6)


class Steps(unittest.TestCase):
    def test_steps_are_the_run(self):
        m = common.soft_arm()
        u = np.array([0, 0, 0.01, 1.0])
        traj = cuttle.simulate(m, t_end=0.05, u=u, output_step=0.01)
        sim = cuttle.Simulator(m)
        for _ in range(5):
            sim.step(u, 0.01)
        self.assertAlmostEqual(sim.t, 0.05)
        np.testing.assert_allclose(sim.state.q, traj.q[-1], atol=1e-7)
        self.assertEqual(set(sim.readings), set(sim.columns))
        self.assertAlmostEqual(sim['tip.z'], traj['tip.z'][-1], places=9)
        np.testing.assert_array_equal(sim.input, u)

    def test_state_follows_and_is_read_only(self):
        sim = cuttle.Simulator(common.soft_arm())
        x, q = sim.state, sim.state.q
        sim.step([0, 0, 0, 1], 0.01)
        self.assertTrue(q.any())
        self.assertEqual(x.t, sim.t)
        with self.assertRaises(ValueError):
            q[0] = 1
        with self.assertRaises(AttributeError):
            x.t = 3
        kept = x.copy()
        sim.reset()
        self.assertFalse(q.any())
        sim.reset(kept)
        np.testing.assert_array_equal(sim.state.q, kept.q)

    def test_wrong_arguments(self):
        sim = cuttle.Simulator(common.soft_arm())
        with self.assertRaisesRegex(ValueError, r'u: expected shape \(4,\), got \(2,\)'):
            sim.step([1, 2], 0.1)
        with self.assertRaisesRegex(ValueError, 'dt: must be > 0'):
            sim.step(np.zeros(4), 0)
        with self.assertRaisesRegex(TypeError, 'dt: expected a number, got str'):
            sim.step(np.zeros(4), 'a')
        with self.assertRaisesRegex(KeyError, "did you mean 'tip.x'"):
            sim['tip.xx']
        sim.step(np.zeros(4), 0.01)

    def test_use_after_failure(self):
        m = common.soft_arm().with_force('arm', lambda t, pose, twist: [0] * 5 + [
            1e9 * np.exp(300 * t)])
        sim = cuttle.Simulator(m, method='dopri5')
        with self.assertRaises(cuttle.SolverError):
            for _ in range(100):
                sim.step(np.zeros(4), 0.1)
        with self.assertRaisesRegex(cuttle.SolverError, 'failed earlier and needs a reset to continue'):
            sim.step(np.zeros(4), 0.1)
        sim.reset()
        self.assertEqual(sim.t, 0)

    def test_a_state_is_no_input(self):
        m = common.soft_arm()
        x, words = m.rest_state(), 'u: expected numbers, got State; a state is given as x, x0'
        for call in (lambda: cuttle.statics(m, x), lambda: cuttle.Simulator(m).step(x, 0.1),
                     lambda: cuttle.rollout(m, None, x, dt=0.1),
                     lambda: cuttle.forward_dynamics(m, x, x)):
            with self.assertRaisesRegex(TypeError, words):
                call()
        with self.assertRaisesRegex(TypeError, 'u: expected numbers, got object$'):
            cuttle.statics(m, object())

    def test_overhead(self):
        # a loop of steps against the same steps as one rollout
        m, steps, dt = cuttle.load(common.MODELS / 'pendulum.yaml'), 1000, 1e-4
        u, sim = np.zeros(0), cuttle.Simulator(m)
        inside = loop = math.inf
        for _ in range(5):
            start = time.perf_counter()
            runs = cuttle.rollout(m, None, np.zeros((1, steps, 0)), dt=dt, threads=1)
            inside = min(inside, time.perf_counter() - start)
            sim.reset()
            start = time.perf_counter()
            for _ in range(steps):
                sim.step(u, dt)
            loop = min(loop, time.perf_counter() - start)
        np.testing.assert_array_equal(sim.state.q, runs.q[0, -1])
        # measured 0.4e-6 s; loose for busy machines
        self.assertLess((loop - inside) / steps, 30e-6 * common.SLOWDOWN)


class Turns(unittest.TestCase):
    """A rod whose base stands at 4.6 turns while its tip is clamped: 57.8 rad/m, whatever study
    the file asks for."""

    TEXT = """
gravity: [0, 0, 0]
bodies:
  - {name: drive, joint: {type: revolute, axis: x, prescribed: 28.9}, rigid: {mass: 0}}
  - name: rod
    parent: drive
    rod: {length: 0.5, section: {radius: 10 mm}, material: {young: 1 MPa, density: 1000},
          strain: {torsion: 2}}
connections:
  - {name: clamp, type: fixed, a: {body: rod, at: tip}, b: {pose: {position: [0.5, 0, 0]}}}
probes: [{name: strain, strain: rod, at: 0.2}]
study: """

    def test_are_counted_once(self):
        for study in ('{type: statics}', '{type: dynamics, duration: 0.01}',
                      '{type: dynamics, duration: 0.01, start: statics}',
                      '{type: load_path, from: 0, to: 1, steps: 2}', '{type: modes, count: 1}'):
            with self.subTest(study=study):
                m = cuttle.loads(self.TEXT + study)
                x = cuttle.statics(m)
                initial = m.initial_state()
                self.assertAlmostEqual(initial.q[1], -57.8, delta=1e-6)
                self.assertAlmostEqual(x.q[1], -57.8, delta=1e-6)
                self.assertAlmostEqual(cuttle.statics(m, guess=initial).q[1], -57.8, delta=1e-6)
                for start in (None, x, initial):
                    moved = cuttle.simulate(m, t_end=0.01, x0=start, method='implicit')
                    for row in (0, -1):
                        self.assertAlmostEqual(moved['strain.torsion'][row], -57.8, delta=1e-6)
                    sim = cuttle.Simulator(m, start, method='implicit')
                    sim.step(None, 0.01)
                    self.assertAlmostEqual(sim.state.q[1], -57.8, delta=1e-6)
                    many = cuttle.rollout(m, start, None, dt=0.01, steps=1, method='implicit')
                    self.assertAlmostEqual(many.q[0, -1, 1], -57.8, delta=1e-6)


class Threads(unittest.TestCase):
    def test_lock_is_given_back(self):
        m = common.soft_arm()
        ticks, done = [0], threading.Event()

        def count():
            while not done.is_set():
                ticks[0] += 1
                time.sleep(0.0005)
        counter = threading.Thread(target=count)
        counter.start()
        start = time.perf_counter()
        cuttle.simulate(m, t_end=20, u=[0, 0, 0, 1])
        spent = time.perf_counter() - start
        done.set()
        counter.join()
        self.assertGreater(spent, 0.02)
        self.assertGreater(ticks[0], 0.1 * spent / 0.0005)

    def test_same_results_on_two_threads(self):
        m = common.soft_arm()
        results = [None, None]

        def work(i):
            results[i] = cuttle.simulate(m, u=[0, 0, 0, 1]).q.copy()
        threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        np.testing.assert_array_equal(results[0], results[1])

    def test_one_simulator_is_for_one_thread(self):
        m, errors = common.soft_arm(), []
        sim = cuttle.Simulator(m)

        def work():
            for _ in range(300):
                try:
                    sim.step([0, 0, 0, 1], 1e-3)
                except RuntimeError as error:
                    errors.append(str(error))
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all('busy' in text for text in errors))
        self.assertTrue(np.isfinite(sim.state.q).all())

    def test_rollout(self):
        m = common.soft_arm()
        random = np.random.default_rng(2)
        u = random.uniform(0, 0.5, (6, 8, m.nu))
        x0 = [m.rest_state().displace(random.normal(scale=0.1, size=m.nv)) for _ in range(6)]
        one = cuttle.rollout(m, x0, u, dt=0.01, threads=1)
        two = cuttle.rollout(m, x0, u, dt=0.01, threads=2)
        np.testing.assert_array_equal(one.q, two.q)
        self.assertEqual(one.q.shape, (6, 9, m.nq))
        self.assertEqual(one.status, ['ok'] * 6)
        self.assertAlmostEqual(one.t[-1], 0.08)
        sim = cuttle.Simulator(m, x0[4])
        for row in u[4]:
            sim.step(row, 0.01)
        np.testing.assert_array_equal(sim.state.q, one.q[4, -1])
        np.testing.assert_array_equal(sim.state.v, one.v[4, -1])
        with self.assertRaisesRegex(ValueError, r'u: .* \(runs, steps, 4\), got \(6, 4\)'):
            cuttle.rollout(m, x0, np.zeros((6, 4)))
        with self.assertRaisesRegex(ValueError, '6 states do not match 5 runs'):
            cuttle.rollout(m, x0, u[:5])
        free = cuttle.rollout(m, m.rest_state(), None, dt=0.01, steps=3)
        self.assertEqual(free.q.shape, (1, 4, m.nq))


if __name__ == '__main__':
    common.main()
