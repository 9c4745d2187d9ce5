/** A run as metrics and properties see it, from its records. */
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { Box } from '@kineko/geometry';
import type { NekoRecord } from '@kineko/neko';
import { MotionRecorder, type RobotMotion } from './motion/motion.js';
import type { Span } from './motion/spans.js';

export interface ObservedRun {
  /** Simulated seconds, from the first record to the end. */
  readonly span: Span;
  /** Motions by id; empty if processes have no bodies. */
  readonly robots: readonly RobotMotion[];
  /** Undefined if the world has no bounds. */
  readonly area: Box | undefined;
  readonly touches: readonly RecordOf<'touch'>[];
  /** Motions that ended in a collision, since a Neko log has no touches. */
  readonly collided: readonly RecordOf<'motionEnd'>[];
  /** Events of Look-Compute-Move cycles. */
  readonly phases: readonly RecordOf<'phase'>[];
  /** Changes of lights. */
  readonly lights: readonly RecordOf<'effect'>[];
  /** Records of communication. */
  readonly messages: readonly NekoRecord[];
  /** Number of processes. */
  readonly n: number;
  /** Whether the run ended because its queue was empty or its goal reached. */
  readonly isComplete: boolean;
}

const NEKO_RECORDS: ReadonlySet<string> = new Set([
  'send',
  'deliver',
  'drop',
  'crash',
  'recover',
  'suspect',
  'decide',
  'protocolEvent',
  'log',
]);

export class RunObserver {
  private readonly motions = new MotionRecorder();
  private readonly touches: RecordOf<'touch'>[] = [];
  private readonly collided: RecordOf<'motionEnd'>[] = [];
  private readonly phases: RecordOf<'phase'>[] = [];
  private readonly lights: RecordOf<'effect'>[] = [];
  private readonly messages: NekoRecord[] = [];
  private area: Box | undefined;
  private first: number | undefined;
  private last = 0;
  private highest = -1;

  readonly add = (record: TraceRecord): void => {
    this.first ??= record.time;
    if (record.time > this.last) this.last = record.time;
    if (record.type === 'world') {
      const [minX, minY, maxX, maxY] = record.area ?? [];
      if (maxY !== undefined) this.area = { minX: minX!, minY: minY!, maxX: maxX!, maxY };
    } else if (record.type === 'touch') this.touches.push(record);
    else if (record.type === 'motionEnd' && record.status === 'collided') this.collided.push(record);
    else if (record.type === 'phase') this.phases.push(record);
    else if (record.type === 'effect' && record.effector === 'light') this.lights.push(record);
    else if (NEKO_RECORDS.has(record.type)) this.message(record as NekoRecord);
    if ('robot' in record && record.robot !== undefined && record.robot > this.highest) this.highest = record.robot;
    this.motions.add(record);
  };

  /** @param end End of the run (default: its last record). */
  observed({
    end,
    isComplete = false,
    n,
  }: { end?: number | undefined; isComplete?: boolean; n?: number } = {}): ObservedRun {
    const span = { from: this.first ?? 0, until: Math.max(end ?? this.last, this.last) };
    return {
      span,
      robots: this.motions.motions(span.until),
      area: this.area,
      // Copies, since more records may follow.
      touches: [...this.touches],
      collided: [...this.collided],
      phases: [...this.phases],
      lights: [...this.lights],
      messages: [...this.messages],
      n: n ?? this.highest + 1,
      isComplete,
    };
  }

  private message(record: NekoRecord): void {
    this.messages.push(record);
    const ids = record.type === 'send' ? record.to : record.type === 'deliver' ? [record.from] : [];
    for (const id of [record.process, ...ids]) if (id > this.highest) this.highest = id;
  }
}
