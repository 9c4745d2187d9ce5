/** Where a robot was found to touch walls; what is remembered holds as long as it stays exactly as it was then. */
interface Stance {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

interface Contact extends Stance {
  /** Of the contact, as the robot sees it. */
  readonly towards: number;
}

export class WallContacts {
  private contacts: Contact[] = [];

  add(towards: number, { x, y, angle }: Stance): void {
    const isKnown = this.contacts.some((known) => known.towards === towards && known.x === x && known.y === y);
    if (!isKnown) this.contacts.push({ towards, x, y, angle });
  }

  /** Those that still hold, the latest first; the others are forgotten. */
  of({ x, y, angle }: Stance): number[] {
    this.contacts = this.contacts.filter((known) => known.x === x && known.y === y && known.angle === angle);
    return this.contacts.map(({ towards }) => towards).toReversed();
  }
}
