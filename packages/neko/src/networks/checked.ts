/** A network that cannot be: says what was given, and what would be right. */
export class NetworkError extends RangeError {
  override readonly name = 'NetworkError';
}

/** What is wrong with a value, if anything: the end of a sentence that begins with what it is the value of. */
export type Problem = string | undefined;

export function problemOfSeconds(value: unknown): Problem {
  return isNumber(value) && value >= 0 && value < Infinity
    ? undefined
    : `is ${shown(value)}: it must be a number of seconds, 0 or more`;
}

export function problemOfProbability(value: unknown): Problem {
  return isNumber(value) && value >= 0 && value <= 1
    ? undefined
    : `is ${shown(value)}: a probability is a number from 0 to 1`;
}

export function problemOfProcess(value: unknown, n: number): Problem {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < n
    ? undefined
    : `is ${shown(value)}: ids of processes are whole numbers from 0 to ${n - 1}`;
}

export function problemOfProcesses(value: unknown, n: number): Problem {
  if (!Array.isArray(value)) return `is ${shown(value)}: it must be a list of ids of processes`;
  for (const [index, id] of value.entries()) {
    const problem = problemOfProcess(id, n);
    if (problem !== undefined) return `has a wrong entry: [${index}] ${problem}`;
  }
  return undefined;
}

export function checkSeconds(what: string, value: number): void {
  check(what, problemOfSeconds(value));
}

export function checkProbability(what: string, value: number): void {
  check(what, problemOfProbability(value));
}

/** A rate, a speed, a length: more than 0; Infinity where that makes sense. */
export function checkAboveZero(what: string, value: number, unit: string): void {
  if (!(isNumber(value) && value > 0))
    throw new NetworkError(`${what} is ${shown(value)}: it must be a number of ${unit}, above 0`);
}

export function check(what: string, problem: Problem): void {
  if (problem !== undefined) throw new NetworkError(`${what} ${problem}`);
}

/** A value as a message shows it: short, and telling a text from a number. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = jsonOf(value) ?? `a ${typeof value}`;
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** Nothing for what has no JSON, such as a function, a big integer, or what contains itself. */
function jsonOf(value: unknown): string | undefined {
  if (value === undefined) return 'undefined';
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
