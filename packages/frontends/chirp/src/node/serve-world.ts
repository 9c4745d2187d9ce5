/** A Chirp world, served: its port open, its controllers started, its results kept. */
import { randomInt } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { escapeText, InputError } from '@kineko/formats/problem';
import { Pacer } from '@kineko/kernel/pacing';
import type { RunSummary } from '@kineko/run';
import {
  type CliContext,
  describeRun,
  type Diagnostics,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  grouped,
  jsonOf,
  type LiveView,
  type LogChoice,
  logLimitOf,
  programName,
  type Recorded,
  recordedCommands,
  Results,
  type ServeRequest,
  UsageError,
} from '@kineko/run/console';
import { driveRun, LogBudget } from '@kineko/run/node';
import { exposureOf } from '@kineko/server';
import type { ChirpScenario } from '../run/scenario.js';
import { Controllers } from './controllers.js';
import { ChirpServer } from './server.js';
import { CHIRP_PORT } from './udp-port.js';
import { WorldQueue } from './world-queue.js';

interface ServeChirpOptions {
  /** Of the program. */
  readonly version: string;
  readonly layers?: string | undefined;
  readonly layer?: readonly string[] | undefined;
  readonly port?: string | undefined;
  /** An address besides this machine's own; needs KINEKO_TOKEN. */
  readonly listen?: string | undefined;
  /** Simulated seconds per second, or `max`. */
  readonly speed?: string | undefined;
  /** Simulated seconds of a tick, for time that waits for the controllers. */
  readonly lockstep?: string | undefined;
  /** Start the programs that the world names. */
  readonly controllers: boolean;
  /** Whether a robot belongs to whoever steered it first. */
  readonly owners: boolean;
  /** A trace of an earlier run: its orders are given again, and the port stays closed. */
  readonly replay?: string | undefined;
  readonly out?: string | undefined;
  readonly log?: LogChoice | undefined;
  readonly logLimit?: string | undefined;
  readonly watch: boolean;
  readonly open: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}

const DEFAULTS = { controllers: false, owners: true, watch: false, open: true, json: false, verbose: 0 };

export async function serveChirp(request: ServeRequest, context: CliContext): Promise<ExitCode> {
  const options = { ...DEFAULTS, ...request.args, version: request.version } as unknown as ServeChirpOptions;
  const world = (await request.load(request.file!)) as ChirpScenario;
  if (options.replay !== undefined) {
    const recorded = await recordedCommands(resolve(context.cwd, options.replay), options.replay);
    return replay(world, recorded, options, context);
  }
  return serveWorlds(world, request, options, context);
}

/** One world, then those that are opened in the page, each in the place of the one before. */
async function serveWorlds(
  first: ChirpScenario,
  { give, watch }: ServeRequest,
  options: ServeChirpOptions,
  context: CliContext,
): Promise<ExitCode> {
  const diagnostics = diagnosticsOn(context, options);
  const token = context.env['KINEKO_TOKEN'];
  const { addresses, warnings } = exposureOf({ listen: options.listen, token });
  for (const warning of warnings) diagnostics.warn(warning);
  const tick = tickOf(options.lockstep);
  const pacerAt = (factor: number): Pacer | undefined =>
    tick === undefined ? new Pacer({ factor, continuous: true }) : undefined;
  let pacer = pacerAt(speedOf(options.speed));
  let port = portOf(options.port);
  const worlds = new WorldQueue(give);
  const openWorld = (name: string, bytes: Uint8Array): Promise<void> => worlds.open(name, bytes);
  const { open, layers, layer } = options;
  // In lock-step the controllers set the pace, and not viewers.
  const watching = options.watch ? await watch(first, { open, layers, layer, pacer, openWorld }) : undefined;
  try {
    let world = first;
    for (let number = 1; ; number++) {
      const served = await serve(world, {
        options,
        context,
        diagnostics,
        watching,
        worlds,
        pacer,
        tick,
        port,
        number,
        address: addresses[0],
        token: options.listen !== undefined && addresses[0] !== '127.0.0.1' ? token : undefined,
      });
      ({ port } = served);
      const next = worlds.take();
      if (next === undefined || context.signal.aborted) return served.code;
      world = next;
      pacer = pacerAt(pacer?.factor ?? 1);
      await watching?.showAnother(world.name, pacer);
    }
  } finally {
    await watching?.close();
  }
}

