import { describe, expect, test } from '@jest/globals';
import { OutsideTasks } from './outside-tasks.js';
import type { Task } from './task.js';

/** Tasks and the events that they have scheduled. */
function started(): { tasks: OutsideTasks; events: Map<number, number> } {
  const events = new Map<number, number>();
  const tasks = new OutsideTasks({
    schedule: (id, at) => void events.set(id, at),
    cancel: (id) => void events.delete(id),
  });
  return { tasks, events };
}

describe('tasks outside the simulator', () => {
  test('run from one wait to the next, one call for each', async () => {
    const { tasks, events } = started();
    const log: string[] = [];
    const body = async (task: Task): Promise<void> => {
      log.push(`starts at ${tasks.now}`);
      await task.sleep(2);
      log.push(`wakes at ${tasks.now}`);
    };
    await tasks.call(() => tasks.spawn({ id: 3, name: 'walker' }, body));
    expect([log, [...events]]).toEqual([[], [[1, 0]]]);
    await tasks.call(() => tasks.fire(1));
    expect([log, events.get(2)]).toEqual([['starts at 0'], 2]);
    expect(tasks.waiting).toEqual([{ task: 'walker', for: ['sleep until t = 2'] }]);
    tasks.now = 2;
    await tasks.call(() => tasks.fire(2));
    expect(log).toEqual(['starts at 0', 'wakes at 2']);
    expect(tasks.waiting).toEqual([]);
  });

  test('a call rejects with what a task throws', async () => {
    const { tasks } = started();
    await tasks.call(() => tasks.spawn({ id: 0, name: 'thrower' }, () => Promise.reject(new Error('oops'))));
    await expect(tasks.call(() => tasks.fire(1))).rejects.toThrow('thrower failed at t = 0: oops');
  });

  test('rejects past, unknown and cancelled events', () => {
    const { tasks, events } = started();
    const event = { class: 5, low: 0, high: 0, run: () => {}, describe: () => 'it' } as const;
    tasks.now = 5;
    expect(() => tasks.schedule(4, event)).toThrow('cannot schedule "it"');
    expect(() => tasks.fire(7)).toThrow('no event 7 is pending');
    const handle = tasks.schedule(6, event);
    tasks.cancel(handle);
    expect([events.size, handle.state]).toEqual([0, 'cancelled']);
    expect(() => tasks.cancel(handle)).toThrow('it is already cancelled');
  });
});
