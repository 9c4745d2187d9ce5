/** An environment with its servers for robots, viewers, panels and pages. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type { Host } from '@kineko/run';
import { exposureOf, startServer, wallClock } from '@kineko/server';
import { startProgram } from '../run/robots/program.js';
import type { CrsimScenario, StartedRobots } from '../run/scenario.js';
import type { PortName, Ports } from '../run/session/panel-methods.js';
import { Panels } from '../run/session/panels.js';
import { Session } from '../run/session/session.js';
import { CRSIM_LIMITS } from './connection-limits.js';
import { type LineServer, startLineServer } from './line-server.js';
import type { LineSocket } from './line-socket.js';
import { fileRecorder } from './recorder.js';
import { type ConnectionGuard, servePanel, serveRobot, serveViewer, webServices } from './services.js';
import { spawnRobots, wordsOf } from './spawn.js';

export interface ServeCrsimOptions {
  /** Reads a model; throws if it is invalid. */
  readonly load: (file: string) => Promise<CrsimScenario>;
  /** The first model; without it a panel loads one. */
  readonly file?: string | undefined;
  /** 0 for any free one. */
  readonly ports?: Partial<Readonly<Record<PortName, number>>> | undefined;
  /** Address to listen on (default: loopback); any other needs a token. */
  readonly listen?: string | undefined;
  readonly token?: string | undefined;
  readonly hosts?: readonly string[] | undefined;
  /** Folder of the pages. */
  readonly pages?: string | undefined;
  readonly seed: () => number;
  readonly deadlineMs?: number | undefined;
  /** File for the commands of runs; the file of the second run has a 2 in its name. */
  readonly record?: string | undefined;
  /** Content of the file's header. */
  readonly info?: Readonly<Record<string, string>> | undefined;
  /** Command that starts the programs of robots. */
  readonly spawn?: string | undefined;
  readonly cwd: string;
  readonly onStatus?: ((line: string) => void) | undefined;
  /** Called with lines that programs print. */
  readonly printed?: ((robot: string, line: string) => void) | undefined;
  /** Called with internal errors. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

export interface ServedCrsim {
  readonly session: Session;
  readonly panels: Panels;
  readonly ports: Ports;
  readonly token: string;
  /** The address of the pages, with the token in its fragment, which browsers do not send. */
  readonly url: string;
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/** The servers of lines, with the default ports of the reports. */
const LINE_SERVERS = {
  viewer: { title: 'viewer', port: 3000 },
  robot: { title: 'robot', port: 8000 },
  panel: { title: 'control panel', port: 9000 },
} as const;

/** Throws an `InputError` if a port cannot be opened, a token is missing, or the model is invalid. */
export async function serveCrsim(options: ServeCrsimOptions): Promise<ServedCrsim> {
  const serving = new Serving(options);
  try {
    await serving.open();
  } catch (error) {
    await serving.close();
    throw error;
  }
  return serving;
}

class Serving implements ServedCrsim {
  readonly session: Session;
  readonly panels: Panels;
  readonly ports: Ports;
  readonly token: string;
  readonly warnings: readonly string[];
  private readonly addresses: readonly string[];
  private readonly guard: ConnectionGuard;
  private readonly servers = new Map<PortName, LineServer>();
  /** Servers that no longer listen, but may have open connections. */
  private readonly former: LineServer[] = [];
  private web: Awaited<ReturnType<typeof startServer>> | undefined;
  private programs: StartedRobots | undefined;
  /** Settles when the programs of the current model have been started. */
  private starting: Promise<void> = Promise.resolve();
  private records = 0;
  private isClosing = false;

  constructor(private readonly options: ServeCrsimOptions) {
    const { listen, token, hosts, deadlineMs, seed, record, spawn } = options;
    // A bad command is reported now, not when a panel loads a model.
    if (spawn !== undefined) wordsOf(spawn);
    const exposure = exposureOf({ listen, token, hosts });
    this.addresses = exposure.addresses;
    this.warnings = exposure.warnings;
    this.token = exposure.token;
    const { isToken } = exposure;
    this.guard = { clock: wallClock, needsToken: exposure.warnings.length > 0, isToken };
    this.session = new Session({
      clock: wallClock,
      load: (file) => this.load(file),
      seed,
      deadlineMs,
      ...(record !== undefined && { recorder: () => this.recorder(record) }),
    });
    const restart = (): void => void this.restartPrograms().catch(options.onFailure);
    this.session.listen({
      status: (line) => options.onStatus?.(line),
      // Before the pages are served, the port for robots is not open yet.
      loaded: () => {
        if (this.web !== undefined) restart();
      },
      ended: restart,
    });
    this.ports = {
      get: (which) => (which === 'web' ? this.web?.port : this.servers.get(which)?.port),
      set: (which, port) => this.move(which, port),
    };
    const { session, ports } = this;
    this.panels = new Panels({ session, ports, isToken, clock: wallClock, onFailure: options.onFailure });
  }

