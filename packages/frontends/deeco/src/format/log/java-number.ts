/** A number as Java prints doubles, or as people write them; undefined if it is none. */
export function readJavaNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

const NUMBER = /^(?:[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|Infinity)|NaN)$/;
