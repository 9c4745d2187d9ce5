/** Jest's environment for Node, made faster and used again by the next suite, in a process that ends with Jest. */
import asyncHooks from 'node:async_hooks';
import os from 'node:os';
import process from 'node:process';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { sharesModules } from './runtime.js';

// A worker would survive a killed Jest, continue with its suite and hold ports that the next Jest needs.
if (process.connected) {
  setInterval(() => {
    if (!process.connected) process.exit(1);
  }, 500).unref();
}

// A command starts one thread unless a test wants more: other suites use the other cores, and a thread takes longer to load than the
// runs of a test take.
os.availableParallelism = () => 1;

const { AsyncLocalStorage } = asyncHooks;

/**
 * Replaces the `AsyncLocalStorage` in which Jest's runner keeps the running test. Below version 24, Node calls a hook for
 * every promise and every storage, and each suite creates one that is never disabled: simulations, which use many promises,
 * became slower with every suite of a worker. This replacement is correct for tests that run one after the other (no
 * `test.concurrent`).
 */
class SequentialStorage {
  constructor() {
    // All other code gets Node's own class.
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

/** The environment of all suites of this process: modules can be shared only if they have the same global object. */
let reused;

export default class KinekoEnvironment extends TestEnvironment {
  /**
   * Creates an ordinary global object, once. Jest's own is a proxy: every use of a global, such as each `Math.abs` in a loop, is a
   * function call, which made the suites of the engine many times slower.
   */
  constructor(config, context) {
    // eslint-disable-next-line no-constructor-return -- Jest makes one for each suite
    if (reused !== undefined) return reused;
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    if (!sharesModules(config.globalConfig)) return;
    reused = this;
    const { process } = this.global;
    this.initial = [this.global, process, process.env].map((object) => [
      object,
      Object.getOwnPropertyDescriptors(object),
    ]);
  }

  /** The next storage that is created is that of Jest's runner. */
  async setup() {
    await super.setup();
    asyncHooks.AsyncLocalStorage = SequentialStorage;
  }

  /** Undoes changes of global variables and of the process, so that a suite does not depend on those before it. */
  async teardown() {
    if (this !== reused) return super.teardown();
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    for (const [object, properties] of this.initial) {
      for (const key of Reflect.ownKeys(object)) {
        if (!Object.hasOwn(properties, key)) Reflect.deleteProperty(object, key);
      }
      for (const key of Reflect.ownKeys(properties)) Reflect.defineProperty(object, key, properties[key]);
    }
  }
}
