/** A value per process: one that most share, and others for single processes. */
export class PerProcess<T> {
  /**
   * @param shared Undefined if each process has its own.
   * @param own By process.
   */
  constructor(
    private readonly shared: { readonly value: T } | undefined,
    private readonly own: ReadonlyMap<number, T>,
  ) {}

  /** Makes the value of each process once, in the order of ids; all processes that are not singled out share one value. */
  static async of<T>(
    n: number,
    singledOut: readonly number[],
    make: (process: number) => Promise<T>,
  ): Promise<PerProcess<T>> {
    const own = new Map<number, T>();
    let shared: { readonly value: T } | undefined;
    // The first process that is not singled out.
    let next = 0;
    for (const process of [...singledOut.filter((each) => each < n), n]) {
      if (shared === undefined && next < process) shared = { value: await make(next) };
      if (process === n) break;
      own.set(process, await make(process));
      next = process + 1;
    }
    return new PerProcess(shared, own);
  }

  of(process: number): T {
    return this.own.size > 0 && this.own.has(process) ? this.own.get(process)! : this.shared!.value;
  }

  /** Each value, once for all processes that share it. */
  get values(): readonly T[] {
    return [...(this.shared === undefined ? [] : [this.shared.value]), ...this.own.values()];
  }

  map<U>(change: (value: T) => U): PerProcess<U> {
    const own = new Map(Array.from(this.own, ([process, value]) => [process, change(value)] as const));
    return new PerProcess(this.shared && { value: change(this.shared.value) }, own);
  }
}
