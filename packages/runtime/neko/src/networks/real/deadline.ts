/** Settles as a promise does, or fails when it takes too long. */
export function withDeadline<T>(promise: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves when a promise has settled, or when it takes too long; whether it was in time. */
export function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return withDeadline(promise, ms, () => new Error('too late')).then(
    () => true,
    () => false,
  );
}
