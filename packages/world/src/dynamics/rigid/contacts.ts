/** Who pressed whom in a step of the physics, gathered in an order that does not depend on the library's tables. */
import { cos, sin } from '@kineko/geometry';
import type { Collider, World } from '@dimforge/rapier2d-deterministic-compat';

/** A pair of colliders that pressed each other: by index, the lower one first. */
export interface Press {
  readonly low: number;
  readonly high: number;
  /** From low to high. */
  readonly nx: number;
  readonly ny: number;
  /** Where, as seen from the world's origin. */
  readonly x: number;
  readonly y: number;
  /** Along the normal, on high; the opposite on low. */
  readonly impulse: number;
}

/**
 * @param colliders Those that may press others, by index; all others have higher ones, in `indexOf`.
 */
export function pressesIn(world: World, colliders: readonly Collider[], indexOf: ReadonlyMap<number, number>): Press[] {
  const presses: Press[] = [];
  for (const [low, collider] of colliders.entries()) {
    world.contactPairsWith(collider, (other) => {
      const high = indexOf.get(other.handle)!;
      if (high > low) pressesOf(world, collider, other, low, high, presses);
    });
  }
  return presses.sort((a, b) => a.low - b.low || a.high - b.high || a.x - b.x || a.y - b.y);
}

function pressesOf(world: World, one: Collider, other: Collider, low: number, high: number, presses: Press[]): void {
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
      presses.push({ low, high, nx: sign * nx, ny: sign * ny, x: at.x, y: at.y, impulse });
    }
  });
}

function placed({ x, y }: { x: number; y: number }, shape: Collider): { readonly x: number; readonly y: number } {
  const body = shape.parent();
  if (body === null) return { x, y };
  const { x: bx, y: by } = body.translation();
  const angle = body.rotation();
  const [c, d] = [cos(angle), sin(angle)];
  return { x: bx + c * x - d * y, y: by + d * x + c * y };
}
