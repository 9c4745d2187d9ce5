/** Jest's runtime, which loads the modules of packages once per process instead of once per suite. */
import Runtime from 'jest-runtime';
import { quickExpect } from './expect.js';

/** Sources that are shipped, dependencies and modules of Node. Tests, their helpers and examples belong to one suite. */
const SHARED = /\/packages\/\w+\/[\w-]+\/src\/(?!.*\.test\.)|\/node_modules\/|\/build\/|^[\w:/]+$/;

/** The parts of Jest that keep the tests and the expectations of a suite. */
const OF_A_SUITE = /\/node_modules\/(jest-circus|expect|@jest\/expect)\//;

/** Evaluated modules, in maps like those of `registries`. */
const shared = { esModuleRegistry: new Map(), moduleRegistry: new Map(), internalModuleRegistry: new Map() };

/** The runtime of the current suite. Shared modules import through it, because Jest closes the one that loaded them. */
let current;

/** A process that watches would run old modules, and coverage is measured per suite. */
export function sharesModules({ watch, watchAll, collectCoverage }) {
  return !watch && !watchAll && !collectCoverage;
}

export default class SharingRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    this.isSharing = sharesModules(args.at(-1));
    if (!this.isSharing) return;
    for (const [name, modules] of Object.entries(shared)) {
      for (const [key, module] of modules) this.registries[name].set(key, module);
    }
    const loader = this.esmLoader;
    this.imports = {
      dynamicImport: loader.dynamicImport,
      dynamicImportFromCjs: loader.dynamicImportFromCjs.bind(loader),
    };
    for (const name of Object.keys(this.imports)) loader[name] = (...request) => current.imports[name](...request);
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime({ ...globals, expect: quickExpect(globals.expect) });
  }

  requireModuleOrMock(from, name) {
    return this === current ? super.requireModuleOrMock(from, name) : current.requireModuleOrMock(from, name);
  }

  requireInternalModule(from, name) {
    return this === current ? super.requireInternalModule(from, name) : current.requireInternalModule(from, name);
  }

  /** Shared modules do not import the mock, so all modules are loaded again. */
  setModuleMock(...mock) {
    this.resetModules();
    super.setModuleMock(...mock);
  }

  /** Modules that are loaded after a reset may import mocks: they stay in this suite. */
  resetModules() {
    this.isSharing = false;
    super.resetModules();
  }

  teardown() {
    if (this.isSharing) {
      for (const [name, modules] of Object.entries(shared)) {
        for (const [key, module] of this.registries[name]) {
          const isEvaluated = module.status === 'evaluated' || module.loaded === true;
          if (isEvaluated && SHARED.test(key) && !OF_A_SUITE.test(key)) modules.set(key, module);
        }
      }
    }
    super.teardown();
  }
}
