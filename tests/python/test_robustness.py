"""What is misused, interrupted or fails halfway ends in an exception that says why."""
import copy
import signal
import threading
import time
import unittest

import numpy as np

import common
import cuttle
from cuttle import _core


def noisy_arm(**more):
    """An arm whose tip is seen by a sensor with noise."""
    return common.soft_arm(sensors=[cuttle.sensor(name='eye', probe='tip', columns=['z'], rate=100,
                                                  noise=0.01)], **more)


class Objects(unittest.TestCase):
    def test_none_is_no_model(self):
        x, u = common.soft_arm().rest_state(), np.zeros(4)
        for call in (lambda: cuttle.simulate(None), lambda: cuttle.run(None),
                     lambda: cuttle.statics(None), lambda: cuttle.Simulator(None),
                     lambda: _core._rollout(None, x, None, 0.1, 1),
                     lambda: cuttle.inverse_statics(None, 'arm', np.zeros(3)),
                     lambda: cuttle.workspace_sample(None, 'arm', np.zeros((1, 4))),
                     lambda: cuttle.forward_dynamics(None, x, u), lambda: cuttle.linearize(None, x),
                     lambda: cuttle.rollout_tangent(None, x, u[None], 0.1),
                     lambda: cuttle.Model.rest_state(None), lambda: cuttle.Model.nq.fget(None),
                     lambda: cuttle.Simulator.t.fget(None),
                     lambda: cuttle.Simulator.step(None, u, 0.1)):
            with self.assertRaises(TypeError):
                call()

    def test_objects_of_nothing(self):
        for kind in (cuttle.Model, cuttle.State, cuttle.Trajectory):
            with self.assertRaises(TypeError):
                kind.__new__(kind)
            with self.assertRaises(TypeError):
                kind()
        empty = cuttle.Simulator.__new__(cuttle.Simulator)
        for use in (lambda: empty.state, lambda: empty.t, lambda: empty.step(None, 0.1),
                    lambda: empty.record, lambda: empty['tip.z']):
            with self.assertRaises((RuntimeError, TypeError)):
                use()
        with self.assertRaises(TypeError):
            copy.copy(common.soft_arm())

    def test_forces_are_not_written(self):
        pushed = common.soft_arm().with_force('arm', lambda t, pose, twist: np.zeros(6))
        with self.assertRaisesRegex(ValueError, 'a force in Python code cannot be written as YAML'):
            pushed.to_yaml()


