/** `node --import kineko/register main.ts`: the billiard on the terminal, in real time; without a terminal, as pictures and a log. */
import { parseArgs } from 'node:util';
import { EventClass, Pacer } from 'kineko/engine';
import { Billiard, type Hit } from './billiard.js';
import { draw, nameOf } from './picture.js';

const SECONDS = 8;
const FRAMES_PER_SECOND = 20;
const HITS_SHOWN = 6;

function seedFromArguments(): number {
  try {
    const { values } = parseArgs({ options: { seed: { type: 'string', default: '42' } } });
    if (Number.isSafeInteger(Number(values.seed))) return Number(values.seed);
    throw new Error(`--seed takes a whole number, not "${values.seed}"`);
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}\nusage: node --import kineko/register main.ts [--seed <number>]`,
    );
    process.exit(2);
  }
}

const billiard = new Billiard({ width: 36, height: 16 }, 12, seedFromArguments());
const { simulator } = billiard;
const energyBefore = billiard.energy;
const isTerminal = process.stdout.isTTY;

// An author's process: its code runs from top to bottom, and simulated time passes only while it waits.
const hits: Hit[] = [];
simulator.spawn({ id: 1000, name: 'the scorer' }, async (scorer) => {
  for (;;) hits.push(await scorer.until(billiard.hits));
});

function describe({ time, disc, other }: Hit): string {
  const target = other === undefined ? 'the cushion' : nameOf(other);
  return `t = ${time.toFixed(15)} s   ${nameOf(disc)} hits ${target}`;
}

function frame(): string {
  const latest = hits.slice(-HITS_SHOWN).map(describe);
  return [draw(billiard), ...latest, ...Array<string>(HITS_SHOWN - latest.length).fill('')].join('\x1b[K\n');
}

/** Draws at fixed times; as an observer it runs last at its time and changes nothing. */
function drawEvery(seconds: number): void {
  const next = (): void => {
    process.stdout.write(`\x1b[H${frame()}\x1b[K\n`);
    if (simulator.now + seconds <= SECONDS) simulator.schedule(simulator.now + seconds, picture);
  };
  const picture = { class: EventClass.Observer, low: 0, high: 0, run: next, describe: () => 'a picture' };
  simulator.schedule(0, picture);
}

if (isTerminal) {
  process.on('SIGINT', () => simulator.stop());
  process.stdout.write('\x1b[2J\x1b[?25l');
  drawEvery(1 / FRAMES_PER_SECOND);
  try {
    await simulator.run({ until: SECONDS }, new Pacer());
  } finally {
    process.stdout.write('\x1b[?25h');
  }
} else {
  console.log(draw(billiard));
  await simulator.run({ until: SECONDS });
  console.log(`\nthe first hits, each at a solved instant:`);
  for (const hit of hits.slice(0, HITS_SHOWN)) console.log(`  ${describe(hit)}`);
  console.log(`\nafter ${simulator.now} simulated seconds:`);
  console.log(draw(billiard));
}

const drift = Math.abs(billiard.energy / energyBefore - 1);
console.log(
  `\n${hits.length} hits in ${simulator.now.toFixed(2)} s. Energy lost: ${drift.toExponential(1)} of it; ` +
    `smallest gap between two discs: ${billiard.smallestGap.toFixed(3)} m.`,
);
console.log(
  `Run it again and you get the same ${hits.length} hits. Another table: node --import kineko/register main.ts --seed 7`,
);
