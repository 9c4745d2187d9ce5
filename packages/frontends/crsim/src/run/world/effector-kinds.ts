/** What robots do to the world besides moving: effectors of the world, plug-ins by their action. */
import { Effector, type RequestCheck } from '@kineko/world';
import type { Pose } from '@kineko/geometry';
import { distanceBetween } from './frame.js';
import type { Thing } from './things.js';

export interface EffectorRequest {
  /** As the robot says it. */
  readonly amount: number;
}

/** What an effector may know and change. */
export interface EffectorSite {
  readonly robot: number;
  readonly things: readonly Thing[];
  /** Where a thing is now. */
  poseOf(thing: Thing): Pose;
  /** Where the robot is now. */
  here(): Pose;
  /** A thing does not look as it did: viewers are told. */
  changed(thing: Thing): void;
}

export interface EffectorKind {
  /** As robots ask for it: `TAG`. */
  readonly action: string;
  make(site: EffectorSite): Effector<EffectorRequest>;
}

/** Takes the heat from all things whose centre is so near to the robot's. */
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