class Failures(unittest.TestCase):
    def test_each_call_has_its_own_exception(self):
        # four threads share a model; a state of an odd number fails with its own exception
        def force(t, pose, twist):
            time.sleep(1e-4)
            if round(t) % 2 == 1:
                raise KeyError(round(t))
            return np.zeros(6)
        m = common.soft_arm().with_force('arm', force)
        wrong = []

        def work(number):
            x = m.rest_state()
            x.t = number
            for _ in range(40):
                try:
                    cuttle.forward_dynamics(m, x, np.zeros(4))
                    seen = None
                except KeyError as error:
                    seen = error.args[0]
                if seen != (number if number % 2 == 1 else None):
                    wrong.append((number, seen))
        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_calls_inside_of_callbacks(self):
        def inner(t, pose, twist):
            raise KeyError('inner')
        base = common.soft_arm()
        failing = base.with_force('arm', inner)
        caught = []

        def outer(t, pose, twist):
            try:
                cuttle.forward_dynamics(failing, failing.rest_state(), np.zeros(4))
            except KeyError:
                caught.append(t)
            return np.zeros(6)
        m = base.with_force('arm', outer)
        a = cuttle.forward_dynamics(m, m.rest_state(), np.zeros(4))
        self.assertTrue(caught and np.all(np.isfinite(a)))

    def test_exception_in_a_rollout(self):
        def force(t, pose, twist):
            if t > 0.02:
                raise KeyError('late')
            return np.zeros(6)
        m = common.soft_arm().with_force('arm', force)
        with self.assertRaisesRegex(KeyError, 'late'):
            cuttle.rollout(m, None, np.zeros((4, 5, 4)), dt=0.01, threads=2)

    def test_simulator_after_an_exception(self):
        def force(t, pose, twist):
            if t > 0.015:
                raise KeyError('late')
            return np.zeros(6)
        sim = cuttle.Simulator(common.soft_arm().with_force('arm', force))
        sim.step(np.zeros(4), 0.01)
        with self.assertRaisesRegex(KeyError, 'late'):
            sim.step(np.zeros(4), 0.01)
        with self.assertRaisesRegex(RuntimeError, r'call reset\(\) first'):
            sim.step(np.zeros(4), 0.01)
        self.assertAlmostEqual(sim.t, 0.01, delta=0.0051)
        sim.reset()
        sim.step(np.zeros(4), 0.01)

    def test_solver_error_tells_kind_and_time(self):
        m = common.soft_arm().with_force(
            'arm', lambda t, pose, twist: [0] * 5 + [1e9 * np.exp(600 * t)])
        with self.assertRaises(cuttle.SolverError) as caught:
            cuttle.simulate(m, 2, method='dopri5')
        error = caught.exception
        self.assertEqual((error.code, error.t), error.trajectory.failure)
        self.assertNotEqual(error.code, '')
        self.assertIn(f't = {error.t:.6g}: {error.code}', str(error))
        self.assertIsNone(cuttle.simulate(common.soft_arm(), 0.01).failure)
        # no time, no word of it
        with self.assertRaises(cuttle.SolverError) as caught:
            cuttle.continuous_regulator([[1.0]], [[0.0]], [[1.0]], [[1.0]])
        self.assertIsNone(caught.exception.t)
        self.assertNotIn('t = ', str(caught.exception))

    def test_interrupts(self):
        def stop(*_):
            raise KeyboardInterrupt
        old = signal.signal(signal.SIGALRM, stop)
        self.addCleanup(signal.signal, signal.SIGALRM, old)
        m = common.soft_arm()
        # equilibria in a hundred thousand parts of the load, and a step of hours
        heavy = common.soft_arm(gravity=[0, 0, -9.81],
                                study=cuttle.study(type='statics', load_steps=100_000))
        strong = cuttle.rod(length=0.5, section=cuttle.section(radius=0.01),
                            material=cuttle.material(young=1e6, density=1000),
                            strain=cuttle.strain(bend_y=30, bend_z=30, torsion=30))
        fine = cuttle.model(name='fine', bodies=[
            cuttle.body(name='a', rod=strong), cuttle.body(name='b', parent='a', rod=strong),
            cuttle.body(name='c', parent='b', rod=strong), cuttle.body(name='d', parent='c', rod=strong)],
            loads=[cuttle.spec.load(name='push', body='d', at='tip', force=[0, 0, 0])])
        # a signal that is looked at over a million spans of the study's own duration
        waved = common.soft_arm(
            loads=[cuttle.spec.load(name='wave', body='arm', at='tip', force=[0, 0, 'sin(t)'])],
            study=cuttle.study(type='dynamics', duration=0.01))
        stepper = cuttle.Simulator(m)
        choices = np.tile([0.0, 0.0, 0.1, 0.0], (200_000, 1))
        for call in (lambda: cuttle.rollout(m, None, np.zeros((100, 10_000, 4)), dt=0.01),
                     lambda: cuttle.simulate(m, 10_000),
                     lambda: cuttle.simulate(waved, 10_000, output_step=1),
                     lambda: stepper.step(None, 10_000),
                     lambda: cuttle.run(heavy),
                     lambda: cuttle.statics(heavy, load_steps=100_000),
                     lambda: cuttle.workspace_sample(m, 'arm', choices),
                     lambda: cuttle.inverse_statics(fine, 'd', [1.2, 0.3, -0.6])):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            start = time.perf_counter()
            with self.assertRaises(KeyboardInterrupt):
                call()
            # measured 0.25 s; a busy machine needs longer
            self.assertLess(time.perf_counter() - start, 2 * common.SLOWDOWN)


