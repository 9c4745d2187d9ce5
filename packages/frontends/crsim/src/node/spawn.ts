/** Starts the programs of robots, and ends them. */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { InputError } from '@kineko/formats/problem';
import { wallClock } from '@kineko/server';
import type { ControllerSlots } from '../run/robots/controller-slots.js';
import type { RobotStarter, StartedRobots } from '../run/scenario.js';
import { CRSIM_LIMITS } from './connection-limits.js';
import { startLineServer } from './line-server.js';
import { serveRobot } from './services.js';

export interface SpawnOptions {
  /** `python3 robot.py {name}`; there are {host} and {port} too, and the same in the environment. */
  readonly command: string;
  readonly robots: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
  /** Where the programs are started. */
  readonly cwd: string;
  /** What a program prints, line by line. */
  readonly printed: (robot: string, line: string) => void;
  /** A program has ended: how. */
  readonly ended?: (robot: string, how: string) => void;
}

export function spawnRobots(options: SpawnOptions): StartedRobots {
  const words = wordsOf(options.command);
  const children = options.robots.map((name) => startOne(name, words, options));
  return {
    close: async () => {
      await Promise.all(children.map(end));
    },
  };
}

function startOne(name: string, words: readonly string[], options: SpawnOptions): ChildProcess {
  const { host, port, token, cwd, printed, ended } = options;
  const values: Readonly<Record<string, string>> = { name, host, port: String(port) };
  const [file, ...args] = words.map((word) => word.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole));
  const child = spawn(file!, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KINEKO_ROBOT: name,
      KINEKO_HOST: host,
      KINEKO_PORT: String(port),
      ...(token !== undefined && { KINEKO_TOKEN: token }),
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => printed(name, line));
  }
  child.on('error', (error) => ended?.(name, `could not be started: ${error.message}`));
  child.on('exit', (code, signal) =>
    ended?.(name, signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
  );
  return child;
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), CRSIM_LIMITS.closeMs).unref();
    child.once('exit', () => clearTimeout(timer));
  });
}

/** As a shell would part them, with quotes, and without everything else that shells do. */
export function wordsOf(command: string): string[] {
  const words = [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
  if (words.length > 0) return words;
  const text = `--spawn "${command}": a command is right, such as "python3 robot.py {name}"`;
  throw new InputError([{ severity: 'error', text }]);
}

export interface StarterOptions {
  readonly cwd: string;
  readonly printed: (robot: string, line: string) => void;
}

/** Robots as programs of their own, for a run that nobody steers: on a port that only this machine can reach. */
export function robotStarter({ cwd, printed }: StarterOptions): RobotStarter {
  return {
    start: async (command: string, slots: ControllerSlots): Promise<StartedRobots> => {
      const guard = { clock: wallClock, needsToken: false, isToken: () => false };
      let check = (): void => {};
      const admit: Parameters<typeof serveRobot>[0] = (introduction, link) => {
        const controller = slots.admit(introduction, link);
        queueMicrotask(() => check());
        return controller;
      };
      const server = await startLineServer({
        addresses: ['127.0.0.1'],
        port: 0,
        clients: 'robots',
        maxConnections: CRSIM_LIMITS.robots,
        serve: serveRobot(admit, guard),
      });
      let programs: StartedRobots | undefined;
      const close = async (): Promise<void> => {
        await server.close();
        await programs?.close();
      };
      try {
        await new Promise<void>((resolve, reject) => {
          const refuse = (text: string): void =>
            reject(new InputError([{ severity: 'error', text: `--spawn "${command}": ${text}` }]));
          const callOff = wallClock.after(CRSIM_LIMITS.connectMs, () =>
            refuse(`${slots.missing.join(', ')} did not connect within ${CRSIM_LIMITS.connectMs / 1000} s`),
          );
          check = () => {
            if (slots.missing.length > 0) return;
            callOff();
            resolve();
          };
          programs = spawnRobots({
            command,
            robots: slots.missing,
            host: '127.0.0.1',
            port: server.port,
            cwd,
            printed,
            ended: (robot, how) => {
              if (slots.missing.includes(robot)) refuse(`the program of ${robot} ${how} before it had connected`);
            },
          });
        });
      } catch (error) {
        await close();
        throw error;
      }
      return { close };
    },
  };
}
