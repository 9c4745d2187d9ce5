/** Effectors: what robots do besides moving. A kind is a plug-in, named by its action. */
import { Effector, type RequestCheck } from '@kineko/world';
import type { Pose } from '@kineko/geometry';
import { distanceBetween } from './frame.js';
import type { Thing } from './things.js';

export interface EffectorRequest {
  readonly amount: number;
}

/** The robot and the objects that an effector acts on. */
export interface EffectorSite {
  readonly robot: number;
  readonly things: readonly Thing[];
  poseOf(thing: Thing): Pose;
  /** The robot's pose. */
  here(): Pose;
  /** Notifies viewers that an object has changed. */
  changed(thing: Thing): void;
}

export interface EffectorKind {
  /** The action of requests: `TAG`. */
  readonly action: string;
  make(site: EffectorSite): Effector<EffectorRequest>;
}

/** Sets the heat of all objects to 0 whose centre is within a distance of the robot's. */
class TagHeatEffector extends Effector<EffectorRequest> {
  readonly kind = 'TAG';

  constructor(private readonly site: EffectorSite) {
    super();
  }

  protected override checkRequest({ amount }: EffectorRequest, check: RequestCheck): void {
    check.metres('messageAmount', amount);
  }

  override effect({ amount }: EffectorRequest): void {
    const here = this.site.here();
    for (const thing of this.site.things) {
      if (thing.robot === this.site.robot || thing.heat === 0) continue;
      if (distanceBetween(here, this.site.poseOf(thing)) > amount) continue;
      thing.heat = 0;
      this.site.changed(thing);
    }
  }
}

export const EFFECTOR_KINDS: readonly EffectorKind[] = [{ action: 'TAG', make: (site) => new TagHeatEffector(site) }];
