import type { Crypto, Fetch, Lock, PublicJwk, SocketConstructor } from './ports.js';

/** What browsers, Node and React Native have in common, or some of them have: nothing else of the outside is used. */
interface Environment {
  readonly fetch?: Fetch;
  readonly WebSocket?: SocketConstructor;
  readonly crypto?: Crypto & { readonly subtle: Subtle };
  readonly indexedDB?: Databases;
  readonly navigator?: {
    readonly onLine?: boolean;
    readonly locks?: { request: Lock };
  };
  readonly TextDecoder: new () => { decode(bytes: Uint8Array, options?: { readonly stream: boolean }): string };
  readonly AbortController?: new () => { readonly signal: unknown; abort(): void };
  btoa(binary: string): string;
  atob(base64: string): string;
  setTimeout(work: () => void, ms: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  addEventListener?(name: string, listener: () => void): void;
  removeEventListener?(name: string, listener: () => void): void;
}

/** A number in browsers, an object in Node. */
export type Timer = number | object;

/** WebCrypto, as far as a key of a device needs it. */
export interface Subtle {
  digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  generateKey(algorithm: object, extractable: boolean, usages: readonly string[]): Promise<KeyPair>;
  exportKey(format: 'jwk', key: unknown): Promise<PublicJwk>;
  sign(algorithm: object, key: unknown, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}
export interface KeyPair {
  readonly publicKey: unknown;
  readonly privateKey: unknown;
}

/** IndexedDB. */
export interface Databases {
  open(name: string, version: number): Request<Database> & { onupgradeneeded: (() => void) | null };
}
export interface Database {
  readonly objectStoreNames: { contains(name: string): boolean };
  createObjectStore(name: string): unknown;
  transaction(store: string, mode: 'readonly' | 'readwrite'): Transaction;
  close(): void;
  onversionchange: (() => void) | null;
}
export interface Transaction {
  objectStore(name: string): ObjectStore;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  readonly error: unknown;
}
export interface ObjectStore {
  get(key: string): Request<unknown>;
  put(value: unknown, key: string): Request<unknown>;
  delete(key: string): Request<unknown>;
}
export interface Request<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

export const environment = globalThis as unknown as Environment;

export const later = (ms: number, work: () => void): Timer => environment.setTimeout(work, ms);

export const cancel = (timer: Timer | undefined): void => environment.clearTimeout(timer);

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void later(ms, resolve));

/** Known to be offline. Online is never known. */
export const isOffline = (): boolean => environment.navigator?.onLine === false;
