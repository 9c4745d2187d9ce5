/** Real networks that cannot be started or kept: says who, where and why, and what would be right. */
export class RealNetworkError extends Error {
  override readonly name = 'RealNetworkError';
}

/** The other side is there and will not: to ask again is of no use. */
export class RefusedError extends RealNetworkError {}
