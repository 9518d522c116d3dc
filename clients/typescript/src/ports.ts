/** Stores small texts. `get` can be called with a key that it does not have. */
export interface Storage {
  get(key: string): Promise<string | null | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A public key of P-256. */
export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

/** A key that was made for a device. */
export interface NewKey {
  readonly publicJwk: PublicJwk;
  readonly ref: string;
  /** The attestation of the key by the maker of the phone, made for the nonce. The service judges it. */
  readonly attestation?: { readonly format: string; readonly [member: string]: unknown };
}

/** Stores P-256 keys that never leave it. */
export interface KeyStore {
  /** `ref` finds the key again, also after a restart. */
  create(asked?: { readonly nonce: string }): Promise<NewKey>;
  /**
   * Signs with ECDSA and SHA-256. Returns `r` and `s`, 32 bytes each. Fails if the key no longer exists. If the user was
   * asked and has refused, the `name` of the error is `NotAllowedError`.
   */
  sign(ref: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** Whether the key exists, without asking the user. If this is missing, the library tries a signature. */
  has?(ref: string): Promise<boolean>;
  delete?(ref: string): Promise<void>;
}

/** What the library needs of `fetch`. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal?: never;
    readonly redirect?: 'error';
    readonly cache?: 'no-store';
    readonly credentials?: 'omit';
  },
) => Promise<FetchAnswer>;

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** What the library needs of a `WebSocket`, as browsers, Node, React Native and the package `ws` have it. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}
export type SocketConstructor = new (url: string) => Socket;

/** What the library needs of WebCrypto. */
export interface Crypto {
  getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array;
  readonly subtle: { digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
}

/**
 * A lock with one holder of a name at a time, for all tabs or processes that share a storage. A refresh token works
 * once. Without a common lock, two simultaneous renewals could end the session.
 */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** What the library uses of its environment. You can replace each part. */
export interface EnvironmentPorts {
  readonly fetch?: Fetch;
  readonly WebSocket?: SocketConstructor;
  readonly crypto?: Crypto;
  readonly lock?: Lock;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}
