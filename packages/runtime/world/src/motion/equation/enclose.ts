import { type Binary, childrenOf, type Expression, show, type Unary } from './expression.js';
import * as interval from './interval.js';
import type { Interval } from './interval.js';

const unaryOf: Readonly<Record<Unary, (a: Interval) => Interval>> = {
  negative: interval.negative,
  sin: interval.sine,
  cos: interval.cosine,
  sqrt: interval.squareRoot,
  exp: interval.exponential,
};

const binaryOf: Readonly<Record<Binary, (a: Interval, b: Interval) => Interval>> = {
  sum: interval.sum,
  difference: interval.difference,
  product: interval.product,
  quotient: interval.quotient,
};

/** An interval that contains every value of an expression at any time within the interval `t`. */
export function enclose(expression: Expression, t: Interval): Interval {
  if (expression.kind === 'number') return interval.point(expression.value);
  if (expression.kind === 'time') return t;
  if (expression.kind === 'power') return interval.power(enclose(expression.base, t), expression.exponent);
  if ('of' in expression) return unaryOf[expression.kind](enclose(expression.of, t));
  return binaryOf[expression.kind](enclose(expression.left, t), enclose(expression.right, t));
}

/** Explains why an expression has no bound within the interval, by its innermost part without one. */
export function whyUnbounded(expression: Expression, t: Interval): string {
  const part = childrenOf(expression).find((child) => !interval.isBounded(enclose(child, t)));
  if (part !== undefined) return whyUnbounded(part, t);
  switch (expression.kind) {
    case 'quotient':
      if (expression.right.kind === 'number') break;
      return `${shortened(expression)} divides by ${shortened(expression.right)}, which comes to 0 there`;
    case 'power':
      if (expression.exponent > 0) break;
      return `${shortened(expression)} divides by a power of ${shortened(expression.base)}, which comes to 0 there`;
    case 'sqrt':
      return `${shortened(expression)} is a root of a value that becomes negative there`;
    default:
  }
  return `${shortened(expression)} is no finite number there`;
}

function shortened(expression: Expression): string {
  const text = show(expression);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