class Arguments(unittest.TestCase):
    def test_costs_of_regulators(self):
        one, empty = np.eye(1), np.zeros((0, 0))
        for design in (cuttle.continuous_regulator, cuttle.discrete_regulator):
            with self.assertRaisesRegex(ValueError, 'A: expected shape'):
                design(empty, empty, empty, empty)
            with self.assertRaisesRegex(ValueError, 'B: expected shape'):
                design(one, np.zeros((1, 0)), one, empty)
            with self.assertRaisesRegex(ValueError, 'Q: must be symmetric'):
                design(np.eye(2), np.eye(2), [[1, 0.1], [0, 1]], np.eye(2))
            with self.assertRaisesRegex(ValueError, 'R: must be symmetric'):
                design(np.eye(2), np.eye(2), np.eye(2), [[1, 0.1], [0, 1]])
        with self.assertRaisesRegex(ValueError, 'not finite'):
            cuttle.discretise([[1e5]], [[1.0]], 1.0)

    def test_controllers_share_nothing(self):
        m = common.soft_arm()

        def add(**more):
            return cuttle.FunctionController(lambda t, x, u, readings: [1.0], **more)
        pull = 'cables.c.tension'
        for laws, text in (
                ([add(inputs=pull, name='a'), add(inputs=pull, name='b')], 'driven by'),
                ([add(inputs=pull, name='a'), add(inputs='loads.push.force.x', name='a')], 'name'),
                ([add(inputs=[pull, pull])], 'twice'),
                ([add(inputs=pull, min=2, max=1)], 'cross')):
            with self.assertRaisesRegex(ValueError, text):
                cuttle.simulate(m, 0.02, controllers=laws)
        with self.assertRaisesRegex(ValueError, 'held'):
            cuttle.simulate(m, 0.02, u=np.zeros(4), controllers=[add(inputs=pull)])

    def test_one_name_may_stand_alone(self):
        m = common.soft_arm()
        law = cuttle.FunctionController(lambda t, x, u, readings: [1.0], inputs='c')
        self.assertGreater(cuttle.simulate(m, 0.1, controllers=[law])['tip.z'][-1], 1e-4)
        env = cuttle.Env(m, observe='tip.z', act='c')
        self.assertEqual((env.observation_space.shape, env.action_space.shape), ((1,), (1,)))
        self.assertEqual(cuttle.linearize(m, m.rest_state(), outputs='tip.z').C.shape[0], 1)
        self.assertTrue(cuttle.inverse_statics(m, 'arm', [common.LENGTH, 0, 0], inputs='c').reached)

    def test_rollout(self):
        m = common.soft_arm()
        for option in ('output_step', 't_end', 'speed'):
            with self.assertRaisesRegex(TypeError, f"unknown option '{option}'"):
                cuttle.rollout(m, steps=2, **{option: 0.1})
            with self.assertRaisesRegex(TypeError, f"unknown option '{option}'"):
                cuttle.Simulator(m, **{option: 0.1})
        net = cuttle.load(common.MODELS / 'net_catenary.yaml')
        with self.assertRaisesRegex(ValueError, 'has no coordinates'):
            cuttle.rollout(net, steps=2)


class Learning(unittest.TestCase):
    def test_bounds_of_actions(self):
        m = common.soft_arm()
        names = m.input_names
        low = cuttle.Env(m).action_space.low
        self.assertEqual([names[i] for i in np.flatnonzero(low == 0)], ['cables.c.tension'])
        self.assertTrue(np.all(np.isinf(np.delete(low, names.index('cables.c.tension')))))
        with self.assertRaisesRegex(ValueError, 'cables.c.tension: low = 3 is above high = 2'):
            cuttle.Env(m, act='c', low=3, high=2)
        with self.assertRaisesRegex(ValueError, 'cables.c.tension: low = 0 is above high = -1'):
            cuttle.Env(m, act='c', high=-1)
        with self.assertRaisesRegex(ValueError, 'twice'):
            cuttle.Env(m, act=['c', 'c'])

    def test_seeds_of_noise(self):
        m = noisy_arm()

        def readings(sim, **how):
            sim.reset(**how)
            rows = [sim['eye.z']]
            for _ in range(5):
                sim.step(np.zeros(4), 0.01)
                rows.append(sim['eye.z'])
            return rows
        sim = cuttle.Simulator(m)
        own = readings(sim)
        self.assertEqual(own, readings(cuttle.Simulator(m)))
        self.assertNotEqual(own, readings(sim, seed=5))
        self.assertEqual(readings(sim), readings(cuttle.Simulator(m), seed=5))
        self.assertEqual(own, readings(sim, seed=0))
        with self.assertRaises(TypeError):
            sim.reset(seed=-1)

    def test_noise_of_episodes(self):
        env = cuttle.Env(noisy_arm(), observe='eye.z')
        first, second = [float(env.reset(seed=s)[0][0]) for s in (1, None)]
        self.assertNotEqual(first, second)
        self.assertNotEqual(first, float(env.reset(seed=2)[0][0]))
        self.assertEqual([first, second], [float(env.reset(seed=s)[0][0]) for s in (1, None)])
        many = cuttle.VectorEnv(noisy_arm(), 3, observe='eye.z')
        obs, _ = many.reset(seed=1)
        self.assertEqual(len(set(obs[:, 0])), 3)
        self.assertEqual(obs[0, 0], first)
        many.close()


if __name__ == '__main__':
    common.main()
