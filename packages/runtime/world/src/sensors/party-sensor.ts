import type { RandomStream } from '@kineko/kernel';
import type { Party, WorldView } from '../world-view.js';
import { type Cancellable, type ExactMode, type SensorTriggers, PushSensor } from './sensor.js';

/** One entry of a reply: a robot or an obstacle. */
export interface PartyReading {
  readonly kind: Party['kind'];
  readonly id: number;
}

/**
 * A push sensor whose reply is a list of parties, robots first, each in ascending order of ids. It reports newcomers:
 * parties that were not in the previous reply. Parties are identified by ids, which are part of the reply.
 */
export abstract class PartySensor<Request, Reading extends PartyReading>
  extends PushSensor<Request, readonly Reading[]>
  implements ExactMode<Request, readonly Reading[]>
{
  /** By default it is woken by touches. */
  begin(_request: Request, triggers: SensorTriggers, wake: (party: Party, now: number) => void): Cancellable {
    return triggers.onTouch(wake);
  }

  abstract calReplyUpon(
    request: Request,
    upon: readonly Party[],
    world: WorldView,
    self: number,
    noise: RandomStream,
  ): readonly Reading[];

  override calReply(request: Request, world: WorldView, self: number, noise: RandomStream): readonly Reading[] {
    return this.calReplyUpon(request, [], world, self, noise);
  }

  override shouldInterrupt(reply: readonly Reading[], before: readonly Reading[] = []): boolean {
    const known = new Set(before.map(keyOf));
    return reply.some((reading) => this.isReported(reading) && !known.has(keyOf(reading)));
  }

  /** Whether the arrival of a party is reported. */
  protected isReported(_reading: Reading): boolean {
    return true;
  }

  override exactMode(): ExactMode<Request, readonly Reading[]> {
    return this;
  }

  mentions(reply: readonly Reading[], party: Party): boolean {
    return reply.some((reading) => isSameParty(reading, party));
  }
}

export function isSameParty(a: PartyReading, b: PartyReading): boolean {
  return a.kind === b.kind && a.id === b.id;
}

function keyOf({ kind, id }: PartyReading): string {
  return `${kind} ${id}`;
}
