import { expect, test } from '@jest/globals';
import { confine } from './confine.js';

test('removes forbidden names from all prototypes, and throws when they are used', () => {
  class Scope {
    fetch(): string {
      return 'out';
    }
  }
  class Worker extends Scope {
    navigator = { storage: {}, language: 'en' };
    indexedDB = { open: () => 'a store' };
    own = 'stays';
  }
  const scope = new Worker();
  confine(scope);
  expect(() => scope.fetch()).toThrow(/^fetch: not available in the playground/);
  expect(() => scope.indexedDB.open()).toThrow(TypeError);
  expect('fetch' in Scope.prototype).toBe(false);
  expect(() => (scope.navigator.storage as () => void)()).toThrow(/^storage: /);
  expect(scope).toMatchObject({ own: 'stays', navigator: { language: 'en' } });
  expect(() => Object.defineProperty(scope, 'fetch', { value: () => 'out' })).toThrow(TypeError);
});
