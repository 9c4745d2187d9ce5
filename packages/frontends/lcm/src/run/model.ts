/** The model of a run: everything that a verdict depends on besides the algorithm. */
import type { FamilyRequest } from '@kineko/robotsim/extension';
import { expected } from '@kineko/formats/problem';
import { type Scheduler, schedulerNamed } from '../format/schedulers.js';
import type { Lights } from '../format/table.js';
import type { Agreement } from './frames.js';

export interface Fairness {
  readonly kind: 'weak' | 'k' | 'k-async';
  /** Infinity for weak fairness. */
  readonly limit: number;
}

export interface LcmModel {
  readonly scheduler: Scheduler;
  readonly fairness: Fairness;
  /** Probability that a robot takes part in a step that several may share. */
  readonly activation: number;
  /** Mean lengths of waiting, computing and moving. */
  readonly phases: readonly [number, number, number];
  /** Seconds of a step. */
  readonly round: number;
  readonly isRigid: boolean;
  /** Metres. */
  readonly delta: number;
  readonly tellsDelta: boolean;
  readonly palette: readonly string[];
  readonly lights: Lights;
  /** `first`, `equal` or `any`, or one colour per robot. */
  readonly initial: readonly string[];
  readonly frames: Agreement;
  readonly hasOwnUnit: boolean;
  readonly changesFrames: boolean;
  readonly multiplicity: 'none' | 'weak' | 'strong';
  readonly isMultiplicityLocal: boolean;
  /** Metres; Infinity if it is not limited. */
  readonly visibility: number;
  readonly obstruction: 'none' | 'points' | 'discs';
  readonly epsilon: number;
  readonly isRandom: boolean;
}

/** Reads the model; problems are reported by `fail`. */
export function modelOf(
  { config, fail }: Pick<FamilyRequest, 'config' | 'fail'>,
  algorithm: { readonly lights: readonly string[]; readonly sees: Lights },
  n: number,
): LcmModel {
  const palette = algorithm.lights;
  const [wait = 1, compute = 1, move = 1, ...rest] = config.get('lcm.phases');
  if (config.get('lcm.phases').length < 3 || rest.length > 0) {
    fail('lcm.phases', `lcm.phases: ${expected('three numbers', config.get('lcm.phases').join(', '))}`);
  }
  const initial = config.get('lcm.lights.initial');
  const problem = problemOfInitial(initial, palette, n);
  if (problem !== undefined) fail('lcm.lights.initial', `lcm.lights.initial: ${problem}`);
  return {
    scheduler: schedulerNamed(config.get('lcm.scheduler'), (text) => new Error(text)),
    fairness: fairnessOf(config.get('lcm.fairness'), (text) => fail('lcm.fairness', text)),
    activation: config.get('lcm.activation'),
    phases: [wait, compute, move],
    round: config.get('lcm.round'),
    isRigid: config.get('lcm.rigid'),
    delta: config.get('lcm.delta'),
    tellsDelta: config.get('lcm.tell.delta'),
    palette,
    lights: config.get('lcm.lights') ?? algorithm.sees,
    initial,
    frames: config.get('lcm.frames'),
    hasOwnUnit: config.get('lcm.unit') === 'own',
    changesFrames: config.get('lcm.frames.change') === 'per-look',
    multiplicity: config.get('lcm.multiplicity'),
    isMultiplicityLocal: config.get('lcm.multiplicity.scope') === 'local',
    visibility: visibilityOf(config.get('lcm.visibility'), (text) => fail('lcm.visibility', text)),
    obstruction: config.get('lcm.obstruction'),
    epsilon: config.get('lcm.epsilon'),
    isRandom: config.get('lcm.random'),
  };
}

const GENERAL_INITIAL: readonly string[] = ['first', 'equal', 'any'];

function problemOfInitial(initial: readonly string[], palette: readonly string[], n: number): string | undefined {
  const [first = ''] = initial;
  if (initial.length === 1 && GENERAL_INITIAL.includes(first)) return undefined;
  const unknown = initial.find((color) => !palette.includes(color));
  const colors = palette.length === 0 ? 'no colours, since the algorithm has no lights' : palette.join(', ');
  if (unknown !== undefined) return expected(`first, equal, any, or colours of the palette (${colors})`, unknown);
  return initial.length === n ? undefined : expected(`one colour for each of the ${n} robots`, `${initial.length}`);
}

function fairnessOf(text: string, fail: (text: string) => void): Fairness {
  const [, kind, limit] = /^(k|k-async)\s*=\s*(\d+)$/.exec(text.trim()) ?? [];
  if (kind !== undefined && Number(limit) > 0) return { kind: kind as 'k' | 'k-async', limit: Number(limit) };
  if (text !== 'weak') fail(`lcm.fairness: ${expected('weak, k=<n> or k-async=<n>, n from 1 on', text)}`);
  return { kind: 'weak', limit: Infinity };
}

function visibilityOf(text: string, fail: (text: string) => void): number {
  if (text === 'unlimited') return Infinity;
  const metres = Number(text);
  if (metres > 0 && metres < Infinity) return metres;
  fail(`lcm.visibility: ${expected('a number above 0 (m), or unlimited', text)}`);
  return Infinity;
}

/** One line, for the result of a run: a verdict means nothing without its model. @param activations Their source. */
export function describeModel(model: LcmModel, activations: string, isExact: boolean): string {
  const { scheduler, fairness, palette, multiplicity, frames, visibility } = model;
  const isLimited = fairness.kind !== 'weak';
  const parts = [
    scheduler.name,
    activations,
    isLimited ? `${fairness.kind}=${fairness.limit}` : 'weak fairness',
    model.isRigid ? 'rigid' : `non-rigid, delta ${model.delta} m${model.tellsDelta ? ' (known)' : ''}`,
    palette.length === 0
      ? 'no lights'
      : `${model.lights} lights (${palette.join(', ')}), ${scheduler.register} registers`,
    `frames ${frames}${frames === 'full' ? '' : `, ${model.hasOwnUnit ? 'own' : 'common'} units`}${frames === 'full' ? '' : model.changesFrames ? ', per look' : ', fixed'}`,
    `multiplicity ${multiplicity}${multiplicity !== 'none' && model.isMultiplicityLocal ? ' (local)' : ''}`,
    visibility === Infinity ? 'unlimited visibility' : `visibility ${visibility} m`,
    ...(model.obstruction === 'none' ? [] : [`obstructed by ${model.obstruction}`]),
    ...(model.isRandom ? ['random numbers'] : []),
    isExact ? 'exact' : `rounded, epsilon ${model.epsilon}`,
  ];
  return `model: ${parts.join('; ')}`;
}
