/** Serves a configuration to clients of rosbridge, which drive its robots in real time. */
import { randomInt } from 'node:crypto';
import { escapeText, expected } from '@kineko/formats/problem';
import { type Box, MAX_TIME } from '@kineko/geometry';
import { Rosbridge } from '@kineko/interop/node';
import { Pacer } from '@kineko/kernel/pacing';
import type { Scenario } from '@kineko/run';
import {
  type CliContext,
  counted,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  logBudgetOf,
  Results,
  type ServedRunOptions,
  type ServeRequest,
  UsageError,
} from '@kineko/run/console';
import { authorGuard, driveRun } from '@kineko/run/node';
import { startServer } from '@kineko/server';
import { openLive } from '../run/scenario.js';
import type { SimulatedRun } from '../run/simulated-run.js';
import { DRIVEN, rosWorldOf } from './ros-world.js';

/** The flags; front-end.ts describes them. */
interface ServeRosOptions extends ServedRunOptions {
  readonly version: string;
  readonly rosbridge?: string | undefined;
  readonly hz?: string | undefined;
  readonly scanRays?: string | undefined;
  readonly scanRange?: string | undefined;
  readonly allowOrigin?: readonly string[] | undefined;
  readonly listen?: string | undefined;
}

const DEFAULTS = { watch: false, open: true, json: false, verbose: 0 };

/** The usual port of rosbridge. */
const PORT = 9090;
const HZ = { usual: 20, max: 1000 } as const;
const RAYS = { usual: 360, max: 4096 } as const;
/** Metres, in a world without borders. */
const USUAL_RANGE = 100;
const MAX_RANGE = 1e9;

export async function serveRosbridge(request: ServeRequest, context: CliContext): Promise<ExitCode> {
  const options = { ...DEFAULTS, ...request.args, version: request.version } as unknown as ServeRosOptions;
  if (options.rosbridge === undefined) {
    throw new UsageError(
      `${request.file}: expected --rosbridge, which serves Neko configurations; kineko run runs them`,
    );
  }
  const port = numberOf(
    'rosbridge',
    options.rosbridge || String(PORT),
    0,
    65535,
    'a port from 0 (any free one) to 65535',
  );
  const hz = numberOf('hz', options.hz ?? String(HZ.usual), 0.01, HZ.max, `messages per second from 0.01 to ${HZ.max}`);
  const rays = numberOf(
    'scan-rays',
    options.scanRays ?? String(RAYS.usual),
    1,
    RAYS.max,
    `an integer from 1 to ${RAYS.max}`,
  );
  if (!Number.isInteger(port)) throw new UsageError(`--rosbridge: ${expected('a port', options.rosbridge)}`);
  if (!Number.isInteger(rays)) throw new UsageError(`--scan-rays: ${expected('an integer', options.scanRays)}`);
  const diagnostics = diagnosticsOn(context, options);
  const scenario = await request.load(request.file!, (loaded) => {
    const replaced = leaveToCommands(loaded);
    if (replaced !== undefined) diagnostics.info(replaced);
  });
  const { signal, stderr, env } = context;
  const pacer = new Pacer({ factor: speedOf(options.speed, scenario), continuous: true });
  const { open, layers, layer } = options;
  const watching = options.watch ? await request.watch(scenario, { open, layers, layer, pacer }) : undefined;
  try {
    const seed = scenario.seed ?? randomInt(4_294_967_296);
    const budget = logBudgetOf(options.logLimit);
    const { recordMcap } = request;
    const results = new Results(
      scenario,
      { ...options, seed, budget, recordMcap, watchers: [watching?.sink] },
      context,
    );
    const run = await openLive(
      scenario,
      {
        seed,
        emit: results.emit,
        log: diagnostics.author,
        guard: authorGuard({ cwd: context.cwd, warn: (text) => diagnostics.warn(text), strict: false }),
        onCreated: (created) => context.watchdog?.watch(created, () => results.flush()),
        gate: pacer,
      },
      { present: () => pacer.present },
    );
    const range = options.scanRange === undefined ? rangeOf(run.world!.area) : rangeGiven(options.scanRange);
    const bridge = new Rosbridge(rosWorldOf(run, pacer.poke), { hz, rays, range });
    const server = await startServer({
      port,
      listen: options.listen,
      token: env['KINEKO_TOKEN'],
      sockets: { '/': bridge.accept },
      foreign: { origins: options.allowOrigin, onRefused: (text) => diagnostics.warn(text) },
      limits: Rosbridge.limits,
      onFailure: (error) => diagnostics.warn(String(error)),
    });
    const stop = (): void => {
      // A recorded command, so that a replay ends at the same event.
      run.command({ kind: 'shutdown' }, 'user');
      pacer.poke();
    };
    try {
      for (const warning of server.warnings) diagnostics.warn(warning);
      await results.begin();
      watching?.begin(run, results);
      context.watchdog?.watch(run, () => results.flush());
      stderr.write(`${readyText(scenario, run, server.port, options.listen)}\n`);
      signal.addEventListener('abort', stop, { once: true });
      budget.onExceeded(stop);
      if (signal.aborted) stop();
      const startedMs = performance.now();
      const ended = await driveRun(run);
      const wallSeconds = (performance.now() - startedMs) / 1000;
      const { stoppedBy } = await results.report(ended, { ...options, wallSeconds, metrics: run.metrics() });
      await watching?.linger(context);
      return stoppedBy === 'log' ? EXIT.limit : EXIT.ok;
    } catch (error) {
      await results.fail(run.summary(), error);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      bridge.close();
      await server.close();
      await run.close();
    }
  } finally {
    await watching?.close();
  }
}

