/** Contacts in a step of the physics, in an order that does not depend on the library's tables. */
import { cos, sin } from '@kineko/geometry';
import type { Collider, EventQueue, World } from '@dimforge/rapier2d-deterministic-compat';

/** Indices of two colliders that pressed each other, the lower one first. */
export interface Pair {
  readonly low: number;
  readonly high: number;
}

/** One point of contact of a pair, which may have two. */
export interface Press extends Pair {
  /** Normal from low to high. */
  readonly nx: number;
  readonly ny: number;
  /** Position in the world. */
  readonly x: number;
  readonly y: number;
  /** Impulse along the normal on high; the opposite acts on low. */
  readonly impulse: number;
  /** Distance between the two when the step began; below 0 if they overlapped. */
  readonly gap: number;
}

/** The pairs that pressed each other in a step, in order. */
export function pairsIn(events: EventQueue, indexOf: ReadonlyMap<number, number>): Pair[] {
  const pairs: Pair[] = [];
  events.drainContactForceEvents((event) => {
    const [one, other] = [indexOf.get(event.collider1())!, indexOf.get(event.collider2())!];
    pairs.push(one < other ? { low: one, high: other } : { low: other, high: one });
  });
  return pairs.sort((a, b) => a.low - b.low || a.high - b.high);
}

/** @param colliders By index. */
export function pressesOf(world: World, { low, high }: Pair, colliders: readonly Collider[]): Press[] {
  const [one, other] = [colliders[low]!, colliders[high]!];
  const presses: Press[] = [];
  world.contactPair(one, other, (manifold, isFlipped) => {
    const { x: nx, y: ny } = manifold.normal();
    const sign = isFlipped ? -1 : 1;
    for (let i = 0; i < manifold.numContacts(); i++) {
      const impulse = manifold.contactImpulse(i);
      if (!(impulse > 0)) continue;
      const shape = isFlipped ? other : one;
      const local = manifold.localContactPoint1(i);
      if (local === null) continue;
      const at = placed(local, shape);
      const gap = manifold.contactDist(i) - one.contactSkin() - other.contactSkin();
      presses.push({ low, high, nx: sign * nx, ny: sign * ny, x: at.x, y: at.y, impulse, gap });
    }
  });
  return presses.sort((a, b) => a.x - b.x || a.y - b.y);
}

function placed({ x, y }: { x: number; y: number }, shape: Collider): { readonly x: number; readonly y: number } {
  const body = shape.parent();
  if (body === null) return { x, y };
  const { x: bx, y: by } = body.translation();
  const angle = body.rotation();
  const [c, d] = [cos(angle), sin(angle)];
  return { x: bx + c * x - d * y, y: by + d * x + c * y };
}
