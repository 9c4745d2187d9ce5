/** Logs written by the playground itself, which runs must reproduce byte for byte. */
import { describe, expect, test } from '@jest/globals';
import { analyse } from '@kineko/analysis';
import { deecoRecords } from '../format/log/records.js';
import { readDeecoLog } from '../format/log/log-reader.js';
import { goldenLog, loadFile, run, scenarioFile } from '../../test/kit.js';

const MICRO = [
  'm1-walls',
  'm3-corners',
  'm4-actions',
  'm5-longwait',
  'm6-fuzz-1',
  'm7-norobots',
  'm8-empty',
  'm9-touch-1',
  'm9-touch-2',
];

describe('the original engine', () => {
  test.each(['simple-1', 'simple-2', 'predator'])('writes the log of the example %s', async (name) => {
    const { log, summary } = await run(await loadFile(scenarioFile(`${name}.xml`)));
    expect(log).toBe(goldenLog(`logs/seed42/${name}.txt`));
    expect(summary).toMatchObject({ stoppedBy: 'time', hasGoal: false });
  });

  test.each(MICRO)('writes the log of %s', async (name) => {
    const { log } = await run(await loadFile(scenarioFile(`micro/${name}.xml`)));
    expect(log).toBe(goldenLog(`micro/logs/${name}.txt`));
  });

  test.each(['m6-fuzz-2', 'm9-touch-0'])(
    'writes the log of %s up to where the playground has no answer',
    async (name) => {
      const { log } = await run(await loadFile(scenarioFile(`micro/${name}.xml`)));
      const golden = goldenLog(`micro/logs/${name}.txt`).split('\n');
      const firstNaN = golden.findIndex((line) => line.includes('NaN'));
      expect(firstNaN).toBeGreaterThan(0);
      expect(log.split('\n').slice(0, firstNaN)).toEqual(golden.slice(0, firstNaN));
      expect(log.split('\n')).toHaveLength(golden.length);
      expect(log).not.toContain('NaN');
    },
  );

  test('runs the example with a map that comes without a log', async () => {
    const { cycles } = await run(await loadFile(scenarioFile('simple-3.xml')));
    expect(cycles).toHaveLength(501);
    expect(cycles.join('')).not.toContain('NaN');
  });
});

describe('the records of a run', () => {
  test('are those of its log, plus motions', async () => {
    const { log, records } = await run(await loadFile(scenarioFile('predator.xml')));
    const ofLog = [...deecoRecords(readDeecoLog(new TextEncoder().encode(log), 'x.txt'))];
    const beyondLog = /^motion|^touch$|^release$/;
    expect(records.filter(({ type }) => !beyondLog.test(type))).toEqual(ofLog);
  });

  test.each(['original', 'exact'])(
    'of the engine %s contain all motions and collisions that it counts',
    async (engine) => {
      const loaded = await loadFile(scenarioFile('simple-1.xml'));
      loaded.scenario.set('engine', engine, { kind: 'flag' });
      const { records, summary } = await run(loaded);
      const { totals, collisions, robots } = await analyse(records);
      expect(totals).toMatchObject({
        motionRequests: summary.motionRequests,
        collisions: summary.collisions,
        unorderedRecords: 0,
      });
      expect(summary.collisions).toBeGreaterThan(10);
      expect(collisions.endsWithoutPartner).toBe(0);
      expect(robots.reduce((sum, { motions }) => sum + motions.replaced + motions.underWay, 0)).toBe(0);
    },
  );

  test('have the classes of robots and objects', async () => {
    const { scenario } = await loadFile(scenarioFile('predator.xml'));
    const { deeco } = scenario.traceInfo as { deeco: { robots: string[]; objects: string[] } };
    expect([deeco.robots.length, new Set(deeco.robots).size]).toEqual([9, 2]);
  });
});

test('a run repeats with the same seed, and differs with another', async () => {
  const [first, again, other] = await Promise.all(
    [7, 7, 8].map(async (seed) => (await run(await loadFile(scenarioFile('simple-1.xml')), seed, 'kineko')).log),
  );
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
