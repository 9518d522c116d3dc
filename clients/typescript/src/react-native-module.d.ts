/** What the library uses of React Native, which it does not depend on. */
declare module 'react-native' {
  export const DeviceEventEmitter: {
    emit(name: string, payload: object): void;
    addListener(name: string, listener: (payload: never) => void): { remove(): void };
  };
  export const NativeModules: Record<string, unknown>;
  export const Platform: { readonly OS: string };
}
