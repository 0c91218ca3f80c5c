"""Random calls with random arguments: exceptions are fine, crashes and hangs are not.
Usage: fuzz_api.py seconds [seed, or `time`]. Prints how many calls of each outcome there were."""
import collections
import math
import sys
import time

import numpy as np

import common
import cuttle

FINE = (ValueError, TypeError, RuntimeError, KeyError, IndexError, AttributeError, OSError,
        OverflowError, MemoryError)


class Fuzzer:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.models = [common.soft_arm(), common.hub()] + [
            cuttle.load(common.MODELS / f'{name}.yaml')
            for name in ('pendulum', 'four_bar', 'sphere_on_plane', 'shell_cap', 'quadropus',
                         'net_catenary', 'hybrid_arm')]
        self.simulators = [cuttle.Simulator(m) for m in self.models[:3]]
        self.runs = [cuttle.simulate(self.models[0], 0.01)]
        self.calls = [getattr(self, name) for name in dir(self) if name.startswith('call_')]

    def pick(self, items):
        return items[self.random.integers(len(items))]

    def number(self):
        return self.pick([0, 1, -1, 0.1, 1e-3, 1e300, -1e300, 1e-300, math.nan, math.inf, 7,
                          self.random.normal(), self.random.normal() * 1e6])

    def array(self, size):
        size = self.pick([size] * 8 + [0, 1, size + 1, max(0, size - 1)])
        shape = self.pick([(size,)] * 6 + [(size, 1), (1, size), (2, size), ()])
        scale = self.pick([0.01, 0.1, 1, 1, 100, 1e10, 1e200])
        values = self.random.normal(size=shape) * scale
        if values.size and self.random.random() < 0.1:
            values.flat[0] = self.number()
        kind = self.pick(['f8'] * 8 + ['f4', 'i4', '>f8', 'c16', 'U5', 'O', '?'])
        with np.errstate(all='ignore'):
            return values.astype(kind)

    def junk(self):
        return self.pick([None, 3, -1, 2.5, 'arm', 'tip', '', b'x', [], {}, (), [1, 'a'], object(),
                          {'a': [1, {}]}, np.zeros((2, 2, 2)), lambda *a: 1, self.number(), True,
                          range(3), ('arm', 0.5), ('arm', 'x'), float, '\0', 'x' * 10000])

    def maybe(self, value):
        return value if self.random.random() < 0.9 else self.junk()

    def tame_state(self, m):
        # a strain of 1e6 is legal, and an integrator may follow it for minutes
        x = m.rest_state().displace(self.random.normal(scale=0.1, size=m.nv))
        x.v = self.random.normal(size=m.nv)
        return self.pick([x, x, x, self.junk()])

    def state(self, m):
        if self.random.random() < 0.05:
            return self.junk()
        owner = m if self.random.random() < 0.9 else self.pick(self.models)
        x = self.pick([owner.rest_state, owner.initial_state])()
        if self.random.random() < 0.6:
            x = x.displace(self.random.normal(scale=self.pick([0.01, 0.3, 3]), size=owner.nv))
        if self.random.random() < 0.6:
            x.v = self.random.normal(scale=self.pick([0.1, 1, 100]), size=owner.nv)
        if self.random.random() < 0.1 and owner.nq:
            x.q[self.random.integers(owner.nq)] = self.number()
        return x

    def tame_inputs(self, m):
        # forces of 1e10 N are legal, and an integrator may follow them for minutes
        return self.pick([None, np.abs(self.random.normal(size=m.nu)), np.ones(m.nu + 1),
                          np.abs(self.random.normal(size=m.nu)).tolist(), self.junk()])

    def inputs(self, m):
        return self.pick([None, self.array(m.nu), np.abs(self.random.normal(size=m.nu)),
                          np.abs(self.random.normal(size=m.nu)).tolist(), self.array(m.nu),
                          self.random.normal(size=(3, m.nu)), self.junk()])

    def frame(self, m):
        return self.pick((m.frames or ['arm']) + [self.junk(), ('arm', self.number())])

    def call_terms(self):
        m = self.pick(self.models)
        name = self.pick(['forward_dynamics', 'mass_matrix', 'bias', 'coriolis', 'gravity_force',
                          'stiffness_matrix', 'damping_matrix', 'actuation_matrix', 'momentum',
                          'constraint_matrix', 'energy', 'probes'])
        getattr(cuttle, name)(self.maybe(m), self.state(m), self.maybe(self.inputs(m)))

    def call_inverse(self):
        m = self.pick(self.models)
        cuttle.inverse_dynamics(m, self.state(m), self.maybe(self.array(m.nv)), self.inputs(m))

    def call_frames(self):
        m = self.pick(self.models)
        name = self.pick(['frame_pose', 'frame_twist', 'jacobian', 'jacobian_rate_times_v'])
        getattr(cuttle, name)(m, self.state(m), self.frame(m), self.inputs(m))

    def call_state(self):
        x = self.state(self.pick(self.models))
        name = self.pick(['q', 'v', 't', 'copy', 'displace'])
        if name == 'copy':
            x.copy().q[:] = 1
        elif name == 'displace':
            x.displace(self.maybe(self.array(x.v.size)))
        else:
            setattr(x, name, self.maybe(self.array(x.q.size)))

    def call_step(self):
        sim = self.pick(self.simulators)
        if sim.t > 0.05 or self.random.random() < 0.2:
            sim.reset(self.pick([None, self.tame_state(sim.model), self.junk()]))
        sim.step(self.maybe(self.tame_inputs(sim.model)), self.pick([1e-3, 1e-2, 1e-4, -1, 0, 'a']))
        sim.record, sim.readings, sim.input, sim.t, sim.state.q.sum()

    def call_statics(self):
        m = self.pick(self.models[:3])
        cuttle.statics(m, self.inputs(m), self.pick([None, self.state(m)]),
                       load_steps=self.pick([1, 1, 2, 0, -5]))

    def call_simulate(self):
        m = self.pick(self.models[:3])
        self.runs.append(cuttle.simulate(
            m, self.pick([0.01, 0.02, 'a', -1, None]), self.pick([None, None, self.tame_state(m)]),
            self.pick([None, np.abs(self.random.normal(size=m.nu)), lambda t: self.junk()]),
            method=self.pick(['dopri5', 'bdf', 'implicit', 'adams', 'generalized_alpha', 'x', 3]),
            step=self.pick([1e-3, 1e-3, None, -1]), check=self.pick([True, False])))
        self.runs = self.runs[-5:]

    def call_rollout(self):
        m = self.pick(self.models[:3])
        cuttle.rollout(m, self.pick([None, self.tame_state(m), [self.tame_state(m)] * 2]),
                       self.pick([None, np.abs(self.random.normal(size=(2, 3, m.nu))),
                                  self.array(m.nu), self.junk()]),
                       dt=self.pick([1e-3, 0, None, 'a']), steps=self.pick([None, 2, 3, -1, 'a']),
                       threads=self.pick([0, 1, 2, -1]))

    def call_derivatives(self):
        m = self.pick(self.models)
        x, u = self.state(m), self.inputs(m)
        self.pick([lambda: cuttle.forward_dynamics_derivatives(m, x, u),
                   lambda: cuttle.linearize(m, x, u, self.pick([(), m.columns[:2], ['a'], 3])),
                   lambda: cuttle.statics_derivative(m, x, u),
                   lambda: cuttle.acceleration_slope(
                       m, x, self.pick(['bodies[0].rod.length', 'gravity', 'x', '', self.junk()]),
                       self.number(), u),
                   lambda: cuttle.rollout_tangent(m, x, self.random.uniform(size=(2, m.nu)),
                                                  self.pick([1e-3, 0, self.junk()]),
                                                  self.pick([1, 2, 0, self.junk()]))])()

    def call_inverse_statics(self):
        m = self.models[0]
        goal = self.pick([np.array([0.45, 0, 0.1]), np.eye(4), self.array(3), self.junk()])
        self.pick([lambda: cuttle.inverse_statics(
                       m, self.frame(m), goal, inputs=self.pick([['c'], None, self.junk()]),
                       low=self.pick([None, 0, self.array(1)]),
                       high=self.pick([None, 3, self.junk()])),
                   lambda: cuttle.workspace_sample(
                       m, self.frame(m), self.pick([self.random.uniform(size=(2, 1)), self.junk()]),
                       inputs=self.pick([['c'], self.junk()]))])()

    def call_control(self):
        n = self.random.integers(0, 4)
        A = self.random.normal(size=(n, n))
        B = self.random.normal(size=(n, self.random.integers(0, 3)))
        self.pick([lambda: cuttle.discretise(self.maybe(A), self.maybe(B), self.maybe(0.1)),
                   lambda: cuttle.continuous_regulator(A, B, self.maybe(np.eye(n)),
                                                       self.maybe(np.eye(B.shape[1]))),
                   lambda: cuttle.discrete_regulator(A, B, self.array(n), np.eye(B.shape[1])),
                   lambda: cuttle.bounded_least_squares(self.maybe(A), self.maybe(self.array(n)),
                                                        self.pick([None, 0, -1, self.junk()]),
                                                        self.pick([None, 1, self.array(n)]))])()

    def call_trajectory(self):
        run = self.pick(self.runs)
        action = self.pick([lambda: run[self.pick(run.columns)].sum(), lambda: run[self.junk()],
                            lambda: run.state(self.junk()), lambda: run.plot(self.junk()),
                            lambda: run.plot(run.columns), lambda: run.unit(self.junk()),
                            lambda: run.q.sum() + run.v.sum() + run.t.sum(), lambda: run.figures])
        action()

    def call_model(self):
        m = self.pick(self.models)
        tree = {self.pick(['name', 'gravity', 'bodies', 'cables', 'study', 'probes']): self.junk(),
                'bodies': self.pick([self.junk(), [cuttle.body(name='a', rod=self.junk())],
                                     [cuttle.body(name='a', rigid={'mass': self.number(),
                                                                   'inertia': [1, 1, 1]})]])}
        self.pick([lambda: cuttle.model(tree), lambda: cuttle.model(self.junk()),
                   lambda: cuttle.loads(self.junk()), lambda: cuttle.load(self.junk()),
                   lambda: m.input(self.junk()), lambda: m.to_yaml(), lambda: m.describe(),
                   lambda: cuttle.loads('bodies: []', set=self.junk()),
                   lambda: m.with_force(self.frame(m), self.junk()),
                   lambda: cuttle.forward_dynamics(
                       m.with_force(self.pick(m.frames), lambda *a: self.junk()), self.state(m))])()

    def call_env(self):
        m = self.pick(self.models[:3])
        env = cuttle.Env(m, dt=0.01, t_end=0.05)
        env.reset(seed=self.pick([None, 1, 2]))
        env.step(self.maybe(self.random.normal(size=m.nu)))


def main():
    seconds = float(sys.argv[1])
    seed = sys.argv[2] if len(sys.argv) > 2 else '1'
    seed = time.time_ns() if seed == 'time' else int(seed)
    fuzzer, outcomes = Fuzzer(seed), collections.Counter()
    end = time.perf_counter() + seconds
    slowest = (0.0, '')
    while time.perf_counter() < end:
        call = fuzzer.pick(fuzzer.calls)
        start = time.perf_counter()
        try:
            call()
            outcomes['returned'] += 1
        except FINE as error:
            outcomes[type(error).__name__] += 1
        slowest = max(slowest, (time.perf_counter() - start, call.__name__))
    print(f'fuzz: seed {seed}, {sum(outcomes.values())} calls, {dict(outcomes)}, slowest {slowest}')
    if outcomes['returned'] < 10:
        sys.exit('fuzz: nearly nothing returned: the test tests nothing')


if __name__ == '__main__':
    main()
