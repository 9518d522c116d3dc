import { BrowserDatabase, browserKeyPlace, browserStorage, memoryKeyPlace, webCryptoKeys } from './browser-storage.js';
import { ServerClock } from './clock.js';
import { randomText } from './encoding.js';
import { environment, type Subtle } from './environment.js';
import { Failures } from './failures.js';
import { Listeners } from './listeners.js';
import type { Crypto, Fetch, KeyStore, Lock, SocketConstructor, Storage } from './ports.js';
import { lockInProgram, memoryStorage, Records } from './storage.js';
import type { ClientOptions, Events } from './types.js';

/** The settings and services that all parts of one client share. */
export interface Context {
  readonly options: ClientOptions;
  readonly issuer: string;
  readonly mobileUrl: string;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly WebSocket: SocketConstructor | undefined;
  readonly crypto: Crypto;
  readonly lock: Lock;
  readonly keys: KeyStore;
  readonly records: Records;
  readonly clock: ServerClock;
  readonly failures: Failures;
  readonly listeners: Listeners<Events>;
}

const DEFAULT_TIMEOUT_MS = 15_000;

export function contextOf(options: ClientOptions): Context {
  const { issuer, mobileUrl } = options;
  const failures = new Failures(options.language, options.texts ?? [], options.log ?? (() => undefined));
  const database = environment.indexedDB && new BrowserDatabase(environment.indexedDB);
  const crypto = options.crypto ?? environment.crypto ?? missing('crypto');
  return {
    options,
    issuer: withoutSlash(issuer),
    mobileUrl: withoutSlash(mobileUrl),
    timeoutMs: options.timeout ?? DEFAULT_TIMEOUT_MS,
    fetch: options.fetch ?? ((url, init) => (environment.fetch ?? missing('fetch'))(url, init)),
    WebSocket: options.WebSocket ?? environment.WebSocket,
    crypto,
    lock: options.lock ?? lockHere(),
    keys: options.keys ?? ownKeys(crypto, database),
    records: new Records(storageOf(options, database), `${issuer} ${options.clientId} `),
    clock: new ServerClock(options.now ?? Date.now),
    failures,
    listeners: new Listeners((error) => failures.log({ level: 'error', message: 'A listener failed', error })),
  };
}

function storageOf({ storage }: ClientOptions, database: BrowserDatabase | undefined): Storage {
  return storage ?? (database ? browserStorage(database) : memoryStorage());
}

function ownKeys(crypto: Crypto, database: BrowserDatabase | undefined): KeyStore {
  const place = database ? browserKeyPlace(database) : memoryKeyPlace();
  return webCryptoKeys(crypto.subtle as Subtle, place, () => randomText(crypto, 16));
}

/** Web Locks, which work across all tabs of an origin, or a lock within this program. */
function lockHere(): Lock {
  const locks = environment.navigator?.locks;
  return locks ? (name, work) => locks.request(name, work) : lockInProgram;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function missing(name: 'crypto' | 'fetch'): never {
  throw new TypeError(`There is no ${name} here: give one to createClient`);
}
