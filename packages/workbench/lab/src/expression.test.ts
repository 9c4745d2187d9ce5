import { describe, expect, test } from '@jest/globals';
import { ExpressionError, readExpression } from './expression.js';

const values = new Map(Object.entries({ 'process.num': 9, 'robot.turn.rate': 2, collisions: 5 }));
const valueOf = async (text: string): Promise<number> =>
  (await readExpression(text)).evaluate((name) => values.get(name));

describe('an expression', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['sqrt(process.num) ^ 2 - 1', 8],
    ['robot.turn.rate / 4', 0.5],
    ['collisions >= 5 and not (process.num < 3)', 1],
    ['collisions > 5 or false', 0],
    ['collisions == 5 ? max(1, 2, 3) : 0', 3],
    ['-7 mod 3', 2],
    ['2 pi', 2 * Math.PI],
    ['round(log10(1000))', 3],
  ])('%s is %d', async (text, expected) => {
    expect(await valueOf(text)).toBeCloseTo(expected, 12);
  });

  test('lists its names', async () => {
    expect((await readExpression('process.num * a + a')).names).toEqual(['process.num', 'a']);
  });

  test.each([
    ['', 'got nothing'],
    ['1 +', 'cannot be parsed'],
    ['import("fs")', 'not allowed'],
    ['process.exit()', 'not allowed'],
    ['a["constructor"]', 'not a name'],
    ['[1, 2]', 'not allowed'],
    ['a = 3', 'not allowed'],
    ['f(x) = x', 'not allowed'],
    ['ones(20000, 20000)', 'not allowed'],
    ['"text"', 'not a finite number'],
    ['5!', 'not allowed'],
    ['sqrt(1, 2)', 'expected one argument, got 2'],
    [`${'('.repeat(50)}1${')'.repeat(50)}`, 'nested brackets'],
    ['1 + '.repeat(400), 'characters'],
  ])('rejects %s: %s', async (text, why) => {
    await expect(readExpression(text)).rejects.toThrow(ExpressionError);
    await expect(readExpression(text)).rejects.toThrow(why);
  });

  test('reports a name without a value', async () => {
    await expect(valueOf('unset + 1')).rejects.toThrow('unset has no numeric value');
  });
});
