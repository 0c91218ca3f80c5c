"""Environments: shapes, seeds, ends of episodes, threads."""
import unittest

import numpy as np

import common
import cuttle
from cuttle.env import OwnBox


def make(**more):
    arguments = dict(observe=['tip.z', 'v'], act=['cables.c.tension'], low=0, high=2, dt=0.01,
                     t_end=0.05, reward=lambda obs, action: obs[0] - 0.1 * action[0],
                     reset=lambda m, random: m.rest_state().displace(
                         random.normal(scale=0.1, size=m.nv)))
    arguments.update(more)
    return arguments


class Single(unittest.TestCase):
    def test_shape_of_gymnasium(self):
        env = cuttle.Env(common.soft_arm(), **make())
        obs, info = env.reset(seed=1)
        self.assertEqual(obs.shape, env.observation_space.shape)
        self.assertTrue(env.action_space.contains(env.action_space.sample()))
        ends = []
        for _ in range(5):
            obs, reward, terminated, truncated, info = env.step([0.5])
            self.assertEqual(obs.dtype, np.float64)
            self.assertAlmostEqual(reward, obs[0] - 0.05)
            ends.append((terminated, truncated))
        self.assertEqual(ends, [(False, False)] * 4 + [(False, True)])
        with self.assertRaisesRegex(RuntimeError, 'reset'):
            env.step([0.5])

    def test_seeds_repeat(self):
        env = cuttle.Env(common.soft_arm(), **make())

        def play(seed):
            rows = [env.reset(seed=seed)[0]]
            random = np.random.default_rng(seed)
            for _ in range(5):
                rows.append(env.step(random.uniform(0, 2, 1))[0])
            return np.array(rows)
        np.testing.assert_array_equal(play(7), play(7))
        self.assertGreater(np.abs(play(7) - play(8)).max(), 1e-6)

    def test_actions_beyond_their_bounds(self):
        env = cuttle.Env(common.soft_arm(), **make())
        env.reset(seed=0)
        self.assertTrue(env.step([5])[4]['clipped'])
        self.assertFalse(env.step([1])[4]['clipped'])
        with self.assertRaisesRegex(ValueError, r'action: expected shape \(1,\), got \(2,\)'):
            env.step([1, 2])
        with self.assertRaisesRegex(ValueError, 'is nan'):
            env.step([np.nan])

    def test_ends(self):
        env = cuttle.Env(common.soft_arm(), **make(terminated=lambda obs: True))
        env.reset()
        self.assertTrue(env.step([0])[2])
        bad = common.soft_arm().with_force('arm', lambda t, pose, twist: [0] * 5 + [
            1e9 * np.exp(600 * t)])
        env = cuttle.Env(bad, **make(t_end=50, method='dopri5', dt=1.0))
        env.reset()
        for _ in range(50):
            obs, reward, terminated, truncated, info = env.step([0])
            if terminated:
                break
        self.assertIn('failure', info)

    def test_unknown_names(self):
        m = common.soft_arm()
        with self.assertRaisesRegex(ValueError, "observe: no such column: 'tip.xx'; did you mean"):
            cuttle.Env(m, observe=['tip.xx'])
        with self.assertRaisesRegex(ValueError, "no such input: 'cable.c.tension'; did you"):
            cuttle.Env(m, act=['cable.c.tension'])

    def test_own_box(self):
        box = OwnBox([0, -np.inf, -np.inf, 0], [1, np.inf, 0, np.inf], (4,), seed=3)
        samples = np.array([box.sample() for _ in range(200)])
        self.assertTrue(all(box.contains(s) for s in samples))
        self.assertFalse(box.contains([2, 0, 0, 0]))
        self.assertAlmostEqual(samples[:, 0].mean(), 0.5, delta=0.1)


class Many(unittest.TestCase):
    def test_rows_are_single_environments(self):
        m = common.soft_arm()
        many = cuttle.VectorEnv(m, 3, threads=2, **make())
        single = cuttle.Env(m, **make())
        obs, infos = many.reset(seed=5)
        np.testing.assert_array_equal(obs[2], single.reset(seed=7)[0])
        actions = np.array([[0.1], [0.2], [0.3]])
        for k in range(5):
            obs, rewards, terminated, truncated, infos = many.step(actions)
            expected = single.step([0.3])
            if k < 4:
                np.testing.assert_array_equal(obs[2], expected[0])
        self.assertTrue(truncated.all())
        np.testing.assert_array_equal(infos[2]['final_observation'], expected[0])
        np.testing.assert_array_equal(obs[2], single.reset()[0])  # the next episode has begun
        with self.assertRaisesRegex(ValueError, r'actions: expected shape \(3, 1\)'):
            many.step(np.zeros((2, 1)))
        many.close()


if __name__ == '__main__':
    common.main()
