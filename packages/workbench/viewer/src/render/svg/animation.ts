/** SVG animations: all have the same duration and repeat. */
import { element, figure } from './markup.js';
import type { Step } from './keyframes.js';
import type { View } from '@kineko/ui';
import type { Scene } from '../../scene/scene.js';
import type { Style } from '../style.js';
import type { Paints } from './paints.js';

export class Timeline {
  private readonly common: { readonly dur: string; readonly repeatCount: string };

  /** Simulated seconds; `pace` is in simulated seconds per second. */
  constructor(
    readonly from: number,
    readonly to: number,
    pace: number,
  ) {
    this.common = { dur: `${figure((to - from) / pace, 3)}s`, repeatCount: 'indefinite' };
  }

  /** Interpolates an attribute between steps. Empty if it does not change. */
  evenly(attributeName: string, steps: readonly Step[], decimals = 2): string {
    if (!changes(steps)) return '';
    return element('animate', { attributeName, ...this.listsOf(steps, decimals), ...this.common });
  }

  moving(type: 'translate' | 'rotate', steps: readonly Step[], decimals = 2): string {
    if (!changes(steps)) return '';
    const lists = this.listsOf(steps, decimals);
    return element('animateTransform', { attributeName: 'transform', type, ...lists, ...this.common });
  }

  /** Rotates content around the origin, by degrees. */
  turning(turns: readonly Step[], inside: string): string {
    const transform = `rotate(${figure(turns[0]!.values[0]!)})`;
    return element('g', { transform }, this.moving('rotate', turns) + inside);
  }

  /** Changes an attribute in discrete steps. Empty if it has one value. */
  inSteps(attributeName: string, steps: readonly { readonly time: number; readonly value: string }[]): string {
    const distinct = steps.filter((step, k) => step.value !== steps[k - 1]?.value);
    if (distinct.length < 2) return '';
    return element('animate', {
      attributeName,
      calcMode: 'discrete',
      // The first value holds from the beginning.
      keyTimes: distinct.map(({ time }, k) => (k === 0 ? '0' : this.share(time))).join(';'),
      values: distinct.map(({ value }) => value).join(';'),
      ...this.common,
    });
  }

  /** Shows content only in a time range. */
  between(start: number, end: number): string {
    const steps = [{ time: start, value: 'visible' }];
    if (start > this.from) steps.unshift({ time: this.from, value: 'hidden' });
    if (end < this.to) steps.push({ time: end, value: 'hidden' });
    return this.inSteps('visibility', steps);
  }

  private listsOf(steps: readonly Step[], decimals: number): { readonly keyTimes: string; readonly values: string } {
    const [first, last] = [steps[0]!, steps.at(-1)!];
    // SVG requires a list from 0 to 1, so the first and last values are extended.
    const whole = [
      ...(first.time > this.from ? [{ ...first, time: this.from }] : []),
      ...steps,
      ...(last.time < this.to ? [{ ...last, time: this.to }] : []),
    ];
    return {
      keyTimes: whole.map(({ time }) => this.share(time)).join(';'),
      values: whole.map(({ values }) => values.map((value) => figure(value, decimals)).join(' ')).join(';'),
    };
  }

  private share(time: number): string {
    return figure(Math.min(1, Math.max(0, (time - this.from) / (this.to - this.from))), 6);
  }
}

function changes(steps: readonly Step[]): boolean {
  const [first] = steps;
  return steps.some(({ values }) => values.some((value, i) => value !== first!.values[i]));
}

/** The time range of a film. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Simulated seconds per second. */
  readonly pace: number;
  /** A robot that stays in the centre. */
  readonly follow?: number | undefined;
}

/** Everything that the parts of a film need. */
export interface Filming {
  readonly scene: Scene;
  readonly view: View;
  readonly style: Style;
  readonly paints: Paints;
  readonly timeline: Timeline;
  readonly moment: number;
}
