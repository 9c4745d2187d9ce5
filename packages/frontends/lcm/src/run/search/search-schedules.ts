/** `kineko check --search exhaustive`: all activation schedules of a scenario, and the verdict in words. */
import { inputError } from '@kineko/formats/problem';
import type { Vector } from '@kineko/geometry';
import { counted, type ScheduleSearch } from '@kineko/run';
import { writeSchedule } from '../../format/schedule-file.js';
import { countOfLights, possibleLights } from '../initial-lights.js';
import { describeModel, type LcmModel } from '../model.js';
import type { Decision, Snapshot } from '../snapshot.js';
import { exhaust, MAX_ROBOTS, symmetricStarts } from './exhaustive.js';

/** More initial colours of all robots are refused. */
const MAX_LIGHTS = 10_000;

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
  /** Places of the robots in this run. */
  readonly places: readonly Vector[];
  /** Decides the schedule that the scenario names, if there is one. */
  readonly decideGiven: (() => ScheduleSearch) | undefined;
  /** Whether robots crash, which the search leaves out. */
  readonly hasFaults: boolean;
  readonly decide: (robot: number, snapshot: Snapshot<string>) => Decision<string>;
}

export function* searchSchedules(request: SearchRequest): Generator<undefined, ScheduleSearch> {
  const { model, algorithm, settings, isPlaced, decide, maxStates } = request;
  if (request.property.trim() !== PROPERTY) throw refused(`expected the property ${PROPERTY}, got ${request.property}`);
  if (request.decideGiven !== undefined) return request.decideGiven();
  const problem = problemOf(request);
  if (problem !== undefined) throw refused(problem);
  const lights = possibleLights(model, request.places.length);
  const starts = [...(isPlaced ? [] : symmetricStarts(request.places.length)), request.places];
  let states = 0;
  let isExact = true;
  let undecided: string | undefined;
  for (const [index, places] of starts.entries()) {
    const found = yield* exhaust({
      model,
      starts: lights.map((each) => ({ places, lights: each })),
      decide,
      maxStates,
    });
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
        // The schedule has no coordinate systems, so that all are equal.
        model: describeModel({ ...model, frames: 'full' }, ACTIVATIONS, true),
        states,
        schedule: writeSchedule(schedule, [`${algorithm} under ${model.scheduler.name}: apart forever`]),
      };
    }
    if (found.verdict === 'undecided')
      undecided ??= `not gathered after ${counted(found.rounds, 'round')} of some schedule${where}; no loop that repeats exactly`;
    else if (found.isOrderDependent)
      undecided ??= `gathers if robots see the others in the order of their numbers${where}, but decisions depend on this order, which is random in a run`;
    else if (found.isFrameDependent)
      undecided ??= `gathers in a common coordinate system${where}, but decisions depend on it; set lcm.frames = full to assume one`;
  }
  const all = `gathers under every fair schedule from ${counted(starts.length, 'start')}`;
  return {
    verdict: undecided === undefined ? 'holds' : 'undecided',
    text: undecided ?? all,
    model: describeModel(model, ACTIVATIONS, isExact),
    states,
  };
}

const ACTIVATIONS = 'all activations';
const PROPERTY = 'gathered-at-point';

function refused(problem: string): Error {
  return inputError(`--search exhaustive: ${problem}`);
}

function problemOf({ model, places, hasFaults }: SearchRequest): string | undefined {
  const { scheduler, isRigid, isRandom, fairness, obstruction } = model;
  if (scheduler.steps.length > 1 || scheduler.isInTurn === true) {
    return `expected lcm.scheduler = ssync, fsync or centralized, got ${scheduler.name}`;
  }
  if (!isRigid) return 'expected lcm.rigid = true';
  if (isRandom) return 'expected lcm.random = false';
  if (fairness.kind !== 'weak') return 'expected lcm.fairness = weak';
  if (hasFaults) return 'expected no crashes';
  if (obstruction === 'discs') return 'expected points: lcm.obstruction = none or points';
  const n = places.length;
  if (n > MAX_ROBOTS) return `expected at most ${MAX_ROBOTS} robots, got ${n}`;
  const lights = countOfLights(model, n);
  return lights > MAX_LIGHTS
    ? `expected lcm.lights.initial with at most ${MAX_LIGHTS} initial colours of all robots, got ${lights}`
    : undefined;
}
