import { putModule } from './native-module.js';

const ours = { name: 'ours' };

const reactNativeWith = (modules: object) => ({
  get NativeModules(): Record<string, unknown> {
    return modules as Record<string, unknown>;
  },
});

describe('A module for apps', () => {
  it('is put into native modules that take it', () => {
    const modules: Record<string, unknown> = {};
    putModule(reactNativeWith(modules), modules, 'Ours', ours);
    expect(modules['Ours']).toBe(ours);
  });

  it.each([
    ['throws', () => Reflect.get({ NativeModules: Object.freeze({ Other: 1 }) }, 'NativeModules')],
    ['ignores it', () => new Proxy({ Other: 1 }, { set: () => true })],
  ])('takes the place of a host object that %s, whose modules stay', (_what, make) => {
    const modules = make() as Record<string, unknown>;
    const reactNative = reactNativeWith(modules);
    putModule(reactNative, modules, 'Ours', ours);
    expect([reactNative.NativeModules['Ours'], reactNative.NativeModules['Other']]).toEqual([ours, 1]);
  });

  it('does not replace a native one', () => {
    const modules = { Ours: 'native' };
    putModule(reactNativeWith(modules), modules, 'Ours', ours);
    expect(modules.Ours).toBe('native');
  });

  it('is left out, without an error, where nothing can be changed', () => {
    const modules = Object.freeze({}) as Record<string, unknown>;
    expect(() => putModule(undefined, modules, 'Ours', ours)).not.toThrow();
    expect(() => putModule(Object.freeze({ NativeModules: modules }), modules, 'Ours', ours)).not.toThrow();
  });
});
