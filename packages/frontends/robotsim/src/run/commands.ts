/** Commands to a run of robots from outside. */
import { checkShape, described, integerFrom } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import type { TraceValue } from '@kineko/formats/trace';
import type { NekoProcess } from '@kineko/neko';
import type { NekoRobot } from './neko-robot.js';
import { MotionError, type MotionRequest, type World } from '@kineko/world';

/** The commands that a run with a number of processes takes. */
function commandShape(n: number, world: World | undefined) {
  const id = integerFrom(0, n - 1);
  const robot =
    world === undefined ? id.check(z.refine(() => false, { error: 'there are no robots in this run' })) : id;
  const isKnown = (kind: string): boolean => world?.motions.knows(kind) === true;
  const kind = z
    .string()
    .check(z.refine(isKnown, { error: ({ input }) => `there is no motion module '${String(input)}'` }));
  const request = z.looseObject(
    { kind },
    described('an object with a kind, such as { kind: "forward", distance: 10, speed: 1 }'),
  );
  return z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('motion'), robot, request }),
    z.looseObject({ kind: z.literal('stop'), robot }),
    z.looseObject({ kind: z.literal('crash'), process: id }),
    z.looseObject({ kind: z.literal('recover'), process: id }),
    z.looseObject({ kind: z.literal('shutdown') }),
  ]);
}

type Command = z.output<ReturnType<typeof commandShape>>;

export class Commands {
  private shape: ReturnType<typeof commandShape> | undefined;

  constructor(
    private readonly processes: readonly NekoProcess[],
    private readonly world: World | undefined,
    private readonly shutdown: (reason: string) => void,
  ) {}

  /** Why a command is refused; undefined if it is valid. */
  problemOf(command: TraceValue): string | undefined {
    // Most runs get no command.
    this.shape ??= commandShape(this.processes.length, this.world);
    const { problems } = checkShape(this.shape, { data: command });
    return problems.length === 0 ? undefined : problems.map(({ text }) => text).join('; ');
  }

  /** Carries out a command that `problemOf` has accepted. */
  execute(command: TraceValue): void {
    const given = command as unknown as Command;
    switch (given.kind) {
      case 'motion':
        return this.move(given.robot, given.request);
      case 'stop':
        return this.world!.motions.stop(given.robot);
      case 'crash':
        return this.processes[given.process]!.crash();
      case 'recover':
        return this.processes[given.process]!.recover();
      case 'shutdown':
        return this.shutdown('a command requested it');
    }
  }

  /** A request that its module refuses is reported, and does not end the run. */
  private move(robot: number, request: MotionRequest): void {
    const process = this.processes[robot] as NekoRobot;
    if (process.isCrashed) {
      this.world!.warn(`robot ${robot}: motion '${request.kind}' was commanded while it is crashed`, robot);
      return;
    }
    try {
      process.requestMotion(request, ignore);
    } catch (error) {
      if (!(error instanceof MotionError)) throw error;
      this.world!.warn(error.message, robot);
    }
  }
}

const ignore = (): void => {};
