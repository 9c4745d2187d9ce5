/** Radii and tags of the robots of a world, as numbers where possible, since there may be a million robots. */
export class RobotFeatures {
  readonly largestRadius: number;
  private readonly ids: Float64Array;
  private readonly radii: Float64Array;
  /** Tags other than '', by robot. */
  private readonly tags = new Map<number, string>();
  /** Indices of ids that differ from their index; mostly they are equal. */
  private readonly indices = new Map<number, number>();

  /** @param robots In the order of ids. */
  constructor(robots: readonly { readonly id: number; readonly radius: number; readonly tag: string }[]) {
    this.ids = new Float64Array(robots.length);
    this.radii = new Float64Array(robots.length);
    let largest = 0;
    for (let index = 0; index < robots.length; index++) {
      const { id, radius, tag } = robots[index]!;
      this.ids[index] = id;
      this.radii[index] = radius;
      largest = Math.max(largest, radius);
      if (tag !== '') this.tags.set(id, tag);
      if (id !== index) this.indices.set(id, index);
    }
    this.largestRadius = largest;
  }

  radiusOf(robot: number): number {
    return this.radii[this.indexOf(robot)]!;
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
    const index = this.ids[robot] === robot ? robot : this.indices.get(robot);
    if (index === undefined) throw new RangeError(`there is no robot ${robot}`);
    return index;
  }
}
