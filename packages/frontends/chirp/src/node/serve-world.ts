/** Serves a Chirp world: opens its port, starts its controllers and writes its results. */
import { randomInt } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { escapeText, expected, InputError } from '@kineko/formats/problem';
import { Pacer } from '@kineko/kernel/pacing';
import type { RunSummary } from '@kineko/run';
import {
  type CliContext,
  type Diagnostics,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  counted,
  grouped,
  type LiveView,
  logBudgetOf,
  Results,
  type ServedRunOptions,
  type ServeRequest,
  UsageError,
} from '@kineko/run/console';
import { driveRun } from '@kineko/run/node';
import { exposureOf } from '@kineko/server';
import type { ChirpScenario } from '../run/scenario.js';
import { Controllers } from './controllers.js';
import { ChirpServer, type ChirpServerOptions } from './server.js';
import { CHIRP_PORT } from './udp-port.js';
import { WorldQueue } from './world-queue.js';

/** The flags; front-end.ts describes them. */
interface ServeChirpOptions extends ServedRunOptions {
  readonly version: string;
  readonly recordMcap: ServeRequest['recordMcap'];
  readonly port?: string | undefined;
  readonly listen?: string | undefined;
  readonly lockstep?: string | undefined;
  readonly controllers: boolean;
  readonly owners: boolean;
  readonly replay?: string | undefined;
}

const DEFAULTS = { controllers: false, owners: true, watch: false, open: true, json: false, verbose: 0 };

export async function serveChirp(request: ServeRequest, context: CliContext): Promise<ExitCode> {
  const { version, recordMcap } = request;
  const options = { ...DEFAULTS, ...request.args, version, recordMcap } as unknown as ServeChirpOptions;
  const world = (await request.load(request.file!)) as ChirpScenario;
  if (options.replay !== undefined) {
    const path = resolve(context.cwd, options.replay);
    const recorded = await request.recordedCommands(path, options.replay, diagnosticsOn(context, options));
    return replay(world, recorded, options, context);
  }
  return serveWorlds(world, request, options, context);
}

/** Serves one world, then those that are opened in the page, each in place of the one before. */
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
  // In lock-step the controllers set the pace, not the viewers.
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
  /** 1 for the world of the command line; later ones were opened in the page. */
  readonly number: number;
}

/** Resolves when the run has ended or another world is opened. Returns the port, which the next world keeps. */
async function serve(
  world: ChirpScenario,
  { options, context, diagnostics, watching, worlds, pacer, tick, number, ...where }: Serving,
): Promise<{ readonly code: ExitCode; readonly port: number }> {
  const { signal, stderr } = context;
  const seed = world.seed ?? randomInt(4_294_967_296);
  const out = number === 1 || options.out === undefined ? options.out : `${options.out}-${number}`;
  const budget = logBudgetOf(options.logLimit);
  const results = new Results(world, { ...options, out, seed, budget, watchers: [watching?.sink] }, context);
  const server = await opened(world, {
    seed,
    emit: results.emit,
    pacer,
    lockstep: tick,
    owners: options.owners,
    ...where,
    onError: (error) => diagnostics.info(`UDP port: ${error.message}`),
    onAbsent: (robot) => diagnostics.warn(`robot ${robot} got no command in time: the others continue without it`),
  });
  const { run, port } = server;
  let controllers: Controllers | undefined;
  const stop = (): void => {
    // A recorded command, so that a replay ends at the same event.
    run.command({ kind: 'shutdown' }, 'user');
    server.poke();
  };
  try {
    await results.begin();
    watching?.begin(run, results);
    if (!options.quiet) {
      const robots = counted(run.robots.length, 'robot');
      stderr.write(`${escapeText(world.name)}: ${robots} on udp ${port.address}:${port.port}, Ctrl-C ends it\n`);
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
    const code = exitCodeOf(await results.report(summary, { ...options, wallSeconds }));
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

/** Runs a world again with its recorded commands. */
async function replay(
  world: ChirpScenario,
  { seed, commands, end }: Awaited<ReturnType<ServeRequest['recordedCommands']>>,
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
    return exitCodeOf(await results.report(summary, { ...options, wallSeconds }));
  } catch (error) {
    await results.fail(run.summary(), error);
    throw error;
  } finally {
    await run.close();
  }
}

function exitCodeOf({ stoppedBy }: RunSummary): ExitCode {
  return stoppedBy === 'log' ? EXIT.limit : EXIT.ok;
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
  // Otherwise every client with the token could start any program.
  if (!isNamedByUser) {
    diagnostics.warn(
      `${world.name} names ${controllers.length} controllers, which are not started: it was opened in the page; ` +
        'kineko serve starts only the controllers of the world on its command line',
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
    onEnd: ({ robot, command }, how) => diagnostics.warn(`controller of robot ${robot} (${command.join(' ')}) ${how}`),
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
    ...(limited > 0 ? [`${grouped(limited)} ignored because their sources sent too many`] : []),
    ...(overflown > 0 ? [`${grouped(overflown)} messages never fetched`] : []),
    drops === undefined ? 'datagrams dropped by the system unknown' : `${grouped(drops)} dropped by the system`,
  ];
  stderr.write(`${parts.join(', ')}\n`);
}

async function opened(world: ChirpScenario, options: ChirpServerOptions): Promise<ChirpServer> {
  try {
    return await ChirpServer.open(world, options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'].includes(code)) throw error;
    const text = `cannot open UDP port ${options.port}: ${message}; --port chooses another, 0 any free one`;
    throw new InputError([{ severity: 'error', text }]);
  }
}

function speedOf(text = '1'): number {
  const speed = text === 'max' ? Infinity : Number(text);
  if (speed > 0) return speed;
  throw new UsageError(`--speed: ${expected('simulated seconds per second, above 0, or max', text)}`);
}

function tickOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const tick = Number(text);
  if (tick > 0 && tick < 3600) return tick;
  throw new UsageError(`--lockstep: ${expected('simulated seconds per tick, such as 0.016', text)}`);
}

function portOf(text = String(CHIRP_PORT)): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new UsageError(`--port: ${expected('an integer from 0 (any free port) to 65535', text)}`);
}
