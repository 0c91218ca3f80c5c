"""A user-defined control loop: a damper brings a pendulum to rest."""
import numpy as np

import cuttle

m = cuttle.model(
    name='damped',
    bodies=[cuttle.body(name='bob', joint=cuttle.joint(type='revolute', axis='y', effort=0,
                                                       initial='60 deg'),
                        rigid=cuttle.rigid(mass=1, center=[0, 0, -1], inertia=[0.01] * 3))],
    probes=[cuttle.probe(name='bob', frame='bob', point=[0, 0, -1])])

sim = cuttle.Simulator(m, method='dopri5', rtol=1e-8)
energy = [cuttle.energy(m, sim.state)['total']]
for _ in range(500):
    u = -6.0 * sim.state.v           # the state is a view: it is updated by every step
    sim.step(u, 0.01)
    energy.append(cuttle.energy(m, sim.state)['total'])
print(f't = {sim.t:.2f} s, angle {sim.state.q[0]:.2e} rad, bob at z = {sim["bob.z"]:.6f} m')
assert np.all(np.diff(energy) < 1e-12) and abs(sim['bob.z'] + 1) < 1e-5
