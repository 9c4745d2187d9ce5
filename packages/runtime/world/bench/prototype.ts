/**
 * The minimal engine that the project's targets refer to (periodic, without obstacles, records or user code), where it is at
 * hand: in `shared/prototypes` beside the checkout.
 */
import { existsSync } from 'node:fs';
import type { Alternative, Work } from '@kineko/tools/bench/comparison';

interface Discs {
  runColl(collisions: number): void;
}
interface RandomMovement {
  runEvents(events: number): void;
}
interface SceneOptions {
  readonly N: number;
  readonly phi: number;
  readonly queue: 'bucket';
}

// From the built file in build/packages/runtime/world/bench.
const FOLDER = new URL('../../../../../../shared/prototypes/engine/', import.meta.url);
const DENSITY = 0.1;
/** As in the scenes of the engine. */
const EVENTS_BEFORE = 3;

export const hasPrototype = existsSync(FOLDER);

export function prototypeOfDiscs(n: number, collisionsPerCall: number): Alternative {
  return alternative(collisionsPerCall, async () => {
    const { makeDiscs } = await load<{ makeDiscs(options: SceneOptions): Discs }>('discs3.mjs');
    const discs = makeDiscs({ N: n, phi: DENSITY, queue: 'bucket' });
    return (collisions) => discs.runColl(collisions);
  });
}

export function prototypeOfRandomMovement(n: number, eventsPerCall: number): Alternative {
  return alternative(eventsPerCall, async () => {
    const { makeRWP } = await load<{ makeRWP(options: SceneOptions): RandomMovement }>('rwp_c.mjs');
    const robots = makeRWP({ N: n, phi: DENSITY, queue: 'bucket' });
    robots.runEvents(EVENTS_BEFORE * n);
    return (events) => robots.runEvents(events);
  });
}

function load<M>(file: string): Promise<M> {
  return import(new URL(file, FOLDER).href) as Promise<M>;
}

/** The scene is made in the first call, which is part of the warm-up. */
function alternative(perCall: number, make: () => Promise<(count: number) => void>): Alternative {
  const setUp = (): Work => {
    let scene: ((count: number) => void) | undefined;
    return async () => {
      scene ??= await make();
      scene(perCall);
      return perCall;
    };
  };
  return { name: 'prototype', setUp };
}
