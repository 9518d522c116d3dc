/** The part of React Native that is used, because this package does not depend on React Native. */
declare module 'react-native' {
  /** The complete module object, as bundlers return it from `require`. Its members are getters that can be replaced. */
  const ReactNative: object | undefined;
  export default ReactNative;
  export const DeviceEventEmitter: {
    emit(name: string, payload: object): void;
    addListener(name: string, listener: (payload: never) => void): { remove(): void };
  };
  export const NativeModules: Record<string, unknown>;
  export const Platform: { readonly OS: string };
}