  get url(): string {
    return this.web!.url;
  }

  /** Panels first, so that they see everything. */
  async open(): Promise<void> {
    const { ports, file, listen, hosts, pages, onFailure } = this.options;
    await this.listen('panel');
    if (file !== undefined) await this.session.load(file);
    await this.listen('robot');
    await this.listen('viewer');
    this.web = await startServer({
      port: ports?.web,
      listen,
      token: this.token,
      hosts,
      pages,
      sockets: webServices(this.session, this.panels),
      onFailure,
    });
    this.session.reportStatus(`Started web server on port ${this.web.port}`);
    if (file !== undefined) await this.restartPrograms();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.session.close();
    this.panels.close();
    await Promise.all([...this.servers.values(), ...this.former].map((server) => server.close()));
    await this.web?.close();
    await this.starting;
    await this.programs?.close();
  }

  private async load(file: string): Promise<CrsimScenario> {
    const scenario = await this.options.load(file);
    const problems = await scenario.problems();
    if (problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
    return scenario;
  }

  /** One after the other, so that programs of an earlier model are closed first. */
  private restartPrograms(): Promise<void> {
    const started = this.starting.then(() => this.startPrograms());
    this.starting = started.catch(() => {});
    return started;
  }

  /** Starts the programs of robots, in this process or as child processes. */
  private async startPrograms(): Promise<void> {
    const { spawn: command, cwd, printed = () => {} } = this.options;
    await this.programs?.close();
    this.programs = undefined;
    const { slots, scenario } = this.session;
    if (this.isClosing || slots === undefined) return;
    for (const program of (await scenario?.programs()) ?? []) {
      const failed = (error: unknown): void => {
        this.session.reportStatus(`Program of robot ${program.name} failed: ${messageOf(error)}`);
      };
      if (!slots.isTaken(program.name)) await startProgram(program, slots, failed);
    }
    if (command === undefined) return;
    this.programs = spawnRobots({
      command,
      robots: slots.missing,
      host: this.addresses[0]!,
      port: this.ports.get('robot')!,
      token: this.guard.needsToken ? this.token : undefined,
      cwd,
      printed,
      ended: (robot, how) => this.session.reportStatus(`Program of robot ${robot} ${how}`),
    });
  }

  private async recorder(path: string) {
    // Existing files are not overwritten.
    let file: string;
    do file = recordName(path, ++this.records);
    while (existsSync(file));
    return fileRecorder(file, { ...this.options.info });
  }

  private async listen(which: keyof typeof LINE_SERVERS): Promise<void> {
    const server = await this.startOn(which, this.options.ports?.[which] ?? LINE_SERVERS[which].port);
    this.servers.set(which, server);
    this.session.reportStatus(`Started ${LINE_SERVERS[which].title} server on port ${server.port}`);
  }

  /** Listens on another port; open connections stay. */
  private async move(which: PortName, port: number): Promise<number> {
    if (which === 'web') throw new InputError([{ severity: 'error', text: 'the port of pages cannot be changed' }]);
    const old = this.servers.get(which);
    if (old?.port === port) return port;
    const server = await this.startOn(which, port);
    this.servers.set(which, server);
    if (old !== undefined) {
      old.stop();
      this.former.push(old);
    }
    return server.port;
  }

  private startOn(which: keyof typeof LINE_SERVERS, port: number): Promise<LineServer> {
    const { session, panels, guard } = this;
    const services: Readonly<Record<typeof which, [max: number, serve: (socket: LineSocket) => void]>> = {
      robot: [CRSIM_LIMITS.robots, serveRobot((introduction, link) => session.admit(introduction, link), guard)],
      viewer: [CRSIM_LIMITS.viewers, serveViewer(session, guard)],
      panel: [CRSIM_LIMITS.panels, servePanel(panels, guard)],
    };
    const [maxConnections, serve] = services[which];
    return startLineServer({ addresses: this.addresses, port, clients: `${which}s`, maxConnections, serve });
  }
}

function recordName(path: string, number: number): string {
  return number === 1 ? path : path.replace(/(\.[^./\\]*)?$/, `-${number}$1`);
}

/** Reads a file that a panel names: it must be below the folder in which the environment was started. */
export async function readForPanel(file: string, folder: string, host: Host): Promise<Uint8Array> {
  const from = { path: join(folder, 'a panel'), bytes: new Uint8Array() };
  try {
    return await host.readBytes(file, from);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // The user of a panel does not know the folder of the server.
    const problems = error.problems.map(({ severity, text }) => ({
      severity,
      text: text
        .replace('names the file', 'cannot load')
        .replaceAll(`the folder of ${from.path}`, 'the folder in which the environment was started')
        .replaceAll(`${folder}${sep}`, '')
        .replaceAll(folder, 'in which the environment was started'),
    }));
    throw new InputError(problems);
  }
}
