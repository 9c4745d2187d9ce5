/** Starts the controllers of robots as child processes. */
import process from 'node:process';
import { expected, InputError } from '@kineko/formats/problem';
import { startProgram, wallClock } from '@kineko/server';
import type { ControllerSlots } from '../run/robots/controller-slots.js';
import type { RobotStarter, StartedRobots } from '../run/scenario.js';
import { CRSIM_LIMITS } from './connection-limits.js';
import { startLineServer } from './line-server.js';
import { serveRobot } from './services.js';

export interface SpawnOptions {
  /** `python3 robot.py {name}`; also {host} and {port}. The environment variables KINEKO_ROBOT, … have the same values. */
  readonly command: string;
  readonly robots: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
  readonly cwd: string;
  /** Called with each line that a program prints. */
  readonly printed: (robot: string, line: string) => void;
  readonly ended: (robot: string, how: string) => void;
}

export function spawnRobots({ command, robots, token, cwd, printed, ended, ...address }: SpawnOptions): StartedRobots {
  const words = wordsOf(command);
  const [host, port] = [address.host, String(address.port)];
  const programs = robots.map((name) => {
    const values: Readonly<Record<string, string>> = { name, host, port };
    return startProgram({
      command: words.map((word) => word.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)),
      cwd,
      env: {
        ...process.env,
        KINEKO_ROBOT: name,
        KINEKO_HOST: host,
        KINEKO_PORT: port,
        ...(token !== undefined && { KINEKO_TOKEN: token }),
      },
      onLine: (line) => printed(name, line),
      onEnd: (how) => ended(name, how),
    });
  });
  return {
    close: async () => {
      await Promise.all(programs.map((program) => program.stop(CRSIM_LIMITS.closeMs)));
    },
  };
}

/** Splits a command into words, with quotes as in a shell and nothing else that shells do. */
export function wordsOf(command: string): string[] {
  const words = [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
  if (words.length > 0) return words;
  const text = `--spawn: ${expected('a command, such as "python3 robot.py {name}"', command)}`;
  throw new InputError([{ severity: 'error', text }]);
}

/** Starts child processes for a run without a server, on a port that only this machine can reach. */
export function robotStarter(cwd: string, printed: SpawnOptions['printed']): RobotStarter {
  return {
    start: async (command: string, slots: ControllerSlots): Promise<StartedRobots> => {
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
        serve: serveRobot(admit, { clock: wallClock, needsToken: false, isToken: () => false }),
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
          const cancelTimer = wallClock.after(CRSIM_LIMITS.connectMs, () =>
            refuse(`${slots.missing.join(', ')} did not connect within ${CRSIM_LIMITS.connectMs / 1000} s`),
          );
          check = () => {
            if (slots.missing.length > 0) return;
            cancelTimer();
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
