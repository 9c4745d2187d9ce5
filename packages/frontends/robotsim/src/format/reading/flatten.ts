/** Converts nested maps to keys with dots: `robot: {size: 5}` is `robot.size`, and so is `robot.size: 5`. */
import { describePlace, type Place } from '@kineko/formats/problem';
import type { RawEntry, RawOf, ValueReader } from '@kineko/run/settings';
import { NEKO_TABLE } from '../keys/keys.js';

export function flatten(root: RawOf<'map'>, complain: ValueReader['complain']): RawEntry[] {
  const entries: RawEntry[] = [];
  const seen = new Map<string, Place>();
  const visit = ({ members }: RawOf<'map'>, path: string): void => {
    for (const { key: step, place, value } of members) {
      const key = keyOf(path, step);
      if (value.kind === 'map' && !takesMap(key)) {
        visit(value, key);
        continue;
      }
      const before = seen.get(key);
      if (before === undefined) {
        seen.set(key, place);
        entries.push({ key, place, value });
      } else complain(place, `${key} was already given at ${describePlace(before)}`);
    }
  };
  visit(root, '');
  return entries;
}

/** The own value of a key that also has keys below it is its member `value`. */
function keyOf(path: string, name: string): string {
  if (path === '') return name;
  return name === 'value' && NEKO_TABLE.find(path) !== undefined ? path : `${path}.${name}`;
}

function takesMap(key: string): boolean {
  const known = NEKO_TABLE.find(key);
  return known !== undefined && NEKO_TABLE.codecOf(known.row).takesMap === true;
}
