import type { Party, WorldView } from '../world-view.js';
import { isSameParty, PartySensor } from './party-sensor.js';

/** Nothing to be said: a contact is a contact. */
export type ContactRequest = Readonly<Record<string, never>>;

/** Tells whom one touches. As a push sensor it tells of those one did not touch before. */
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

/** Whom a robot touches, and those whom it touched at this instant, even if it has bounced off them. */
export function touchedParties(world: WorldView, self: number, upon: readonly Party[]): Party[] {
  const parties = world.touching(self).map(({ kind, id }) => ({ kind, id }));
  for (const { kind, id } of upon) {
    if (!parties.some((party) => isSameParty(party, { kind, id }))) parties.push({ kind, id });
  }
  return parties.sort((a, b) => (a.kind === b.kind ? a.id - b.id : a.kind === 'robot' ? -1 : 1));
}
