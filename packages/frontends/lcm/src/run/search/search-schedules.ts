/** `kineko check --search exhaustive`: all activation schedules of a scenario, and the verdict in words. */
import { inputError } from '@kineko/formats/problem';
import { counted, type ScheduleSearch } from '@kineko/run';
import { writeSchedule } from '../../format/schedule-file.js';
import { describeModel, type LcmModel } from '../model.js';
import type { Decision, Snapshot } from '../snapshot.js';
import { exhaust, MAX_ROBOTS, symmetricStarts } from './exhaustive.js';
import type { Configuration } from './rounds.js';

export interface SearchRequest {
  readonly property: string;
  /** Maximum number of states from each start. */
  readonly maxStates: number;
  readonly model: LcmModel;
  /** As configurations name it. */
  readonly algorithm: string;
  /** Keys of the configuration that belong to the model. */
  readonly settings: ReadonlyMap<string, string>;
  /** Whether the configuration gives the places of the robots; if not, symmetric starts are tried first. */
  readonly isPlaced: boolean;
  readonly start: Configuration;
  readonly decide: (robot: number, snapshot: Snapshot<string>) => Decision<string>;
}

export function* searchSchedules(request: SearchRequest): Generator<undefined, ScheduleSearch> {
  const { model, algorithm, settings, isPlaced, start, decide, maxStates } = request;
  const problem = problemOf(request);
  if (problem !== undefined) throw inputError(`--search exhaustive: ${problem}`);
  const symmetric = isPlaced ? [] : symmetricStarts(start.places.length).map((places) => ({ ...start, places }));
  const starts = [...symmetric, start];
  let states = 0;
  let isExact = true;
  let undecided: string | undefined;
  for (const [index, each] of starts.entries()) {
    const found = yield* exhaust({ model, starts: [each], decide, maxStates });
    states += found.states;
    isExact &&= found.isExact;
    const where = starts.length === 1 ? '' : ` from start ${index + 1} of ${starts.length}`;
    if (found.schedule !== undefined) {
      const { prefix, loop } = found.schedule;
      const before = prefix.length === 0 ? '' : `after ${counted(prefix.length, 'round')}, `;
      const what = `${before}a loop of ${counted(loop.length, 'round')} repeats forever, exactly or as a scaled copy`;
      const schedule = { ...found.schedule, algorithm, settings };
      return {
        verdict: 'violated',
        text: `apart forever${where}: ${what}`,
        model: describe(model, true),
        states,
        schedule: writeSchedule(schedule, [`${algorithm} under ${model.scheduler.name}: apart forever`]),
      };
    }
    if (found.verdict === 'undecided')
      undecided ??= `not gathered after ${counted(found.rounds, 'round')} of some schedule${where}; no loop that repeats exactly`;
  }
  const all = `gathers under every fair schedule from ${counted(starts.length, 'start')}`;
  return {
    verdict: undecided === undefined ? 'holds' : 'undecided',
    text: undecided ?? all,
    model: describe(model, isExact),
    states,
  };
}

/** Coordinate systems are aligned in the search, whatever the agreement of the robots. */
function describe(model: LcmModel, isExact: boolean): string {
  return describeModel({ ...model, frames: 'full' }, 'all activations', isExact);
}

function problemOf({ property, model, start }: SearchRequest): string | undefined {
  const { scheduler, isRigid, isRandom, fairness } = model;
  if (!/^gathered-at-point\b/.test(property)) return `expected the property gathered-at-point, got ${property}`;
  if (scheduler.steps.length > 1 || scheduler.isInTurn === true) {
    return `expected lcm.scheduler = ssync, fsync or centralized, got ${scheduler.name}`;
  }
  if (!isRigid) return 'expected lcm.rigid = true';
  if (isRandom) return 'expected lcm.random = false';
  if (fairness.kind !== 'weak') return 'expected lcm.fairness = weak';
  const n = start.places.length;
  return n > MAX_ROBOTS ? `expected at most ${MAX_ROBOTS} robots, got ${n}` : undefined;
}
