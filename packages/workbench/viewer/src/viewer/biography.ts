/** What the records of one robot tell about it at any time: what it senses, what it is asked to do, what it gets. */
import type { TraceRecord, TraceValue } from '@kineko/formats/trace';
import { Changes } from '../scene/changes.js';
import { countWhile } from '../scene/search.js';

export interface Reading {
  readonly time: number;
  readonly sensor: string;
  readonly value: TraceValue;
  /** Whether it spoke up by itself. */
  readonly isEvent: boolean;
}

export interface Received {
  readonly time: number;
  readonly from: number;
  readonly type: string;
  readonly content: TraceValue;
}

export interface Asked {
  readonly time: number;
  readonly kind: string;
  readonly request: TraceValue;
}

export interface Outcome {
  readonly time: number;
  readonly text: string;
}

export class Biography {
  private readonly sensors = new Map<string, Changes<Reading | undefined>>();
  private readonly asked = new Changes<Asked | undefined>(undefined);
  private readonly ends = new Changes<Outcome | undefined>(undefined);
  /** In the order of their times. */
  private readonly received: Received[] = [];

  /** `isWhole`: whether there were none before them. */
  constructor(
    records: readonly TraceRecord[],
    readonly isWhole = true,
  ) {
    for (const record of records) this.add(record);
  }

  /** The last reading of each sensor. */
  readingsAt(t: number): Reading[] {
    return [...this.sensors.values()].map((readings) => readings.at(t)).filter((reading) => reading !== undefined);
  }

  /** The motion that it was asked for last. */
  askedAt(t: number): Asked | undefined {
    return this.asked.at(t);
  }

  /** How the motion before that ended. */
  outcomeAt(t: number): Outcome | undefined {
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
          this.sensors.set(sensor, (readings = new Changes<Reading | undefined>(undefined)));
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
      // Of no interest here.
    }
  }
}
