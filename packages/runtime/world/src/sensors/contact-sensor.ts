import type { Party, WorldView } from '../world-view.js';
import { isSameParty, PartySensor } from './party-sensor.js';

/** A request without fields. */
export type ContactRequest = Readonly<Record<string, never>>;

/** Reports the parties that the robot touches. As a push sensor it reports new ones. */
export class ContactSensor extends PartySensor<ContactRequest, Party> {
  readonly kind = 'contact';

  override calReplyUpon(
    _request: ContactRequest,
    upon: readonly Party[],
    world: WorldView,
    self: number,
  ): readonly Party[] {
    return touchedParties(world, self, upon);
  }
}

/** The parties that a robot touches, and those that it touched at this instant, even if it has bounced off them. */
export function touchedParties(world: WorldView, self: number, upon: readonly Party[]): Party[] {
  const parties = world.touching(self).map(({ kind, id }) => ({ kind, id }));
  for (const { kind, id } of upon) {
    if (!parties.some((party) => isSameParty(party, { kind, id }))) parties.push({ kind, id });
  }
  return parties.sort((a, b) => (a.kind === b.kind ? a.id - b.id : a.kind === 'robot' ? -1 : 1));
}
