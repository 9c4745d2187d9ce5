import { beforeAll, describe, expect, test } from '@jest/globals';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { type Algebra, loadAlgebra } from './algebra.js';
import { enclose } from './enclose.js';
import { binary, compile, type Expression, number, power, show, time, unary } from './expression.js';
import { isBounded } from './interval.js';
import { largest } from './largest.js';
import { differentiate, readEquation } from './read-equation.js';

let algebra: Algebra;

beforeAll(async () => {
  algebra = await loadAlgebra();
});

const source = { name: 'x', text: 'a random expression' } as const;

function derivativeOf(expression: Expression): Expression {
  return differentiate(algebra, expression, source, 'the derivative');
}

/** A random expression of all allowed operations, a few levels deep. */
function someExpression(random: RandomDoubles, depth: number): Expression {
  const part = (): Expression => someExpression(random, depth - 1);
  switch (depth === 0 ? random.below(2) : random.below(12)) {
    case 0:
      return number(Math.round(random.between(-40, 40)) / 8);
    case 1:
      return time;
    case 2:
      return unary('sin', part());
    case 3:
      return unary('cos', part());
    case 4:
      return unary('exp', unary('sin', part()));
    case 5:
      return unary('sqrt', binary('sum', power(part(), 2), number(0.5)));
    case 6:
      return binary('quotient', part(), part());
    case 7:
      return power(part(), 2 + random.below(4));
    case 8:
      return unary('negative', part());
    case 9:
      return binary('difference', part(), part());
    case 10:
      return binary('sum', part(), part());
    default:
      return binary('product', part(), part());
  }
}

test('an enclosure holds every value that is computed, of a function and of its derivative', () => {
  const random = new RandomDoubles(11);
  const outside: string[] = [];
  let bounded = 0;
  for (let i = 0; i < 1500; i++) {
    const expression = someExpression(random, 4);
    for (const tree of [expression, derivativeOf(expression)]) {
      const low = random.between(0, 10);
      const piece = { low, high: low + random.between(0, 1) ** 4 * 5 };
      const { low: least, high: most } = enclose(tree, piece);
      if (!isBounded({ low: least, high: most })) continue;
      bounded++;
      const value = compile(tree);
      for (let k = 0; k <= 64; k++) {
        const t = Math.min(low + (k / 64) * (piece.high - low), piece.high);
        const v = value(t);
        if (!(v >= least && v <= most)) outside.push(`${show(tree)} at ${t} is ${v}, not in [${least}, ${most}]`);
      }
    }
  }
  expect(outside).toEqual([]);
  expect(bounded).toBeGreaterThan(1000);
});

test('an enclosure of an instant is hardly wider than the value', () => {
  const random = new RandomDoubles(12);
  for (const text of ['sin(t)', 'cos(3 t)', 't^5', 'exp(-t)', 'sqrt(t)', '1 / (1 + t^2)', 't^-3']) {
    const expression = readEquation(algebra, { name: 'x', text });
    const t = random.between(1, 5);
    const { low, high } = enclose(expression, { low: t, high: t });
    expect(high - low).toBeLessThan(1e-13 * Math.max(1, Math.abs(high)));
  }
});

test.each([
  ['sin(t)', 0, 1, 0, Math.sin(1)],
  ['sin(t)', 1, 2, Math.sin(1), 1],
  ['sin(t)', 4, 5, -1, Math.sin(4)],
  ['sin(t)', 0, 6, -1, 1],
  ['cos(t)', 3, 4, -1, Math.cos(4)],
  ['cos(t)', 6, 7, Math.cos(7), 1],
  ['cos(t)', 0.5, 1, Math.cos(1), Math.cos(0.5)],
  ['cos(t - 10)', 9, 11, Math.cos(1), 1],
  ['t^2', 0, 3, 0, 9],
  ['(t - 1)^2', 0, 3, 0, 4],
  ['(t - 1)^3', 0, 3, -1, 8],
  ['1 / (t + 1)', 0, 1, 0.5, 1],
  ['exp(t)', 0, 1, 1, Math.E],
])('%s from %d to %d is from %d to %d', (text, from, to, least, most) => {
  const { low, high } = enclose(readEquation(algebra, { name: 'x', text }), { low: from, high: to });
  expect(low).toBeLessThanOrEqual(least);
  expect(high).toBeGreaterThanOrEqual(most);
  expect(low).toBeCloseTo(least, 12);
  expect(high).toBeCloseTo(most, 12);
});

