/** Radii and tags of the robots of a world; what all robots have in common is stored once, since there may be a million. */
export class RobotFeatures {
  readonly largestRadius: number;
  private readonly count: number;
  /** Undefined if all radii are equal, as they mostly are. */
  private readonly radii: Float64Array | undefined;
  /** Tags other than '', by robot. */
  private readonly tags = new Map<number, string>();
  /** Indices by id; undefined if each id is the index, as it mostly is. */
  private readonly indices: ReadonlyMap<number, number> | undefined;

  /** @param robots In the order of ids. */
  constructor(robots: readonly { readonly id: number; readonly radius: number; readonly tag: string }[]) {
    this.count = robots.length;
    let largest = 0;
    let areEqual = true;
    let areNumbered = true;
    for (let index = 0; index < robots.length; index++) {
      const { id, radius, tag } = robots[index]!;
      largest = Math.max(largest, radius);
      if (tag !== '') this.tags.set(id, tag);
      if (radius !== robots[0]!.radius) areEqual = false;
      if (id !== index) areNumbered = false;
    }
    this.largestRadius = largest;
    this.radii = areEqual ? undefined : Float64Array.from(robots, ({ radius }) => radius);
    this.indices = areNumbered ? undefined : new Map(robots.map(({ id }, index) => [id, index]));
  }

  radiusOf(robot: number): number {
    const index = this.indexOf(robot);
    return this.radii === undefined ? this.largestRadius : this.radii[index]!;
  }

  tagOf(robot: number): string {
    this.indexOf(robot);
    return this.tags.get(robot) ?? '';
  }

  setTag(robot: number, tag: string): void {
    this.indexOf(robot);
    if (tag === '') this.tags.delete(robot);
    else this.tags.set(robot, tag);
  }

  private indexOf(robot: number): number {
    const { indices } = this;
    if (indices === undefined && robot >= 0 && robot < this.count && Number.isInteger(robot)) return robot;
    const index = indices?.get(robot);
    if (index === undefined) throw new RangeError(`there is no robot ${robot}`);
    return index;
  }
}
