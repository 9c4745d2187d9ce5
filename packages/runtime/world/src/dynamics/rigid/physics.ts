/** The library that finds out what bodies do to each other: loaded only by who has bodies that can be pushed. */
import type * as Rapier from '@dimforge/rapier2d-deterministic-compat';

export type RigidPhysics = typeof Rapier;

let loaded: Promise<RigidPhysics> | undefined;

/** Two megabytes, compiled when they are first asked for. */
export function loadRigidPhysics(): Promise<RigidPhysics> {
  return (loaded ??= load());
}

async function load(): Promise<RigidPhysics> {
  const rapier = await import('@dimforge/rapier2d-deterministic-compat');
  await rapier.init();
  return rapier;
}
