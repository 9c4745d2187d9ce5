/** `kineko check --search exhaustive` on an activation schedule: whether its loop keeps two robots apart forever. */
import { inputError } from '@kineko/formats/problem';
import type { ScheduleSearch } from '@kineko/run';
import type { ActivationSchedule } from '../../format/activation-schedule.js';
import { provesApart } from '../line/replay.js';

/** @param model In words. */
export function decideSchedule(schedule: ActivationSchedule, model: string): ScheduleSearch {
  const { table, robots, prefix, loop } = schedule;
  if (table === undefined || robots.length !== 2) {
    throw inputError('--search exhaustive: expected no lcm.schedule, unless two robots follow a table');
  }
  const proof = loop.length === 0 ? undefined : provesApart(schedule, table);
  const ratio = proof?.ratio.toString();
  return {
    ...(proof === undefined
      ? {
          verdict: 'undecided',
          text: 'found no loop that repeats exactly or as a scaled copy and keeps the robots apart',
        }
      : {
          verdict: 'violated',
          text: `apart forever: the loop repeats ${ratio === '1' ? 'exactly' : `as a copy scaled by ${ratio}`}`,
        }),
    model,
    states: prefix.length + loop.length * (proof?.to ?? 1),
  };
}
