import { cos, exp, sin } from '@kineko/geometry';

/**
 * A function of time as a tree of operations that the engine computes with the same bits everywhere: + - * /, integer
 * powers, square roots, and its own sin, cos and exp. The functions below construct trees and simplify only where the value
 * stays the same: terms with 0 and 1, and constants, with the operations that a run would use.
 */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'time' }
  | { readonly kind: Unary; readonly of: Expression }
  | { readonly kind: Binary; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'power'; readonly base: Expression; readonly exponent: number };

export type Unary = 'negative' | 'sin' | 'cos' | 'sqrt' | 'exp';
export type Binary = 'sum' | 'difference' | 'product' | 'quotient';

const unaryOf: Readonly<Record<Unary, (x: number) => number>> = {
  negative: (x) => -x,
  sin,
  cos,
  sqrt: (x) => Math.sqrt(x),
  exp,
};

const binaryOf: Readonly<Record<Binary, (a: number, b: number) => number>> = {
  sum: (a, b) => a + b,
  difference: (a, b) => a - b,
  product: (a, b) => a * b,
  quotient: (a, b) => a / b,
};

export const time: Expression = { kind: 'time' };

/** A number, but never a negative zero, which would be printed and parsed as 0. */
export function number(value: number): Expression {
  return { kind: 'number', value: value + 0 };
}

export function unary(kind: Unary, of: Expression): Expression {
  if (of.kind === 'number') return folded(unaryOf[kind](of.value)) ?? { kind, of };
  if (kind === 'negative' && of.kind === 'negative') return of.of;
  return { kind, of };
}

export function binary(kind: Binary, left: Expression, right: Expression): Expression {
  if (left.kind === 'number' && right.kind === 'number') {
    return folded(binaryOf[kind](left.value, right.value)) ?? { kind, left, right };
  }
  return withoutNeutral(kind, left, right) ?? { kind, left, right };
}

export function power(base: Expression, exponent: number): Expression {
  if (exponent === 0) return number(1);
  if (exponent === 1) return base;
  const constant = base.kind === 'number' ? folded(powerOf(base.value, exponent)) : undefined;
  return constant ?? { kind: 'power', base, exponent };
}

/** A constant expression that is no finite number is not folded, so that errors can show it. */
function folded(value: number): Expression | undefined {
  return Number.isFinite(value) ? number(value) : undefined;
}

function withoutNeutral(kind: Binary, left: Expression, right: Expression): Expression | undefined {
  switch (kind) {
    case 'sum':
      return is(left, 0) ? right : is(right, 0) ? left : undefined;
    case 'difference':
      return is(right, 0) ? left : is(left, 0) ? unary('negative', right) : undefined;
    case 'product':
      if (is(left, 0) || is(right, 0)) return number(0);
      if (is(left, -1)) return unary('negative', right);
      return is(left, 1) ? right : is(right, 1) ? left : undefined;
    case 'quotient':
      return is(left, 0) ? number(0) : is(right, 1) ? left : undefined;
  }
}

function is(expression: Expression, value: number): boolean {
  return expression.kind === 'number' && expression.value === value;
}

/** Computes a power by squaring, from the lowest bit of the exponent up: a fixed order of operations. */
function powerOf(x: number, exponent: number): number {
  let result = 1;
  let factor = x;
  for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= factor;
    factor *= factor;
  }
  return exponent < 0 ? 1 / result : result;
}

export function childrenOf(expression: Expression): readonly Expression[] {
  if ('left' in expression) return [expression.left, expression.right];
  if ('of' in expression) return [expression.of];
  return 'base' in expression ? [expression.base] : [];
}

export function countNodes(expression: Expression): number {
  return childrenOf(expression).reduce((sum, child) => sum + countNodes(child), 1);
}

/** Compiles to plain closures, since a page may forbid code created from text. */
export function compile(expression: Expression): (t: number) => number {
  if (expression.kind === 'time') return (t) => t;
  if (expression.kind === 'number') {
    const { value } = expression;
    return () => value;
  }
  if (expression.kind === 'power') {
    const { exponent } = expression;
    const base = compile(expression.base);
    return (t) => powerOf(base(t), exponent);
  }
  if ('left' in expression) {
    const operation = binaryOf[expression.kind];
    const [left, right] = [compile(expression.left), compile(expression.right)];
    return (t) => operation(left(t), right(t));
  }
  const operation = unaryOf[expression.kind];
  const of = compile(expression.of);
  return (t) => operation(of(t));
}

/** Symbol, precedence and mathjs name of each operation. */
export const OPERATORS = {
  sum: { sign: '+', rank: 1, fn: 'add' },
  difference: { sign: '-', rank: 1, fn: 'subtract' },
  product: { sign: '*', rank: 2, fn: 'multiply' },
  quotient: { sign: '/', rank: 2, fn: 'divide' },
} as const satisfies Record<Binary, unknown>;

/** The text of an expression, as a user would type it. */
export function show(expression: Expression): string {
  if (expression.kind === 'number') return String(expression.value);
  if (expression.kind === 'time') return 't';
  if (expression.kind === 'negative') return `-${inBrackets(expression.of, 2)}`;
  if (expression.kind === 'power') return `${inBrackets(expression.base, 4)}^${expression.exponent}`;
  if ('of' in expression) return `${expression.kind}(${show(expression.of)})`;
  const { sign, rank } = OPERATORS[expression.kind];
  return `${inBrackets(expression.left, rank)} ${sign} ${inBrackets(expression.right, rank + 1)}`;
}

/** Adds brackets if the precedence of the expression is lower than `rank`. */
function inBrackets(expression: Expression, rank: number): string {
  return rankOf(expression) < rank ? `(${show(expression)})` : show(expression);
}

function rankOf(expression: Expression): number {
  if ('left' in expression) return OPERATORS[expression.kind].rank;
  if (expression.kind === 'negative') return 2;
  if (expression.kind === 'power') return 3;
  return expression.kind === 'number' && expression.value < 0 ? 2 : 5;
}
