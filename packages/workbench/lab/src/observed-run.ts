/** What can be known of a run from its records, for metrics and properties. */
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { Box } from '@kineko/geometry';
import type { NekoRecord } from '@kineko/neko';
import { MotionRecorder, type RobotMotion } from './motion/motion.js';
import type { Span } from './motion/spans.js';

export interface ObservedRun {
  /** Simulated seconds, from the first record to the end. */
  readonly span: Span;
  /** How they moved, by id; none where processes have no bodies. */
  readonly robots: readonly RobotMotion[];
  /** Undefined if the ground has no bounds. */
  readonly area: Box | undefined;
  readonly touches: readonly RecordOf<'touch'>[];
  /** Motions that ended in a collision; a Neko log tells no more of touches. */
  readonly collided: readonly RecordOf<'motionEnd'>[];
  /** What communication put on record. */
  readonly messages: readonly NekoRecord[];
  /** Of processes. */
  readonly n: number;
  /** Whether everything that had to happen has had the time to: nothing was left to happen, or the goal was reached. */
  readonly isComplete: boolean;
}

const OF_NEKO: ReadonlySet<string> = new Set([
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

/** Takes the records of a run, in order. */
export class RunObserver {
  private readonly motions = new MotionRecorder();
  private readonly touches: RecordOf<'touch'>[] = [];
  private readonly collided: RecordOf<'motionEnd'>[] = [];
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
    else if (OF_NEKO.has(record.type)) this.message(record as NekoRecord);
    if ('robot' in record && record.robot !== undefined && record.robot > this.highest) this.highest = record.robot;
    this.motions.add(record);
  };

  /** @param end When the run ended; by default with its last record. */
  observed({ end, isComplete = false, n }: { end?: number; isComplete?: boolean; n?: number } = {}): ObservedRun {
    const span = { from: this.first ?? 0, until: Math.max(end ?? this.last, this.last) };
    return {
      span,
      robots: this.motions.motions(span.until),
      area: this.area,
      // More may come.
      touches: [...this.touches],
      collided: [...this.collided],
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
