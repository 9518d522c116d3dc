/**
 * Puts a module where an app finds it as `NativeModules.<name>`. On phones the native modules are a host object, which
 * takes nothing: it then becomes the prototype of an object that has the module, which takes its place in `reactNative`.
 * Apps see it when this was imported before them.
 */
export function putModule(
  reactNative: object | undefined,
  nativeModules: Record<string, unknown>,
  name: string,
  module: object,
): void {
  if (nativeModules[name] !== undefined && nativeModules[name] !== null) return;
  if (isSet(nativeModules, name, module) || !reactNative) return;
  const withModule = Object.create(nativeModules, { [name]: { value: module, enumerable: true } }) as object;
  const getter = { get: () => withModule, configurable: true, enumerable: true };
  Reflect.defineProperty(reactNative, 'NativeModules', getter);
}

function isSet(nativeModules: Record<string, unknown>, name: string, module: object): boolean {
  try {
    nativeModules[name] = module;
    return nativeModules[name] === module;
  } catch {
    return false;
  }
}
