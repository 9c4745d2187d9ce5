/** An activation schedule as a scenario: a configuration that places its robots and plays it. */
import { inputError } from '@kineko/formats/problem';
import { robotsim } from '@kineko/robotsim';
import { type FrontEnd, type Host, type Scenario, type Source, textOf } from '@kineko/run';
import type { ActivationSchedule } from '../format/activation-schedule.js';
import { findTable } from '../format/algorithms.js';
import { LCM_FILES } from '../format/recognition.js';
import { readSchedule } from '../format/schedule-file.js';
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
  const schedule = await readSchedule(textOf(source.bytes), path, OWN_TABLE);
  const { algorithm, robots, table } = schedule;
  if (algorithm === undefined) throw inputError('algorithm: expected the name of an algorithm, or a table', path);
  if (robots.length === 0) throw inputError('robots: expected the places of the robots', path);
  const own = table === undefined || findTable(table.name) === table ? [] : [entryOfTable(table)];
  const front = robotsim({ frontEnd: LCM_FILES.name, algorithms: () => Promise.resolve([...lcmAlgorithms(), ...own]) });
  const file = path.replace(/^.*[/\\]/, '');
  const settings = settingsOf(schedule, algorithm, file);
  const files: Host = {
    readBytes: (name, from) => (name === file ? Promise.resolve(source.bytes) : host.readBytes(name, from)),
    loadModule: (name, from) => host.loadModule(name, from),
    memory: () => host.memory?.(),
  };
  return front.load({ path, bytes: asciiOf(settings) }, files);
}

function settingsOf(
  { robots, prefix, loop, settings = new Map() }: ActivationSchedule,
  algorithm: string,
  file: string,
): object {
  const points = robots.map(
    ({ at: [x, y] }, robot) => [`bornpoint${robot + 1}`, `${valueOf(x)}, ${valueOf(y)}`] as const,
  );
  return {
    'process.num': robots.length,
    'robot.algorithm': algorithm,
    'robot.size': 0,
    ghost_mode: true,
    ...(Object.fromEntries(points) as Readonly<Record<string, string>>),
    'lcm.schedule': file,
    'simulation.time': prefix.length + ROUNDS * loop.length,
    ...Object.fromEntries(settings),
  };
}

/** JSON in ASCII. */
function asciiOf(data: object): Uint8Array {
  const escaped = JSON.stringify(data).replaceAll(
    /[^\u0020-\u007e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Uint8Array.from(escaped, (letter) => letter.charCodeAt(0));
}
