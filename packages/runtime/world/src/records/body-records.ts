/** Records of legs and contacts. */
import { type FrequentRecords, frequentRecordsOf, type Party, type RecordHandler } from '@kineko/formats/trace';
import type { Leg } from '@kineko/geometry';
import { traceLegOf } from './trace-leg.js';

export class BodyRecords {
  private readonly frequent: FrequentRecords;

  constructor(emit: RecordHandler) {
    this.frequent = frequentRecordsOf(emit);
  }

  leg(robot: number, leg: Leg, time: number): void {
    this.frequent.leg(time, robot, leg.kind === 'curve' ? traceLegOf(leg) : leg);
  }

  touch(robot: number, kind: Party['kind'], id: number, time: number): void {
    this.frequent.touch(time, robot, kind, id);
  }

  release(robot: number, kind: Party['kind'], id: number, time: number): void {
    this.frequent.release(time, robot, kind, id);
  }
}
