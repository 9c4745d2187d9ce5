import { expect, test } from '@jest/globals';
import { at, crashSome, settlingDetector } from '../../test/agreement.js';
import { smallSystem } from '../../test/small-system.js';
import { Omega } from './omega.js';
import { SimulatedDetector } from './simulated-detector.js';

test('trusts the lowest id that is not suspected, and reports changes', async () => {
  const told: string[] = [];
  const { system, recordsOf } = smallSystem(3, (process) => {
    const detector = new SimulatedDetector(process, { detectionTime: 1, processes: system.processes });
    const omega = new Omega(process);
    omega.setDetector(detector);
    for (const [id, protocol] of [['detector', detector] as const, ['omega', omega] as const]) {
      protocol.setId(id);
      protocol.launch();
    }
    omega.onLeader((leader) => told.push(`p${process.id}: ${leader}`));
  });
  at(system, 5, () => system.process(0).crash());
  at(system, 7, () => system.process(1).crash());
  at(system, 9, () => system.process(0).recover());
  await system.run();
  expect(recordsOf('protocolEvent').map(({ time, process, event, value }) => [time, process, event, value])).toEqual([
    [0, 0, 'leader', { leader: 0 }],
    [0, 1, 'leader', { leader: 0 }],
    [0, 2, 'leader', { leader: 0 }],
    [6, 1, 'leader', { leader: 1 }],
    [6, 2, 'leader', { leader: 1 }],
    [8, 2, 'leader', { leader: 2 }],
    [9, 2, 'leader', { leader: 0 }],
  ]);
  expect(told).toEqual(['p1: 1', 'p2: 1', 'p2: 2', 'p2: 0']);
});

test('once the detector has settled all trust one and the same', async () => {
  let changes = 0;
  for (let seed = 1; seed <= 50; seed++) {
    const omegas: Omega[] = [];
    const { system, recordsOf } = smallSystem(
      5,
      (process) => {
        const omega = new Omega(process);
        omega.setDetector(settlingDetector(process, system.processes, 50));
        omega.setId('omega');
        omega.launch();
        omegas.push(omega);
      },
      undefined,
      seed,
    );
    const crashed = crashSome(system, 50);
    await system.run();
    const correct = [0, 1, 2, 3, 4].filter((id) => !crashed.has(id));
    expect(correct.map((id) => omegas[id]!.leader)).toEqual(correct.map(() => correct[0]));
    changes += recordsOf('protocolEvent').length;
  }
  expect(changes).toBeGreaterThan(500);
});

test('without a detector it is not launched', async () => {
  const { system } = smallSystem(1, (process) => {
    const omega = new Omega(process);
    omega.setId('omega');
    expect(() => omega.launch()).toThrow(
      "p0, protocol 'omega' (Omega): it has no detector; call setDetector before launch",
    );
  });
  await system.run();
});
