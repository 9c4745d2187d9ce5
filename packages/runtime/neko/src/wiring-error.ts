/** A stack of protocols that is not put together as it has to be: says where, and what is missing. */
export class WiringError extends Error {
  override readonly name = 'WiringError';
}
