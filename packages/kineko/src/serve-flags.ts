/** The flags of `kineko serve`: those for all that it serves, and those for one kind only. */
import type { Options } from 'yargs';
import { VALUE } from './command.js';
import { LOG_LIMIT_OPTION } from './log-limit.js';
import { LAYER_FLAG, LAYERS_FLAG } from './looks/flags.js';
import { LOG_CHOICES } from './results.js';
import { ROBOT_OPTION } from './robot-files.js';
import { UsageError } from './usage-error.js';

/** Without a value unless it is given, so that it can be told whether it is. */
const FLAG = { type: 'boolean' } as const;

export interface Kind {
  /** Of what, as in "is for …". */
  readonly name: string;
  /** Above its flags. */
  readonly heading: string;
  readonly flags: Readonly<Record<string, Options>>;
}

export const COMMON = {
  listen: { ...VALUE, describe: 'the address to listen on, besides this machine only; needs KINEKO_TOKEN' },
  seed: { ...VALUE, describe: 'the seed of all chance; without it one is drawn for each run' },
  quiet: {
    ...FLAG,
    alias: 'q',
    default: false,
    describe: 'say nothing but errors, and of an environment where to connect',
  },
} as const satisfies Kind['flags'];

export const CRSIM: Kind = {
  name: 'environments of the Cooperative Robotics Simulator',
  heading: 'For environments of the Cooperative Robotics Simulator:',
  flags: {
    robots: { ...VALUE, describe: 'the port for robots (8000; 0 for any free one)' },
    viewers: { ...VALUE, describe: 'the port for viewers (3000)' },
    panels: { ...VALUE, describe: 'the port for control panels (9000)' },
    web: { ...VALUE, describe: 'the port for pages (the first free one from 7365 on)' },
    host: { ...VALUE, describe: 'with --listen: a name by which pages may call this machine' },
    spawn: { ...VALUE, describe: 'start a program for each robot: "python3 robot.py {name}" ({host}, {port})' },
    robot: { ...VALUE, array: true, nargs: 1, describe: ROBOT_OPTION },
    record: { ...VALUE, describe: 'keep the orders of runs in this file: kineko run gives them again' },
    plugin: {
      type: 'string',
      array: true,
      nargs: 1,
      describe:
        'a .ts or .js file beneath the folder of the model, with sensors, effectors, shapes or maps (may be repeated)',
    },
    deadline: { ...VALUE, describe: 'how long a step waits for a robot, in ms (5000)' },
    'step-pause': { ...VALUE, describe: 'how long to wait after each step, in ms (0)' },
  },
};

export const CHIRP: Kind = {
  name: 'Chirp worlds',
  heading: 'For Chirp worlds:',
  flags: {
    port: { ...VALUE, describe: 'the port for controllers (37875); 0 for any free one' },
    speed: { ...VALUE, describe: 'simulated seconds per second (1); max does not wait' },
    lockstep: { ...VALUE, describe: 'wait for every controller: simulated seconds of a tick, as 0.016' },
    controllers: { ...FLAG, describe: 'start the controllers that the world names, and stop them with it' },
    owners: { ...FLAG, describe: 'a robot belongs to whoever steered it first (--no-owners: to everybody)' },
    replay: { ...VALUE, describe: 'give the orders of a trace again, without controllers' },
    set: {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'give a key of the configuration another value: --set seed=7 (may be repeated)',
    },
    'time-limit': { ...VALUE, describe: 'simulated seconds after which it ends' },
    out: { ...VALUE, alias: 'o', describe: 'the folder for results: manifest.json, logs' },
    log: { ...VALUE, choices: LOG_CHOICES, describe: 'what to keep: the Neko log, the exact trace, both' },
    'log-limit': { ...VALUE, describe: `${LOG_LIMIT_OPTION.describe} (${LOG_LIMIT_OPTION.default})` },
    watch: { ...FLAG, describe: 'show it in the browser while it goes' },
    open: { ...FLAG, describe: 'with --watch: open the browser (--no-open prints the address)' },
    layers: { ...LAYERS_FLAG, describe: `with --watch: ${LAYERS_FLAG.describe}` },
    layer: { ...LAYER_FLAG, describe: `with --watch: ${LAYER_FLAG.describe}` },
    json: { ...FLAG, describe: 'print the result as one JSON object' },
    verbose: { alias: 'v', type: 'count', describe: 'say more' },
  },
};

/** Throws a `UsageError` that names all flags of a kind which are given, and what is there in its place. */
export function refuseFlagsOf(other: Kind, args: object, found: string): void {
  const given = new Map<string, unknown>(Object.entries(args));
  // What is counted is 0 unless it is given.
  const strange = Object.keys(other.flags).filter((flag) => (given.get(flag) ?? 0) !== 0);
  if (strange.length === 0) return;
  const flags = strange.map((flag) => `--${flag}`).join(', ');
  throw new UsageError(`${flags} ${strange.length === 1 ? 'is' : 'are'} for ${other.name}: ${found}`);
}
