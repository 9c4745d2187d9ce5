/** Periodic tasks: a process of a component, or its part of an ensemble. */
import type { AnyEnsemble } from './ensemble.js';
import type { Knowledge } from './knowledge.js';
import type { Context, Process, Schedule } from './process.js';
import { EventClass, type SimEvent, type Simulator } from '@kineko/kernel';

export interface Task {
  readonly owner: Component;
  readonly schedule: Schedule;
  run(): void;
  describe(): string;
}

export interface DeployedEnsemble {
  readonly name: string;
  readonly ensemble: AnyEnsemble;
  /** Belongs to the framework: a failure ends the run. */
  readonly isEssential: boolean;
}

/** Reports the failure of a task, which runs again next time. */
export type OnFailure = (owner: Component, text: string, error?: unknown) => void;

export function processTask(owner: Component, process: Process, onFailure: OnFailure): Task {
  const { knowledge, context } = owner;
  const describe = (): string => `${owner.className}.${process.name} of ${knowledge.id}`;
  return {
    owner,
    schedule: process,
    describe,
    run() {
      const own = knowledge.take(process.knowledge);
      if (own === undefined) {
        onFailure(owner, `${describe()} is skipped: it has no ${knowledge.missing(process.knowledge).join(', ')}`);
        return;
      }
      try {
        process.run(own, context);
      } catch (error) {
        if (owner.isEssential) throw error;
        onFailure(owner, `${describe()} failed`, error);
        return;
      }
      knowledge.store(own, process.knowledge);
    },
  };
}

/** The knowledge of another component that a task's owner has; undefined if it has received none yet. */
export type KnowledgeOf = (owner: Component, other: Component) => Knowledge | undefined;

/** Every component reads the current knowledge of every other. */
export const LIVE_KNOWLEDGE: KnowledgeOf = (_owner, other) => other.knowledge;

/** The owner's exchanges with each of its partners, first as their coordinator, then as their member. */
export function ensembleTask(
  owner: Component,
  deployed: DeployedEnsemble,
  partners: readonly Component[],
  knowledgeOf: KnowledgeOf,
  onFailure: OnFailure,
): Task {
  const { ensemble, name, isEssential } = deployed;
  const own = owner.knowledge;
  const describe = (): string => `${name} of ${owner.knowledge.id}`;
  return {
    owner,
    schedule: ensemble,
    describe,
    run() {
      try {
        for (const other of partners) {
          const known = other === owner ? undefined : knowledgeOf(owner, other);
          if (known === undefined) continue;
          exchange(ensemble, own, known, owner);
          exchange(ensemble, known, own, owner);
        }
      } catch (error) {
        if (isEssential && !(error instanceof MissingKnowledge)) throw error;
        // The partners after the failed one are skipped this time.
        onFailure(owner, `${describe()} failed`, error);
      }
    },
  };
}

class MissingKnowledge extends Error {
  override readonly name = 'MissingKnowledge';
}

/** Stores only what was written on the owner's side. */
function exchange(ensemble: AnyEnsemble, coord: Knowledge, member: Knowledge, owner: Component): void {
  if (!belongTogether(ensemble, coord, member, owner)) return;
  const { exchanged } = ensemble;
  const coordValues = coord.take(exchanged.coord ?? {});
  const memberValues = member.take(exchanged.member ?? {});
  if (coordValues === undefined || memberValues === undefined) {
    const missing = [
      ...coord.missing(exchanged.coord ?? {}).map((name) => `coord.${name}`),
      ...member.missing(exchanged.member ?? {}).map((name) => `member.${name}`),
    ];
    throw new MissingKnowledge(`there is no ${missing.join(', ')}`);
  }
  ensemble.exchange(coordValues as never, memberValues as never, owner.context);
  if (owner.knowledge === coord) coord.store(coordValues, exchanged.coord ?? {});
  else member.store(memberValues, exchanged.member ?? {});
}

/** False if knowledge for a role is missing, or `membership` fails. */
function belongTogether(ensemble: AnyEnsemble, coord: Knowledge, member: Knowledge, owner: Component): boolean {
  const { roles } = ensemble;
  if (!coord.has(roles.coord) || !member.has(roles.member)) return false;
  try {
    const [coordValues, memberValues] = [coord.read(roles.coord), member.read(roles.member)];
    return ensemble.membership(coordValues as never, memberValues as never, owner.context);
  } catch {
    return false;
  }
}

/** A deployed component. */
export interface Component {
  /** Index in the order of deployment. */
  readonly index: number;
  readonly className: string;
  readonly knowledge: Knowledge;
  readonly processes: readonly Process[];
  readonly context: Context;
  /** Belongs to the framework: a failure ends the run. */
  readonly isEssential: boolean;
}

/**
 * Schedules tasks as events of the simulator; within a millisecond they run by `order`, then by deployment. `timeOf` converts
 * milliseconds to simulated seconds.
 */
export function scheduleTasks(simulator: Simulator, tasks: readonly Task[], timeOf: (ms: number) => number): void {
  const sorted = tasks.toSorted((one, other) => (one.schedule.order ?? 0) - (other.schedule.order ?? 0));
  for (const [place, task] of sorted.entries()) {
    const { period = 1, offset = 0 } = task.schedule;
    let nextMs = offset;
    const event: SimEvent = {
      class: EventClass.WakeUp,
      low: place,
      high: place,
      run: () => {
        nextMs += period;
        simulator.schedule(timeOf(nextMs), event);
        task.run();
      },
      describe: task.describe,
    };
    simulator.schedule(timeOf(nextMs), event);
  }
}
