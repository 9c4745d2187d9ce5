/** Short runs of the engine beside the oracle, robot by robot. */
import { type Happening, happeningsInto, startEngine } from './engine-run.js';
import { gapToFixture, lengthOf, type World, type WorldSpec, worldOf } from './random-world.js';
import { STEP, SteppedOracle } from './stepped-oracle.js';

export interface Verdict {
  /** Number of equal ends of motions, and of contacts among them. */
  readonly same: number;
  readonly contacts: number;
  /** The largest difference of two times that were compared, in seconds. */
  readonly worst: number;
  /** Time of two events that the oracle cannot distinguish; nothing after it is compared. */
  readonly tie?: string;
  /** Time of the first difference. */
  readonly difference?: string;
}

/** Seconds and metres: what is nearer than this to what the oracle saw may as well have come first. */
const TIE_SECONDS = 1e-6;
const TIE_METRES = 1e-7;

/** Runs both until a number of motions have ended, or for a number of seconds. */
export async function compare(seed: number, spec: WorldSpec, ends: number, seconds: number): Promise<Verdict> {
  const oracle = new SteppedOracle(worldOf(seed, spec));
  oracle.run(ends, seconds);
  const world = worldOf(seed, spec);
  const triggers: Happening[] = [];
  const gaps = new Map<Happening, number>();
  const listener = happeningsInto(triggers);
  const { simulator, dynamics } = startEngine(
    world,
    {},
    {
      onDone: (body, end, now) => {
        listener.onDone!(body, end, now);
        gaps.set(
          triggers.at(-1)!,
          gapOf(triggers.at(-1)!, world, (id) => dynamics.poseOf(id, now)),
        );
      },
    },
  );
  await simulator.run({ until: oracle.now + STEP });

  // Compared robot by robot, so that the order of what happens far apart at one instant does not matter.
  const left = new Map(world.bodies.map(({ id }) => [id, triggers.filter(({ body }) => body === id)]));
  let [same, contacts, worst] = [0, 0, 0];
  for (const expected of oracle.triggers) {
    const found = left.get(expected.body)!.shift();
    const apart = found === undefined ? Infinity : Math.abs(found.time - expected.time);
    const difference = `seed ${seed}: expected ${told(expected)}, found ${found ? told(found) : 'nothing'}`;
    if (found !== undefined && Math.abs(gaps.get(found)!) > TIE_METRES) {
      return { same, contacts, worst, difference: `seed ${seed}: ${told(found)} at a gap of ${gaps.get(found)}` };
    }
    if (found === undefined || apart > STEP) return { same, contacts, worst, difference };
    if (found.what !== expected.what || found.other !== expected.other) {
      return { same, contacts, worst, [apart <= TIE_SECONDS ? 'tie' : 'difference']: difference };
    }
    same++;
    if (expected.what !== 'finishes') contacts++;
    worst = Math.max(worst, apart);
  }
  const extra = [...left.values()].flat().find(({ time }) => time < oracle.now - STEP);
  if (extra === undefined) return { same, contacts, worst };
  return { same, contacts, worst, difference: `seed ${seed}: not expected: ${told(extra)}` };
}

/** Metres between what touches; 0 where nothing does. */
function gapOf(
  { body, what, other }: Happening,
  world: World,
  placeOf: (id: number) => { readonly x: number; readonly y: number },
): number {
  const radiusOf = (id: number): number => world.bodies.find((each) => each.id === id)!.radius;
  const { x, y } = placeOf(body);
  if (what === 'finishes') return 0;
  if (what === 'bumps') return gapToFixture(world, other, x, y, radiusOf(body));
  const partner = placeOf(other);
  return lengthOf(x - partner.x, y - partner.y) - radiusOf(body) - radiusOf(other);
}

function told({ time, body, what, other }: Happening): string {
  return `${body} ${what} ${other} at ${time}`;
}
