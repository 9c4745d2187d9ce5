import { expect, test } from '@jest/globals';
import { consensusBehaviour, decisionsIn, type MakeConsensus } from '../../test/consensus-behaviour.js';
import { smallSystem } from '../../test/small-system.js';
import { MostefaouiRaynal } from './mostefaoui-raynal.js';
import { SimulatedDetector } from './simulated-detector.js';
import { wire } from './wire.js';

const make: MakeConsensus = (process, detector) => {
  const consensus = new MostefaouiRaynal(process);
  consensus.setDetector(detector);
  return wire(consensus, 'consensus', process.network());
};

consensusBehaviour(make);

test('without crashes and mistakes it takes two steps', async () => {
  const { system, records } = smallSystem(5, (process) => {
    const detector = new SimulatedDetector(process, { detectionTime: 1, processes: system.processes });
    detector.setId('detector');
    detector.launch();
    make(process, detector).propose(0, process.id);
  });
  await system.run();
  expect(decisionsIn(records).map(({ time, value }) => [time, value])).toEqual(system.processes.map(() => [2, 0]));
});
