/** What several tests look at is made when the first of them asks, not while tests are being collected. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