interface Serving {
  readonly options: ServeChirpOptions;
  readonly context: CliContext;
  readonly diagnostics: Diagnostics;
  readonly watching: LiveView | undefined;
  readonly worlds: WorldQueue;
  /** Undefined in lock-step. */
  readonly pacer: Pacer | undefined;
  readonly tick: number | undefined;
  readonly address: string | undefined;
  readonly port: number;
  readonly token: string | undefined;
  /** 1 for the world of the command line; the others were opened in the page. */
  readonly number: number;
}

/** Until the run is over, or another world is opened. Returns the port, which the next one keeps. */
async function serve(
  world: ChirpScenario,
  { options, context, diagnostics, watching, worlds, pacer, tick, number, ...where }: Serving,
): Promise<{ readonly code: ExitCode; readonly port: number }> {
  const { signal, stderr } = context;
  const seed = world.seed ?? randomInt(4_294_967_296);
  const out = number === 1 || options.out === undefined ? options.out : `${options.out}-${number}`;
  const budget = new LogBudget(logLimitOf(options.logLimit));
  const results = new Results(world, { ...options, out, seed, budget, watcher: watching?.sink }, context);
  const server = await opened(world, {
    seed,
    emit: results.emit,
    pacer,
    lockstep: tick,
    owners: options.owners,
    ...where,
    onError: (error) => diagnostics.info(`the port: ${error.message}`),
    onAbsent: (robot) => diagnostics.warn(`nobody spoke for robot ${robot}: the others go on without it`),
  });
  const { run, port } = server;
  let controllers: Controllers | undefined;
  const stop = (): void => {
    // On record, so that a replay ends where this ends.
    run.command({ kind: 'shutdown' }, 'user');
    server.poke();
  };
  try {
    await results.begin();
    watching?.begin(run, results);
    if (!options.quiet) {
      stderr.write(
        `${escapeText(world.name)}: ${grouped(run.robots.length)} robots on udp ${port.address}:${port.port}, Ctrl-C ends it\n`,
      );
    }
    controllers = startControllers(world, number === 1, options, server, context, diagnostics);
    signal.addEventListener('abort', stop, { once: true });
    budget.onExceeded(stop);
    worlds.onOpened = stop;
    if (signal.aborted || worlds.hasNext) stop();
    const startedMs = performance.now();
    const summary = await driveRun(run);
    const wallSeconds = (performance.now() - startedMs) / 1000;
    await controllers?.stop();
    await printTraffic(server, options, context);
    const code = await report(world, { seed, wallSeconds, summary }, results, options, context);
    if (watching !== undefined) await Promise.race([watching.linger(context), worlds.whenOpened()]);
    return { code, port: port.port };
  } catch (error) {
    await results.fail(run.summary(), error);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    worlds.onOpened = undefined;
    await controllers?.stop();
    await server.close();
  }
}

/** The same run again, from its orders. */
async function replay(
  world: ChirpScenario,
  { seed, commands, end }: Recorded,
  options: ServeChirpOptions,
  context: CliContext,
): Promise<ExitCode> {
  const results = new Results(world, { ...options, json: true, seed }, context);
  const run = await world.open({ seed, emit: results.emit, commands });
  try {
    await results.begin();
    const startedMs = performance.now();
    const summary = await driveRun(run, { until: end, signal: context.signal });
    const wallSeconds = (performance.now() - startedMs) / 1000;
    return await report(world, { seed, wallSeconds, summary }, results, options, context);
  } catch (error) {
    await results.fail(run.summary(), error);
    throw error;
  } finally {
    await run.close();
  }
}

