import { expect, test } from '@jest/globals';
import { confine } from './confine.js';

test('what is forbidden is gone wherever it came from, and says so when it is called', () => {
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
  expect(() => scope.fetch()).toThrow(/^fetch: programs in the playground reach neither the network/);
  expect(() => scope.indexedDB.open()).toThrow(TypeError);
  expect('fetch' in Scope.prototype).toBe(false);
  expect(() => (scope.navigator.storage as () => void)()).toThrow(/^storage: /);
  expect(scope).toMatchObject({ own: 'stays', navigator: { language: 'en' } });
  expect(() => Object.defineProperty(scope, 'fetch', { value: () => 'out' })).toThrow(TypeError);
});