function readyText(scenario: Scenario, run: SimulatedRun, port: number, listen: string | undefined): string {
  const { robots } = run.world!;
  const driven = robots.filter((robot) => run.algorithmOf(robot) === DRIVEN).length;
  const which = driven === robots.length ? counted(driven, 'robot') : `${driven} of ${counted(robots.length, 'robot')}`;
  return `${escapeText(scenario.name)}: rosbridge drives ${which} at ws://${listen ?? 'localhost'}:${port}, Ctrl-C ends it`;
}

const ALGORITHM_KEY = /^(robot\.(\d+\.)?)?algorithm$/;
const INITIALIZER_KEY = /^process\.(\d+\.)?initializer$/;

/**
 * Unless the configuration names `Driven` for some robots, all are driven: then their algorithms and initializers do not run.
 * A run without a time limit lasts until the user ends it. Returns a note on what is replaced.
 */
function leaveToCommands(scenario: Scenario): string | undefined {
  const given = scenario.config().filter(({ origin, value }) => origin.kind !== 'default' && value !== '');
  const set = (key: string, value: string): void =>
    scenario.set(key, value, { kind: 'flag', place: { file: '--rosbridge' } });
  if (!given.some(({ key }) => key === 'simulation.time')) set('simulation.time', String(MAX_TIME));
  const algorithms = given.filter(({ key }) => ALGORITHM_KEY.test(key));
  if (algorithms.some(({ value }) => value === DRIVEN)) return undefined;
  for (const key of new Set(['robot.algorithm', ...algorithms.map((entry) => entry.key)])) set(key, DRIVEN);
  for (const { key } of given) if (INITIALIZER_KEY.test(key)) set(key, 'RobotSimInitializer');
  const names = [...new Set(algorithms.map(({ value }) => value))].join(', ');
  return names === ''
    ? undefined
    : `all robots are ${DRIVEN}, in place of ${names}; name ${DRIVEN} in the file for some`;
}

function speedOf(text: string | undefined, scenario: Scenario): number {
  const named = scenario.config().find(({ key }) => key === 'simulation.speed')?.value;
  return numberOf('speed', text ?? (named || '1'), 1e-6, 1e6, 'simulated seconds per second from 1e-6 to 1e6');
}

function rangeGiven(text: string): number {
  return numberOf('scan-range', text, Number.MIN_VALUE, MAX_RANGE, `metres above 0, up to ${MAX_RANGE}`);
}

/** Rays reach across the whole world. */
function rangeOf(area: Box | undefined): number {
  if (area === undefined) return USUAL_RANGE;
  const [width, height] = [area.maxX - area.minX, area.maxY - area.minY];
  return Math.sqrt(width * width + height * height);
}

function numberOf(flag: string, text: string, min: number, max: number, what: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max) return value;
  throw new UsageError(`--${flag}: ${expected(what, text)}`);
}
