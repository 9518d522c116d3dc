import { EventEmitter } from 'node:events';

type Listener = (payload: any) => void;

/**
 * React Native 0.80 as a bundler gives it to an app and to the library: every member is a getter of one object, the native
 * modules are a host object that takes nothing, and on iOS an emitter refuses a module that is not there.
 */
export function fakeReactNative(os: 'ios' | 'android' = 'ios') {
  const device = new EventEmitter();
  const DeviceEventEmitter = {
    emit: (name: string, payload: unknown) => void device.emit(name, payload),
    addListener: (name: string, listener: Listener) => {
      device.on(name, listener);
      return { remove: () => void device.off(name, listener) };
    },
  };
  const NativeModules = hostObject();
  class NativeEventEmitter {
    constructor(private readonly module?: any) {
      if (os === 'ios' && (module === null || module === undefined)) {
        throw new Error('Invariant Violation: `new NativeEventEmitter()` requires a non-null argument.');
      }
    }

    addListener(name: string, listener: Listener) {
      this.module?.addListener(name);
      return DeviceEventEmitter.addListener(name, listener);
    }
  }
  const app = {
    get DeviceEventEmitter() {
      return DeviceEventEmitter;
    },
    get NativeModules(): Record<string, any> {
      return NativeModules;
    },
    get NativeEventEmitter() {
      return NativeEventEmitter;
    },
    get Platform() {
      return { OS: os };
    },
  };
  /** What `import` of the library finds. `app` is what the app reads, always anew. */
  return { app, imported: { default: app, DeviceEventEmitter, NativeModules, Platform: { OS: os } } };
}

/** As JSI makes it: a set throws, and what is not there is null. */
function hostObject(): Record<string, any> {
  return new Proxy(
    {},
    {
      get: () => null,
      set: () => {
        throw new Error('Cannot assign to property on HostObject with default setter');
      },
    },
  );
}
