import { AsyncLocalStorage } from 'node:async_hooks';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** Node 20 passes each storage that was ever used on with each promise, until it is disabled. */
const used = new Set();
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
for (const name of ['run', 'enterWith']) {
  const method = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    used.add(this);
    return method.apply(this, args);
  };
}

/** Each test file loads the application anew, and with it storages of its own: they end with the file. */
export default class FileEnvironment extends TestEnvironment {
  /**
   * Jest wraps the global object of a file in a proxy, so each look-up of `Object` or `Promise` takes a microsecond, in
   * Nest and TypeORM too. Here the global object is an ordinary one, and a look-up costs next to nothing.
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

  async setup() {
    await super.setup();
    // Node loads its HTTP client, which sets the dispatcher, at the first use of `Response`. The protocol engine warns
    // without the dispatcher; see `ClientKeySets`.
    void Response;
    this.global[DISPATCHER] = globalThis[DISPATCHER];
  }

  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
}
