import { describe, expect, test } from '@jest/globals';
import { Effector } from './effector.js';
import { type EffectRecord, EffectorManager } from '../managers/effector-manager.js';
import { TagEffector } from './tag-effector.js';

function setUp() {
  const records: EffectRecord[] = [];
  const tags = new Map<number, string>();
  const manager = new EffectorManager({ simulator: { now: 2.5 }, emit: (record) => void records.push(record) });
  const port = { setTag: (robot: number, tag: string) => void tags.set(robot, tag) };
  return { manager, records, tags, port };
}

describe('the tag', () => {
  test('is worn and put on record', () => {
    const { manager, records, tags, port } = setUp();
    manager.equip(3, new TagEffector(port)).doEffect({ tag: 'leader' });
    expect([...tags]).toEqual([[3, 'leader']]);
    expect(records).toEqual([{ type: 'effect', time: 2.5, robot: 3, effector: 'tag', request: { tag: 'leader' } }]);
  });

  test.each([
    ['two\nlines', 'line breaks'],
    ['x'.repeat(257), 'the length of tag: expected at most 256 characters, got 257'],
  ])('refuses %j', (tag, message) => {
    const { manager, tags, port } = setUp();
    const effector = manager.equip(3, new TagEffector(port));
    expect(() => effector.doEffect({ tag })).toThrow(message);
    expect(() => effector.doEffect({ tag })).toThrow("robot 3, effector 'tag': ");
    expect(tags.size).toBe(0);
  });
});

test('an effector of your own is one class', () => {
  class Horn extends Effector<{ seconds: number }> {
    readonly kind = 'horn';
    blown: string[] = [];

    override effect({ seconds }: { seconds: number }, robot: number, now: number): void {
      this.blown.push(`${robot} at ${now} for ${seconds}`);
    }
  }
  const { manager, records } = setUp();
  const horn = manager.equip(1, new Horn());
  horn.doEffect({ seconds: 2 });
  expect(horn.blown).toEqual(['1 at 2.5 for 2']);
  expect(records).toMatchObject([{ effector: 'horn', request: { seconds: 2 } }]);
});

test('belongs to one robot, under a name of its own', () => {
  const { manager, port } = setUp();
  const tag = new TagEffector(port);
  expect(() => tag.doEffect({ tag: 'x' })).toThrow("effector 'tag' belongs to no robot");
  manager.equip(1, tag);
  expect(() => manager.equip(2, tag)).toThrow('belongs to robot 1 and cannot be given to robot 2');
  expect(() => manager.equip(1, new TagEffector(port))).toThrow(
    `robot 1, effector 'tag': name: expected a name that no other sensor or effector of this robot has, got "tag"`,
  );
  expect(manager.equip(1, new TagEffector(port, { name: 'flag' })).name).toBe('flag');
});
