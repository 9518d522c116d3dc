/**
 * Makes a module available as `NativeModules.<name>`. On phones, `NativeModules` is a host object that ignores
 * assignments. Then `reactNative.NativeModules` is replaced by an object that has the module and inherits all others.
 *
 * The app must import the library before code that reads `NativeModules`.
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
