/** Settles as the promise does, or rejects after a time limit. */
export function withDeadline<T>(promise: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves when the promise has settled or the time limit is over; returns whether it was in time. */
export function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return withDeadline(promise, ms, () => new Error('too late')).then(
    () => true,
    () => false,
  );
}

/** Rejects with the first failure, when all have settled: nothing is left running behind it. */
export async function allSettled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(promises);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<T>).value);
}

/** Promises that wait for a condition. */
export class Waiters {
  private readonly resolvers: (() => void)[] = [];

  /** Resolves at once if the condition holds, otherwise at the next release. */
  until(holds: boolean): Promise<void> {
    return holds ? Promise.resolve() : new Promise((resolve) => void this.resolvers.push(resolve));
  }

  release(): void {
    for (const resolve of this.resolvers.splice(0)) resolve();
  }
}