async function report(
  world: ChirpScenario,
  { seed, wallSeconds, summary }: { readonly seed: number; readonly wallSeconds: number; readonly summary: RunSummary },
  results: Results,
  options: ServeChirpOptions,
  { stdout, env }: CliContext,
): Promise<ExitCode> {
  const metrics = new Map<string, number>();
  const outcome = await results.finish(summary, metrics);
  const result = { scenario: world.name, seed, wallSeconds, metrics, ...outcome };
  if (options.json) stdout.write(`${JSON.stringify(jsonOf(result))}\n`);
  else if (!options.quiet) stdout.write(describeRun(result, programName(env)));
  return outcome.summary.stoppedBy === 'log' ? EXIT.limit : EXIT.ok;
}

function startControllers(
  world: ChirpScenario,
  isNamedByUser: boolean,
  options: ServeChirpOptions,
  { port }: ChirpServer,
  { cwd, env, stderr }: CliContext,
  diagnostics: Diagnostics,
): Controllers | undefined {
  const { controllers } = world.world!;
  if (controllers.length === 0) return undefined;
  if (!options.controllers) {
    diagnostics.warn(`the world names ${controllers.length} controllers: --controllers starts them`);
    return undefined;
  }
  // Whoever has the token could start any program otherwise.
  if (!isNamedByUser) {
    diagnostics.warn(
      `${world.name} names ${controllers.length} controllers, which are not started: it was opened in the page; ` +
        'kineko serve starts those of a world that it is given by name',
    );
    return undefined;
  }
  return new Controllers({
    controllers,
    folder: dirname(resolve(cwd, world.source.path)),
    host: port.address,
    port: port.port,
    isLockstep: options.lockstep !== undefined,
    ...(options.listen !== undefined && { token: env['KINEKO_TOKEN'] }),
    env,
    onLine: ({ robot }, line) => stderr.write(`robot ${robot}: ${escapeText(line)}\n`),
    onEnd: ({ robot, command }, how) =>
      diagnostics.warn(`the controller of robot ${robot} (${command.join(' ')}): ${how}`),
  });
}

async function printTraffic(server: ChirpServer, options: ServeChirpOptions, { stderr }: CliContext): Promise<void> {
  if (options.quiet) return;
  const { requests, answered, errors, limited, overflown } = server.handler.counts;
  const drops = await server.port.drops();
  const parts = [
    `${grouped(requests)} requests`,
    `${grouped(answered)} answered`,
    `${grouped(errors)} of them with an error`,
    ...(limited > 0 ? [`${grouped(limited)} not looked at, since their senders sent too many`] : []),
    ...(overflown > 0 ? [`${grouped(overflown)} messages never fetched`] : []),
    drops === undefined ? 'what the system dropped is not known here' : `${grouped(drops)} dropped by the system`,
  ];
  stderr.write(`${parts.join(', ')}\n`);
}

async function opened(world: ChirpScenario, options: Parameters<typeof ChirpServer.open>[1]): Promise<ChirpServer> {
  try {
    return await ChirpServer.open(world, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'].includes(code)) throw error;
    const text = `the port ${options.port ?? CHIRP_PORT} cannot be had: ${(error as Error).message}; --port takes another, 0 any free one`;
    throw new InputError([{ severity: 'error', text }]);
  }
}

function speedOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const speed = text === 'max' ? Infinity : Number(text);
  if (speed > 0) return speed;
  throw new UsageError(`--speed ${text}: simulated seconds per second, above 0, or max, is right`);
}

function tickOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const tick = Number(text);
  if (tick > 0 && tick < 3600) return tick;
  throw new UsageError(`--lockstep ${text}: the simulated seconds of a tick are right, as in --lockstep 0.016`);
}

function portOf(text: string | undefined): number {
  if (text === undefined) return CHIRP_PORT;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new UsageError(`--port ${text}: a whole number from 0 to 65535 is right, 0 for any free one`);
}
