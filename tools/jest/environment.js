/** Jest's environment for Node, made faster, in a process that ends with Jest. */
import asyncHooks from 'node:async_hooks';
import process from 'node:process';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

// A worker survives a Jest that is killed: it would continue with its suite and hold ports that the next Jest waits for.
if (process.connected) {
  setInterval(() => {
    if (!process.connected) process.exit(1);
  }, 500).unref();
}

const { AsyncLocalStorage } = asyncHooks;

/**
 * Stands in for the `AsyncLocalStorage` in which Jest's runner keeps the test that is running. Below version 24, Node calls a hook
 * for every promise and every storage, and each suite makes one that is never disabled: a simulation, which is all promises, took
 * longer with every suite that the worker had run. This one is right for tests that run one after the other (no `test.concurrent`).
 */
class SequentialStorage {
  constructor() {
    // All others get Node's own.
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }

  run(store, callback) {
    const outer = this.store;
    this.store = store;
    return callback().finally(() => {
      this.store = outer;
    });
  }

  getStore() {
    return this.store;
  }
}

export default class KinekoEnvironment extends TestEnvironment {
  /**
   * Makes an ordinary global object. Jest's own is a proxy: every use of a global, each `Math.abs` in a loop, is a call of a
   * function, which made the suites of the engine many times as slow.
   */
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }

  /** The next storage that is made is that of Jest's runner. */
  async setup() {
    await super.setup();
    asyncHooks.AsyncLocalStorage = SequentialStorage;
  }
}
