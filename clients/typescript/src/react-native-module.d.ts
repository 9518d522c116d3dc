/** What the library uses of React Native, which it does not depend on. */
declare module 'react-native' {
  /** All of it, as `require` gives it to bundlers: every member is a getter that can be replaced. */
  const ReactNative: object | undefined;
  export default ReactNative;
  export const DeviceEventEmitter: {
    emit(name: string, payload: object): void;
    addListener(name: string, listener: (payload: never) => void): { remove(): void };
  };
  export const NativeModules: Record<string, unknown>;
  export const Platform: { readonly OS: string };
}
