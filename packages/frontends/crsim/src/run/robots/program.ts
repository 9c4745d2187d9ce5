/** Robots' programs in the program of the environment: a module of an author's own for each. */
import { InputError, type Place } from '@kineko/formats/problem';
import type { Host, Source } from '@kineko/run';
import { localTransport } from './local-transport.js';
import { ScoutError, type ScoutOptions, ScoutRobot } from './scout-robot.js';
import type { ControllerSlots } from './controller-slots.js';

/** What the module of a robot exports as its default: it runs until it is done, and then its robot stands still. */
export type RobotProgram = (robot: ScoutRobot) => Promise<void> | void;

/** Besides it may export `options`. */
export type ProgramOptions = Pick<ScoutOptions, 'speed' | 'turnRate' | 'prefetch'>;

export interface NamedProgram {
  readonly name: string;
  readonly program: RobotProgram;
  readonly options: ProgramOptions;
}

export async function loadProgram(
  name: string,
  { file, place }: { readonly file: string; readonly place: Place | undefined },
  source: Source,
  host: Host,
): Promise<NamedProgram> {
  const module = await host.loadModule(file, source);
  const program = module['default'];
  if (typeof program === 'function') {
    return { name, program: program as RobotProgram, options: module['options'] ?? {} };
  }
  const text = `the program of robot ${name}, ${file}, has no default export; right would be export default async (robot) => { … }`;
  throw new InputError([{ severity: 'error', place, text }]);
}

/** Connects a robot and starts its program; `failed` is told what it throws. Resolves when it is connected. */
export async function startProgram(
  { name, program, options }: NamedProgram,
  slots: ControllerSlots,
  failed: (error: unknown) => void,
): Promise<void> {
  const robot = await ScoutRobot.connect(localTransport(slots), { ...options, name });
  void runToEnd(robot, program, failed);
}

async function runToEnd(robot: ScoutRobot, program: RobotProgram, failed: (error: unknown) => void): Promise<void> {
  try {
    await program(robot);
  } catch (error) {
    // A program that goes on and on ends with its environment.
    if (!(error instanceof ScoutError && robot.isOver)) failed(error);
  } finally {
    robot.close();
  }
}
