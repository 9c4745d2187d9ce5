import { childrenOf, type Expression, show } from './expression.js';
import * as interval from './interval.js';
import type { Interval } from './interval.js';

/** Everything that an expression can be, at any time within the interval. */
export function enclose(expression: Expression, t: Interval): Interval {
  switch (expression.kind) {
    case 'number':
      return interval.point(expression.value);
    case 'time':
      return t;
    case 'negative':
      return interval.negative(enclose(expression.of, t));
    case 'sin':
      return interval.sine(enclose(expression.of, t));
    case 'cos':
      return interval.cosine(enclose(expression.of, t));
    case 'sqrt':
      return interval.squareRoot(enclose(expression.of, t));
    case 'exp':
      return interval.exponential(enclose(expression.of, t));
    case 'sum':
      return interval.sum(enclose(expression.left, t), enclose(expression.right, t));
    case 'difference':
      return interval.difference(enclose(expression.left, t), enclose(expression.right, t));
    case 'product':
      return interval.product(enclose(expression.left, t), enclose(expression.right, t));
    case 'quotient':
      return interval.quotient(enclose(expression.left, t), enclose(expression.right, t));
    case 'power':
      return interval.power(enclose(expression.base, t), expression.exponent);
  }
}

/** Why an expression has no bound within the interval: its innermost part that has none. */
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
      return `${shortened(expression)} is a root of what comes below 0 there`;
    default:
  }
  return `${shortened(expression)} is no finite number there`;
}

function shortened(expression: Expression): string {
  const text = show(expression);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
