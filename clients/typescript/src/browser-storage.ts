import type { Database, Databases, ObjectStore, Request, Subtle, Transaction } from './environment.js';
import type { KeyStore, Storage } from './ports.js';

const NAME = 'countersign';
const VALUES = 'values';
const KEYS = 'keys';

/** IndexedDB. It stores texts, and keys that scripts can use but not read. */
export class BrowserDatabase {
  #opened: Promise<Database> | undefined;

  constructor(private readonly databases: Databases) {}

  get(store: string, key: string): Promise<unknown> {
    return this.#in(store, 'readonly', (objects) => objects.get(key));
  }

  async put(store: string, key: string, value: unknown): Promise<void> {
    await this.#in(store, 'readwrite', (objects) => objects.put(value, key));
  }

  async delete(store: string, key: string): Promise<void> {
    await this.#in(store, 'readwrite', (objects) => objects.delete(key));
  }

  /** Runs one operation. Resolves when its transaction has committed. */
  async #in<T>(store: string, mode: 'readonly' | 'readwrite', work: (objects: ObjectStore) => Request<T>): Promise<T> {
    const opened = this.#database();
    const database = await opened;
    let transaction: Transaction;
    try {
      transaction = database.transaction(store, mode);
    } catch {
      // The browser may close a connection without an event. iOS does so when it suspends the app.
      this.#forget(opened);
      database.close();
      transaction = (await this.#database()).transaction(store, mode);
    }
    const request = work(transaction.objectStore(store));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(new Error('IndexedDB failed', { cause: transaction.error }));
    });
  }

  #database(): Promise<Database> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  #open(): Promise<Database> {
    const request = this.databases.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const store of [VALUES, KEYS]) {
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
      }
    };
    const opened = new Promise<Database>((resolve, reject) => {
      request.onsuccess = () => {
        const { result } = request;
        result.onclose = () => this.#forget(opened);
        // An upgrade by another tab, or a deletion of the site's data, waits until this connection is closed.
        result.onversionchange = () => {
          result.close();
          this.#forget(opened);
        };
        resolve(result);
      };
      request.onerror = () => reject(new Error('IndexedDB cannot be opened', { cause: request.error }));
    });
    opened.catch(() => this.#forget(opened));
    return opened;
  }

  /** The next operation opens a new connection. */
  #forget(opened: Promise<Database>): void {
    if (this.#opened === opened) this.#opened = undefined;
  }
}

export function browserStorage(database: BrowserDatabase): Storage {
  return {
    get: async (key) => (await database.get(VALUES, key)) as string | undefined,
    set: (key, value) => database.put(VALUES, key, value),
    delete: (key) => database.delete(VALUES, key),
  };
}

/** Stores private keys as objects whose key material cannot be read. */
export interface KeyPlace {
  get(ref: string): Promise<unknown>;
  put(ref: string, key: unknown): Promise<void>;
  delete(ref: string): Promise<void>;
}

export const browserKeyPlace = (database: BrowserDatabase): KeyPlace => ({
  get: (ref) => database.get(KEYS, ref),
  put: (ref, key) => database.put(KEYS, ref, key),
  delete: (ref) => database.delete(KEYS, ref),
});

export function memoryKeyPlace(): KeyPlace {
  const keys = new Map<string, unknown>();
  return {
    get: (ref) => Promise.resolve(keys.get(ref)),
    put: (ref, key) => Promise.resolve(void keys.set(ref, key)),
    delete: (ref) => Promise.resolve(void keys.delete(ref)),
  };
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** WebCrypto keys that cannot be exported. */
export function webCryptoKeys(subtle: Subtle, place: KeyPlace, newRef: () => string): KeyStore {
  return {
    async create() {
      const pair = await subtle.generateKey(ECDSA, false, ['sign', 'verify']);
      const { kty, crv, x, y } = await subtle.exportKey('jwk', pair.publicKey);
      const ref = newRef();
      await place.put(ref, pair.privateKey);
      return { publicJwk: { kty, crv, x, y }, ref };
    },
    async sign(ref, bytes) {
      const key = await place.get(ref);
      if (key === undefined) throw new Error('The key is gone');
      return new Uint8Array(await subtle.sign(ECDSA, key, Uint8Array.from(bytes)));
    },
    delete: (ref) => place.delete(ref),
  };
}
