/** Real networks that cannot be started or kept up. */
export class RealNetworkError extends Error {
  override readonly name = 'RealNetworkError';
}

/** The other side answered and refused: trying again is useless. */
export class RefusedError extends RealNetworkError {}
