/** A network that cannot be: says what was given, and what would be right. */
export class NetworkError extends RangeError {
  override readonly name = 'NetworkError';
}

export function checkSeconds(what: string, value: number): void {
  if (!(value >= 0 && value < Infinity))
    throw new NetworkError(`${what} is ${value}: it must be a number of seconds, 0 or more`);
}

export function checkProbability(what: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new NetworkError(`${what} is ${value}: a probability is from 0 to 1`);
}
