/** Checks the guarantees of path reservation on the records of a run. */
import type { RecordOf, TraceLeg, TraceRecord } from '@kineko/formats/trace';
import { pointSegmentDistance, type Segment, segmentSegmentDistance } from '@kineko/geometry';
import { checkers } from '@kineko/neko';
import type { Zone } from '../src/run/algorithms/path-reservation.js';

/** Follows the zones of robots through the records, from their initial positions. */
class Holdings {
  readonly radii = new Map<number, number>();
  readonly zones = new Map<number, Segment>();

  constructor(private readonly protocol: string) {}

  /** Takes a record in; the robot whose zone it changes, if it does. */
  follow(record: TraceRecord): number | undefined {
    if (record.type === 'robot') {
      this.radii.set(record.robot, record.radius);
      this.zones.set(record.robot, { ax: record.x, ay: record.y, bx: record.x, by: record.y });
      return record.robot;
    }
    if (record.type !== 'protocolEvent' || record.protocol !== this.protocol) return undefined;
    if (record.event !== 'grant' && record.event !== 'release') return undefined;
    this.zones.set(record.process, middleOf(record));
    return record.process;
  }
}

function middleOf({ value }: RecordOf<'protocolEvent'>): Segment {
  const { from, to } = value as unknown as Zone;
  return { ax: from.x, ay: from.y, bx: to.x, by: to.y };
}

/**
 * Zones that are held at one instant never overlap: the ways swept by the robots' bodies, whatever margin they were to keep.
 * Its premise is a way that is granted while another robot holds something.
 */
export function zonesApart(records: Iterable<TraceRecord>, protocol: string): checkers.CheckResult {
  const findings = new checkers.Findings();
  const holdings = new Holdings(protocol);
  const { radii, zones } = holdings;
  for (const record of records) {
    const robot = holdings.follow(record);
    if (robot === undefined) continue;
    const zone = zones.get(robot)!;
    for (const [other, otherZone] of zones) {
      if (other === robot) continue;
      if (record.type === 'protocolEvent' && record.event === 'grant') findings.premise();
      const gap = segmentSegmentDistance(zone, otherZone) - radii.get(robot)! - radii.get(other)!;
      if (gap > 0) continue;
      findings.violation(
        `from t = ${record.time} on robots ${robot} and ${other} hold zones that overlap by ${-gap} m`,
        ...(record.type === 'protocolEvent' ? [record] : []),
      );
    }
  }
  return findings.result('zones apart');
}

/** Metres that arithmetic may take a robot off the middle of its way. */
const ROUNDING = 1e-6;

/** A moving robot stays in its zone, for each piece of its path. */
export function motionsInZones(records: Iterable<TraceRecord>, protocol: string): checkers.CheckResult {
  const findings = new checkers.Findings();
  const holdings = new Holdings(protocol);
  for (const record of records) {
    holdings.follow(record);
    if (record.type !== 'leg' || record.leg.kind !== 'line') continue;
    findings.premise();
    const { robot, time, leg } = record;
    const zone = holdings.zones.get(robot)!;
    const off = Math.max(...endsOf(leg).map((end) => pointSegmentDistance(end, zone)));
    if (off > ROUNDING)
      findings.violation(`at t = ${time} robot ${robot} sets out for where it is ${off} m off what it holds`);
  }
  return findings.result('motions in zones');
}

function endsOf({ x, y, vx, vy, start, end }: TraceLeg & { readonly kind: 'line' }) {
  return [
    { x, y },
    { x: x + vx * (end - start), y: y + vy * (end - start) },
  ];
}
