/** Which processes delivered what, in which order. */
export class OrderBook {
  /** What is delivered has a number here, and a name for people. */
  readonly names: string[] = [];
  readonly sequences = new Map<number, number[]>();
  /** All that were told, be they kept or not. */
  deliveries = 0;
  kept = 0;
  private readonly numbers = new Map<string, number>();
  /** Whom each message is for; without it, for everybody. */
  private readonly audiences = new Map<number, ReadonlySet<number>>();
  private readonly sameAudience = new Map<string, ReadonlySet<number>>();

  add(process: number, message: string, to?: readonly number[]): void {
    let number = this.numbers.get(message);
    if (number === undefined) {
      this.numbers.set(message, (number = this.names.push(message) - 1));
      if (to !== undefined) this.audiences.set(number, this.audienceOf(to));
    }
    const sequence = this.sequences.get(process);
    if (sequence === undefined) this.sequences.set(process, [number]);
    else sequence.push(number);
    this.kept++;
  }

  /** What a process delivered of the messages that are for another one too. */
  sharedWith(process: number, other: number): readonly number[] {
    const sequence = this.sequences.get(process) ?? [];
    if (this.audiences.size === 0) return sequence;
    return sequence.filter((message) => this.audiences.get(message)?.has(other) ?? true);
  }

  private audienceOf(to: readonly number[]): ReadonlySet<number> {
    const key = to.join();
    let audience = this.sameAudience.get(key);
    if (audience === undefined) this.sameAudience.set(key, (audience = new Set(to)));
    return audience;
  }
}
