/** Records of legs and contacts, in objects that are reused. */
import {
  type ReusedRecords,
  reusedRecordsOf,
  type RecordOf,
  type RecordHandler,
  type Mutable,
} from '@kineko/formats/trace';
import type { Leg } from '@kineko/geometry';
import type { Party } from '../world-view.js';
import { traceLegOf } from './trace-leg.js';

const NO_PARTY: Party = { kind: 'robot', id: 0 };

export class BodyRecords {
  private readonly reused: ReusedRecords;
  // Initial values of 0.5 make V8 store the fields as doubles.
  private readonly legRecord: Mutable<RecordOf<'leg'>> = {
    type: 'leg',
    time: 0.5,
    robot: 0,
    leg: { kind: 'rest', x: 0.5, y: 0.5, heading: 0.5, start: 0.5, end: 0.5 },
  };
  private readonly touchRecord: Mutable<RecordOf<'touch'>> = { type: 'touch', time: 0.5, robot: 0, other: NO_PARTY };
  private readonly releaseRecord: Mutable<RecordOf<'release'>> = {
    type: 'release',
    time: 0.5,
    robot: 0,
    other: NO_PARTY,
  };

  constructor(emit: RecordHandler) {
    this.reused = reusedRecordsOf(emit);
  }

  leg(robot: number, leg: Leg, time: number): void {
    const record = this.legRecord;
    record.time = time;
    record.robot = robot;
    record.leg = traceLegOf(leg);
    this.reused.leg(record);
  }

  touch(robot: number, other: Party, time: number): void {
    const record = this.touchRecord;
    record.time = time;
    record.robot = robot;
    record.other = other;
    this.reused.touch(record);
  }

  release(robot: number, other: Party, time: number): void {
    const record = this.releaseRecord;
    record.time = time;
    record.robot = robot;
    record.other = other;
    this.reused.release(record);
  }
}
