/** The physics engine; loaded only for worlds with pushable bodies. */
import type * as Rapier from '@dimforge/rapier2d-deterministic-compat';

export type RigidPhysics = typeof Rapier;

let loaded: Promise<RigidPhysics> | undefined;

/** Loads two megabytes of WebAssembly, once. */
export function loadRigidPhysics(): Promise<RigidPhysics> {
  return (loaded ??= load());
}

async function load(): Promise<RigidPhysics> {
  const rapier = await import('@dimforge/rapier2d-deterministic-compat');
  await rapier.init();
  return rapier;
}
