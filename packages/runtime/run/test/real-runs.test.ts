import { describe, expect, test } from '@jest/globals';
import { analyse } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import { positionAt } from '@kineko/geometry';
import { asLogged, broadcastRun, smallRun } from '@kineko/tools/kits/small-run';

describe('a run of robots and messages', () => {
  test('has the messages that the network counted', async () => {
    const { records, traffic } = await smallRun(6, 1);
    const { all } = (await analyse(records)).messages;
    expect(all.copies).toBe(traffic.sent);
    expect(all.delivered + all.duplicatesDelivered).toBe(traffic.arrived);
    expect(all.dropped + all.duplicatesDropped).toBe(traffic.lost);
    expect(all.duplicatesDelivered).toBeGreaterThan(0);
    expect(all.dropped).toBeGreaterThan(0);
    expect(all.underWay).toBe(traffic.underWay);
    expect(all.deliveredWithoutSend + all.droppedWithoutSend + all.deliveredBeforeSend).toBe(0);
  });

  test('has the distances that sampling every hundredth of a second gives', async () => {
    const { records } = await smallRun(6, 2);
    const { robots, totals } = await analyse(records);
    const seen = lengthsSeen(records, totals.lastSeconds!);
    for (const { robot, distanceMetres, turningSeconds, movingSeconds, idleSeconds, presentSeconds } of robots) {
      expect(Math.abs(distanceMetres - seen.get(robot)!)).toBeLessThan(0.02);
      expect(turningSeconds + movingSeconds + idleSeconds).toBeCloseTo(presentSeconds, 9);
      expect(presentSeconds).toBeCloseTo(totals.lastSeconds!, 9);
    }
  });

  test('a log of it has the same data, to its decimals', async () => {
    const { records } = await smallRun(8, 3);
    const exact = await analyse(records);
    const logged = await analyse(asLogged(records));
    expect(exact.totals.collisions).toBeGreaterThan(10);
    expect(logged.totals.collisions).toBeNull();
    expect(logged.totals.motionRequests).toBe(exact.totals.motionRequests);
    for (const [i, robot] of exact.robots.entries()) {
      const other = logged.robots[i]!;
      const tolerance = 0.005 * robot.motions.begun;
      expect([robot.distanceFrom, other.distanceFrom]).toEqual(['legs', 'events']);
      expect(Math.abs(robot.distanceMetres - other.distanceMetres)).toBeLessThan(tolerance);
      expect(Math.abs(robot.turningSeconds - other.turningSeconds)).toBeLessThan(tolerance);
      expect(Math.abs(robot.movingSeconds - other.movingSeconds)).toBeLessThan(tolerance);
      expect(other.motions).toEqual(robot.motions);
    }
    const ends = exact.robots.reduce((sum, { motions }) => sum + motions.collided, 0);
    expect(logged.collisions).toEqual({ count: null, endsWithoutPartner: ends, pairs: [] });
    expect(logged.messages.all.latency.count).toBe(exact.messages.all.latency.count);
  });

  test('motions without their ends are counted like motions with them', async () => {
    const { records } = await smallRun(4, 5);
    const noEnds = records.filter((record) => record.type !== 'motionEnd' || record.status === 'collided');
    const [whole, cut] = [await analyse(records), await analyse(noEnds)];
    expect(cut.robots.map(({ motions }) => motions)).toEqual(whole.robots.map(({ motions }) => motions));
  });
});

describe('the order of a broadcast', () => {
  test('over FIFO channels it is a total order', async () => {
    const { deliveryOrders } = await analyse(await broadcastRun(true));
    expect(deliveryOrders.map(({ protocol }) => protocol)).toEqual(['abcast']);
    expect(deliveryOrders[0]!.deliveries).toBe(500);
    for (const { relation } of deliveryOrders[0]!.pairs) expect(relation).toBe('equal');
  });

  test('over other channels, processes disagree', async () => {
    const [orders] = (await analyse(await broadcastRun(false))).deliveryOrders;
    expect(orders!.pairs.some(({ ordersAgree }) => !ordersAgree)).toBe(true);
  });
});

/** By robot, the length of the line through where it is every hundredth of a second. */
function lengthsSeen(records: readonly TraceRecord[], until: number): Map<number, number> {
  const lengths = new Map<number, number>();
  const legs = records.flatMap((record) => (record.type === 'leg' ? [record] : []));
  for (const [i, { robot, leg }] of legs.entries()) {
    if (leg.kind === 'curve') continue;
    const next = legs.slice(i + 1).find((other) => other.robot === robot);
    const end = Math.min(leg.end, next?.time ?? until);
    const steps = Math.max(1, Math.ceil((end - leg.start) / 0.01));
    let length = lengths.get(robot) ?? 0;
    let before = positionAt(leg, leg.start);
    for (let step = 1; step <= steps; step++) {
      const at = positionAt(leg, leg.start + ((end - leg.start) * step) / steps);
      length += Math.hypot(at.x - before.x, at.y - before.y);
      before = at;
    }
    lengths.set(robot, length);
  }
  return lengths;
}
