/** An activation schedule as a scenario: a configuration that places its robots and plays it. */
import { inputError } from '@kineko/formats/problem';
import type { Path } from '@kineko/formats/shape';
import { robotsim } from '@kineko/robotsim';
import { type FrontEnd, type Host, type Scenario, type Source, textOf } from '@kineko/run';
import type { ActivationSchedule } from '../format/activation-schedule.js';
import { findTable } from '../format/algorithms.js';
import { LCM_FILES } from '../format/recognition.js';
import { readPlacedSchedule } from '../format/schedule-file.js';
import { valueOf } from './activations.js';
import { entryOfTable } from './algorithms/tables.js';
import { lcmAlgorithms } from './algorithms/index.js';

/** Name of a table in the file. */
export const OWN_TABLE = 'OwnTable';

/** Number of times that a loop is played, if the user sets no time limit. */
const ROUNDS = 4;

/** The front end as pages use it. */
export const scheduleFrontEnd: FrontEnd = { ...LCM_FILES, load: loadSchedule };

export async function loadSchedule(source: Source, host: Host): Promise<Scenario> {
  const { path } = source;
  const { schedule, placeOf } = await readPlacedSchedule(textOf(source.bytes), path, OWN_TABLE);
  const { algorithm, robots, table } = schedule;
  if (algorithm === undefined) throw inputError('algorithm: expected the name of an algorithm, or a table', path);
  if (robots.length === 0) throw inputError('robots: expected the places of the robots', path);
  const own = table === undefined || findTable(table.name) === table ? [] : [entryOfTable(table)];
  const front = robotsim({ frontEnd: LCM_FILES.name, algorithms: () => Promise.resolve([...lcmAlgorithms(), ...own]) });
  const file = path.replace(/^.*[/\\]/, '');
  const files: Host = {
    readBytes: (name, from) => (name === file ? Promise.resolve(source.bytes) : host.readBytes(name, from)),
    loadModule: (name, from) => host.loadModule(name, from),
    memory: () => host.memory?.(),
  };
  const scenario = await front.load({ path, bytes: NO_KEYS }, files);
  for (const [key, value, part] of settingsOf(schedule, algorithm, file)) {
    scenario.set(key, value, { kind: 'file', place: placeOf?.(part) ?? { file: path } });
  }
  return scenario;
}

/** A configuration without keys: `{}`. */
const NO_KEYS = Uint8Array.of(0x7b, 0x7d);

/** The side of a square world that reaches to the farthest robot, so that pictures show the robots large. */
function sideOf(robots: ActivationSchedule['robots']): number {
  const reach = Math.max(...robots.flatMap(({ at: [x, y] }) => [Math.abs(valueOf(x)), Math.abs(valueOf(y))]));
  return reach > 0 ? reach : 1;
}

/** Keys, values, and the parts of the file that they come from. */
function settingsOf(
  { robots, prefix, loop, settings = new Map() }: ActivationSchedule,
  algorithm: string,
  file: string,
): readonly (readonly [key: string, value: string, part: Path])[] {
  const side = String(sideOf(robots));
  return [
    ['process.num', String(robots.length), ['robots']],
    ['world.width', side, ['robots']],
    ['world.height', side, ['robots']],
    ['robot.algorithm', algorithm, ['algorithm']],
    ['robot.size', '0', ['robots']],
    ['ghost_mode', 'true', ['robots']],
    ...robots.map(
      ({ at: [x, y] }, robot) =>
        [`bornpoint${robot + 1}`, `${valueOf(x)}, ${valueOf(y)}`, ['robots', robot, 'at']] as const,
    ),
    ['lcm.schedule', file, ['scheduler']],
    ['simulation.time', String(prefix.length + ROUNDS * loop.length), ['loop']],
    ...Array.from(settings, ([key, value]) => [key, value, ['settings', key]] as const),
  ];
}
