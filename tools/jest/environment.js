/**
 * Jest's environment for Node with an ordinary global object. Jest's own is a proxy: every use of a global, each
 * `Math.abs` in a loop, is a call of a function, which made the suites of the engine many times as slow.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

export default class OrdinaryEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}
