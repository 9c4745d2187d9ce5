/** The sensor readings, motions and messages of one robot at any time, from its records. */
import type { TraceRecord, TraceValue } from '@kineko/formats/trace';
import { Changes } from '../scene/changes.js';
import { countWhile } from '../scene/search.js';

export interface SensorReading {
  readonly time: number;
  readonly sensor: string;
  readonly value: TraceValue;
  /** Whether the sensor pushed the reading. */
  readonly isEvent: boolean;
}

export interface Received {
  readonly time: number;
  readonly from: number;
  readonly type: string;
  readonly content: TraceValue;
}

export interface RequestedMotion {
  readonly time: number;
  readonly kind: string;
  readonly request: TraceValue;
}

export interface MotionOutcome {
  readonly time: number;
  readonly text: string;
}

export class Biography {
  private readonly sensors = new Map<string, Changes<SensorReading | undefined>>();
  private readonly asked = new Changes<RequestedMotion | undefined>(undefined);
  private readonly ends = new Changes<MotionOutcome | undefined>(undefined);
  /** In the order of their times. */
  private readonly received: Received[] = [];

  /** `isWhole`: whether these are all records from the start. */
  constructor(
    records: readonly TraceRecord[],
    readonly isWhole = true,
  ) {
    for (const record of records) this.add(record);
  }

  /** The last reading of each sensor. */
  readingsAt(t: number): SensorReading[] {
    return [...this.sensors.values()].map((readings) => readings.at(t)).filter((reading) => reading !== undefined);
  }

  /** The motion that was requested last. */
  askedAt(t: number): RequestedMotion | undefined {
    return this.asked.at(t);
  }

  /** The outcome of the motion that ended last. */
  outcomeAt(t: number): MotionOutcome | undefined {
    return this.ends.at(t);
  }

  /** Up to `limit` messages, the latest first. */
  inboxAt(t: number, limit: number): Received[] {
    const count = this.receivedBy(t);
    return this.received.slice(Math.max(0, count - limit), count).reverse();
  }

  /** Number of messages received up to a time. */
  receivedBy(t: number): number {
    return countWhile(this.received.length, (k) => this.received[k]!.time <= t);
  }

  private add(record: TraceRecord): void {
    const { time } = record;
    switch (record.type) {
      case 'sensorReply':
      case 'sensorEvent': {
        const { sensor, reply: value } = record;
        let readings = this.sensors.get(sensor);
        if (readings === undefined) {
          this.sensors.set(sensor, (readings = new Changes<SensorReading | undefined>(undefined)));
        }
        readings.add(time, { time, sensor, value, isEvent: record.type === 'sensorEvent' });
        break;
      }
      case 'motionRequest':
        this.asked.add(time, { time, kind: record.kind, request: record.request });
        break;
      case 'motionEnd': {
        const { status, with: other, by } = record;
        const link = status === 'blocked' ? 'by' : 'with';
        const whom = other === undefined ? '' : ` ${link} ${other.kind} ${other.id}`;
        this.ends.add(time, { time, text: `${status}${whom}${by === undefined ? '' : ` by ${by}`}` });
        break;
      }
      case 'deliver':
        this.received.push({ time, from: record.from, type: record.messageType, content: record.content });
        break;
      default:
      // Not shown.
    }
  }
}
