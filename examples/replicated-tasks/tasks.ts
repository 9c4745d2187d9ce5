import { AbstractAlgorithm, ReplicatedStateMachine, type StateMachine } from 'kineko';

interface Task {
  readonly x: number;
  readonly y: number;
  /** The robot that works on it, and since when; null if none does. */
  readonly claim: { readonly robot: number; readonly since: number } | null;
  readonly isDone: boolean;
}

type Command = { readonly kind: 'claim'; readonly now: number } | { readonly kind: 'done'; readonly index: number };

/** A robot that needs longer than this is assumed to have crashed (s). */
const PATIENCE = 60;

/** A list of tasks. All robots have the same copy of it, whichever of them crash. */
const TASKS: StateMachine<readonly Task[], Command, number> = {
  initial: Array.from({ length: 12 }, (_, i) => ({
    x: 60 + 130 * (i % 4),
    y: 60 + 130 * Math.floor(i / 4),
    claim: null,
    isDone: false,
  })),
  /** A claim returns the index of a task, or -1 if there is none for now. */
  apply: (tasks, command, robot) => {
    if (command.kind === 'done') {
      return { state: tasks.map((task, i) => (i === command.index ? { ...task, isDone: true } : task)), result: 0 };
    }
    const { now } = command;
    const isFree = ({ claim, isDone }: Task): boolean => !isDone && (claim === null || now - claim.since > PATIENCE);
    const index = tasks.findIndex(isFree);
    const state = tasks.map((task, i) => (i === index ? { ...task, claim: { robot, since: now } } : task));
    return { state, result: index };
  },
};

/** Robots share a list of places to visit: each claims one, visits it and claims the next, until all have been visited. */
export class Tasks extends AbstractAlgorithm {
  private readonly machine = this.process.find(ReplicatedStateMachine)!;

  protected override started(): void {
    this.machine.setMachine(TASKS);
    super.started();
  }

  protected async doMotion(): Promise<void> {
    const index = (await this.machine.call(this.task, { kind: 'claim', now: this.clock })) as number;
    const tasks = this.machine.state as readonly Task[];
    if (tasks.every(({ isDone }) => isDone)) {
      this.logger.info('all places have been visited');
      return this.finish();
    }
    // All are claimed, but a robot that has crashed will not visit its place.
    if (index < 0) return this.sleep(10);
    const { status } = await this.actuator.moveTo(tasks[index]!, 20, 90);
    if (status !== 'finished') return;
    await this.machine.call(this.task, { kind: 'done', index });
  }
}
