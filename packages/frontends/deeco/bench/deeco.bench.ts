/** Cycles per second of DEECo scenarios, by engine and number of robots. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deeco } from '../src/run/scenario.js';
import type { Host, Source } from '@kineko/run';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';

// This file is built to build/packages/frontends/deeco/bench.
const EXAMPLES = new URL('../../../../../examples/deeco/', import.meta.url);

const host: Host = {
  readBytes: async (path: string) => new Uint8Array(await readFile(fileURLToPath(new URL(path, EXAMPLES)))),
  loadModule: () => Promise.reject(new Error('scenarios of this benchmark have no classes of their own')),
};

/** Robots that move ahead until they collide and then turn away, in rows, with 18 × 18 pixels for each. */
function crowd(robots: number, cycles: number): string {
  const side = Math.ceil(Math.sqrt(robots));
  const rows = Array.from({ length: robots }, (_, i) => {
    const [x, y] = [(i % side) * 18 + 12, Math.floor(i / side) * 18 + 12];
    return `<robot class="basic.OrtogonalRobot" posX="${x}" posY="${y}" angle="${(i * 137) % 360}"/>`;
  });
  const size = side * 18 + 12;
  return `<simulation cycles="${cycles}" logfile="x.txt" sizeX="${size}" sizeY="${size}"><robots>${rows.join('')}</robots></simulation>`;
}

/** Returns `perCycle` operations for each cycle. */
function running(engine: string, read: () => Promise<Uint8Array>, perCycle = 1): Alternative {
  return {
    name: engine,
    setUp: () => async () => {
      const source: Source = { path: 'x.xml', bytes: await read() };
      const scenario = await deeco().load(source, host);
      scenario.set('engine', engine.replace(/,.*/, ''), { kind: 'set' });
      const run = await scenario.open({ seed: 1 });
      try {
        await run.advance();
        return Math.floor(run.now) * perCycle;
      } finally {
        await run.close();
      }
    },
  };
}

const simple3 = async (): Promise<Uint8Array> =>
  new Uint8Array(await readFile(fileURLToPath(new URL('simple-3.xml', EXAMPLES))));

const crowdOf = (robots: number, cycles: number) => (): Promise<Uint8Array> =>
  Promise.resolve(new TextEncoder().encode(crowd(robots, cycles)));

export const comparisons: Comparison[] = [
  {
    name: 'DEECo: cycles of simple-3',
    n: 11,
    alternatives: [running('original', simple3), running('exact', simple3)],
  },
  {
    name: 'DEECo: cycles of a crowd',
    n: 1000,
    alternatives: [running('original', crowdOf(1000, 20)), running('exact', crowdOf(1000, 20))],
  },
  {
    name: 'DEECo: robots × cycles, alike if cost is linear in the robots',
    n: 1000,
    alternatives: [
      running('original, 1,000 robots', crowdOf(1000, 20), 1000),
      running('original, 4,000 robots', crowdOf(4000, 20), 4000),
      running('exact, 1,000 robots', crowdOf(1000, 20), 1000),
      running('exact, 4,000 robots', crowdOf(4000, 20), 4000),
    ],
  },
];
