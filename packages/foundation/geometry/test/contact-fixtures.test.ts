import { describe, expect, test } from '@jest/globals';
import { all, type BigNumber, create } from 'mathjs';
import { type Contact, discDiscContact, discSegmentContact } from '@kineko/geometry';
import { discPointContact } from '../src/contact/disc-disc.js';
import { FAILURE_MODES, type Fixture, fixtures } from './contact-fixtures.js';
import { ulp } from './oracle.js';

const math = create(all!, { number: 'BigNumber', precision: 64 });

const ULPS = 4;

test('there are many, with unique names', () => {
  const names = fixtures.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
});

describe('every failure mode has a case, and every case a failure mode', () => {
  const rows = new Set(fixtures.flatMap(({ name }) => name.split(':')[0]!.split(', ').map(Number)));
  test.each(FAILURE_MODES)('%i: %s', (row) => {
    expect(rows).toContain(row);
  });
  test('no other number is in use', () => {
    expect([...rows].sort((a, b) => a - b)).toEqual(FAILURE_MODES.map(([row]) => row));
  });
});

describe('the hard cases', () => {
  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
    const contact = contactOf(fixture);
    expect(contact.state).toBe(stateOf(fixture));
    expect(errorInUlps(fixture, contact)).toBeLessThanOrEqual(fixture.ulps?.allowed ?? ULPS);
    const { normal } = contact.state === 'hit' ? contact : { normal: { x: 1, y: 0 } };
    expect(Math.hypot(normal.x, normal.y)).toBeCloseTo(1, 15);
  });
});

function stateOf({ expected }: Fixture): Contact['state'] {
  return expected === 'never' ? 'separated' : expected === 'touching' ? 'touching' : 'hit';
}

/** 0 where there is no hit; "now" is exact. */
function errorInUlps(fixture: Fixture, contact: Contact): number {
  if (contact.state !== 'hit') return 0;
  if (fixture.expected === 'now') return contact.time === laterStart(fixture) ? 0 : Infinity;
  const truth = valueOf(fixture);
  return Math.abs(exactly(contact.time).minus(truth).toNumber() / ulp(truth.toNumber()));
}

function contactOf({ query }: Fixture): Contact {
  if ('wall' in query) return discSegmentContact(query.leg, query.radius, query.wall);
  if ('point' in query) return discPointContact(query.leg, query.radius, query.point);
  return discDiscContact(query.a, query.radiusA, query.b, query.radiusB);
}

function laterStart({ query }: Fixture): number {
  return 'a' in query ? Math.max(query.a.start, query.b.start) : query.leg.start;
}

/** The exact value of a double; its shortest decimal form is another number. */
function exactly(value: number): BigNumber {
  let [whole, exponent] = [value, 0];
  while (!Number.isInteger(whole)) [whole, exponent] = [whole * 2, exponent + 1];
  return math.bignumber(BigInt(whole).toString()).div(math.bignumber(2).pow(exponent));
}

function valueOf({ expected, given = {} }: Fixture): BigNumber {
  const scope = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, exactly(value)]));
  if (typeof expected === 'string') return math.evaluate(expected, scope) as BigNumber;
  // Newton's method at 64 digits.
  const f = math.compile(expected.root);
  const slope = math.derivative(expected.root, 't').compile();
  let t = exactly(expected.near);
  for (let step = 0; step < 12; step++) {
    const at = { ...scope, t };
    t = t.minus((f.evaluate(at) as BigNumber).div(slope.evaluate(at) as BigNumber));
  }
  return t;
}
