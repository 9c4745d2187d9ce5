/** Controllers in the process of the environment: one module of an author per robot. */
import { InputError, type Place } from '@kineko/formats/problem';
import type { Host, Source } from '@kineko/run';
import type { ControllerSlots } from './controller-slots.js';
import { localTransport } from './local-transport.js';
import { ScoutError, type ScoutOptions, ScoutRobot } from './scout-robot.js';

/** The default export of a robot's module. When it returns, its robot stands still. */
export type RobotProgram = (robot: ScoutRobot) => Promise<void> | void;

export interface NamedProgram {
  readonly name: string;
  readonly program: RobotProgram;
  /** The export `options` of the module. */
  readonly options: Pick<ScoutOptions, 'speed' | 'turnRate' | 'prefetch'>;
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
  const text = `program of robot ${name}, ${file}: expected export default async (robot) => { … }, got no default export`;
  throw new InputError([{ severity: 'error', place, text }]);
}

/** Connects a robot and starts its program; resolves when it is connected. */
export async function startProgram(
  { name, program, options }: NamedProgram,
  slots: ControllerSlots,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const robot = await ScoutRobot.connect(localTransport(slots), { ...options, name });
  void runToEnd(robot, program, onFailure);
}

async function runToEnd(robot: ScoutRobot, program: RobotProgram, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await program(robot);
  } catch (error) {
    // The end of the environment ends an endless program.
    if (!(error instanceof ScoutError && robot.isOver)) onFailure(error);
  } finally {
    robot.close();
  }
}
