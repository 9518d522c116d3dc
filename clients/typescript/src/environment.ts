import type { Crypto, Fetch, Lock, PublicJwk, SocketConstructor } from './ports.js';

/** The platform functions that the library uses. Optional members are missing on some platforms. */
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

/** The handle of a timer: a number in browsers, an object in Node. */
export type Timer = number | object;

/** The part of WebCrypto that the key of a device needs. */
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

/** The part of IndexedDB that the library uses. */
export interface Databases {
  open(name: string, version: number): Request<Database> & { onupgradeneeded: (() => void) | null };
}
export interface Database {
  readonly objectStoreNames: { contains(name: string): boolean };
  createObjectStore(name: string): unknown;
  transaction(store: string, mode: 'readonly' | 'readwrite'): Transaction;
  close(): void;
  onversionchange: (() => void) | null;
  /** Called when the browser has closed the connection, not the page. */
  onclose: (() => void) | null;
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

/** Whether the platform reports that it is offline. False may also mean that the state is unknown. */
export const isOffline = (): boolean => environment.navigator?.onLine === false;
