/**
 * The figures of docs/chirp.md: time per frame in the report's scene, and response times of controllers.
 *
 *     node --import @kineko/tools/shared/use-built-sources build/packages/frontends/chirp/bench/chirp-figures.js [frames | udp]
 */
import process from 'node:process';
import { ChirpServer } from '../src/node/server.js';
import { Random } from '@kineko/kernel';
import { frameOf } from '../test/frames.js';
import { scenarioOf } from '../test/kit.js';
import { crowdedScene, sparseScene } from '../test/scenes.js';
import { answersTo, percentile } from './controllers.js';

const FRAMES = 5000;
const COUNTED = { from: 900, to: 4100 };

const [what = 'all'] = process.argv.slice(2);
if (what !== 'udp') for (const dynamics of ['analytic', 'rigid']) await tellFrames(dynamics);
if (what !== 'frames') {
  for (const dynamics of ['analytic', 'rigid']) {
    await tellAnswers(`200 robots in close quarters, ${dynamics}`, crowdedScene({ robots: 200 }), dynamics, 200, 16);
  }
  await tellAnswers('2000 robots with room, analytic', sparseScene(2000), 'analytic', 2000, 500);
}

async function tellFrames(dynamics: string): Promise<void> {
  const run = await scenarioOf(crowdedScene({ robots: 200 }), { dynamics }).open({ seed: 1 });
  const stream = new Random(1).stream('speeds');
  const cpu: number[] = [];
  for (let frame = 1; frame <= FRAMES; frame++) {
    const before = process.cpuUsage();
    await frameOf(run, frame, stream);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  const counted = cpu.slice(COUNTED.from, COUNTED.to);
  const mean = counted.reduce((sum, each) => sum + each, 0) / counted.length;
  const variance = counted.reduce((sum, each) => sum + (each - mean) ** 2, 0) / counted.length;
  const figures = { mean, sigma: Math.sqrt(variance), min: Math.min(...counted), max: Math.max(...counted) };
  say(`frames, 200 robots, ${dynamics} (ms of CPU): ${shown(figures)}`);
}

async function tellAnswers(
  name: string,
  world: object,
  dynamics: string,
  robots: number,
  everyMs: number,
): Promise<void> {
  const server = await ChirpServer.open(scenarioOf(world, { dynamics }), { seed: 1, port: 0 });
  const over = server.run.advance();
  const seconds = 10;
  const before = process.cpuUsage();
  const { asked, latenciesMs } = await answersTo({ port: server.port.port, robots, everyMs, seconds });
  const { user, system } = process.cpuUsage(before);
  const drops = await server.port.drops();
  const simulated = server.run.present;
  server.run.stop();
  server.poke();
  await over;
  await server.close();
  const at = (share: number): number => percentile(latenciesMs, share);
  const figures = {
    asked,
    answered: latenciesMs.length,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
    drops: drops ?? NaN,
    simulated,
    cpuSeconds: (user + system) / 1e6,
  };
  say(`answers, ${name}, every ${everyMs} ms for ${seconds} s (ms): ${shown(figures)}`);
}

function shown(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)
    .join(', ');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