test.each(['1 / t', 't^-1', 'sqrt(t - 1)', 'exp(1000 * (t + 1))', '1 / sin(t)', '0 - 1 / t + t', 'sin(1 / t)'])(
  '%s from 0 to 1 has no bound',
  (text) => {
    expect(isBounded(enclose(readEquation(algebra, { name: 'x', text }), { low: 0, high: 1 }))).toBe(false);
  },
);

describe('derivatives', () => {
  test('agree with finite differences', () => {
    const random = new RandomDoubles(13);
    let compared = 0;
    for (let i = 0; i < 600; i++) {
      const expression = someExpression(random, 3);
      const value = compile(expression);
      const slope = compile(derivativeOf(expression));
      const t = random.between(0.5, 3);
      const h = 1e-4;
      const [coarse, fine] = [difference(value, t, 2 * h), difference(value, t, h)];
      // Skip points where the difference quotient has not converged.
      if (!(Math.abs(coarse - fine) < 1e-6 * (1 + Math.abs(fine)) && Math.abs(value(t)) < 1e4)) continue;
      compared++;
      expect([show(expression), Math.abs(slope(t) - fine) / (1 + Math.abs(fine))]).toEqual([
        show(expression),
        expect.closeTo(0, 5),
      ]);
    }
    expect(compared).toBeGreaterThan(300);
  });

  test.each([
    ['3 * t^2 + 2 * t + 1', '3 * (2 * t) + 2', '6'],
    ['t^3', '3 * t^2', '3 * (2 * t)'],
    ['2 * sin(3 * t)', '2 * (3 * cos(3 * t))', '2 * (3 * (3 * (-sin(3 * t))))'],
    ['5', '0', '0'],
    ['exp(-t)', '-exp(-t)', 'exp(-t)'],
  ])('of %s are %s and %s', (text, first, second) => {
    const derivative = derivativeOf(readEquation(algebra, { name: 'x', text }));
    expect([show(derivative), show(derivativeOf(derivative))]).toEqual([first, second]);
  });

  function difference(value: (t: number) => number, t: number, h: number): number {
    return (value(t + h) - value(t - h)) / (2 * h);
  }
});

test('a printed expression is parsed to the same expression', () => {
  const random = new RandomDoubles(14);
  for (let i = 0; i < 500; i++) {
    const expression = someExpression(random, 4);
    const again = readEquation(algebra, { name: 'x', text: show(expression) });
    const [t, seconds] = [random.between(0, 3), random.between(0, 3)];
    expect([compile(again)(t), compile(again)(seconds)]).toEqual([
      compile(expression)(t),
      compile(expression)(seconds),
    ]);
  }
});

describe('the largest value', () => {
  const sizeOf = (text: string): Parameters<typeof largest>[0] => {
    const expression = readEquation(algebra, { name: 'x', text });
    const value = compile(expression);
    return {
      upper: (piece) => Math.max(-enclose(expression, piece).low, enclose(expression, piece).high),
      at: (t) => Math.abs(value(t)),
    };
  };

  test('is found where a single interval would overestimate it', () => {
    const found = largest(sizeOf('t * (4 - t) * (t - 2)'), 4, 1000);
    expect('bound' in found && found.bound).toBeGreaterThan(3.079);
    expect('bound' in found && found.bound).toBeLessThan(3.5);
  });

  test('has no bound at a pole, and returns the interval', () => {
    const found = largest(sizeOf('1 / (t - 1)'), 3, 1000);
    expect('unboundedIn' in found && found.unboundedIn.low).toBeCloseTo(1, 9);
  });

  test('is a bound even if few pieces are allowed', () => {
    const found = largest(sizeOf('sin(100 * t) * cos(101 * t)'), 100, 8);
    expect('bound' in found && found.bound).toBeGreaterThanOrEqual(1);
  });
});
