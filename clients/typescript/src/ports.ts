/** Stores small texts. For an unknown key, `get` resolves with null or undefined. */
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
  /** The phone manufacturer's attestation of the key. It covers the nonce, and the service verifies it. */
  readonly attestation?: { readonly format: string; readonly [member: string]: unknown };
}

/** Stores P-256 private keys that cannot be exported. */
export interface KeyStore {
  /** Creates a key. `ref` identifies it later, also after a restart. */
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

/** The part of `fetch` that the library needs. */
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

/** The part of `WebSocket` that the library needs. Browsers, Node, React Native and the package `ws` provide it. */
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

/** The part of WebCrypto that the library needs. */
export interface Crypto {
  getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array;
  readonly subtle: { digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
}

/**
 * A lock by name that only one holder has at a time, across all tabs or processes that share a storage. It is needed
 * because a refresh token works once: two simultaneous renewals could end the session.
 */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The parts of its environment that the library uses. Each can be replaced. */
export interface EnvironmentPorts {
  readonly fetch?: Fetch;
  readonly WebSocket?: SocketConstructor;
  readonly crypto?: Crypto;
  readonly lock?: Lock;
  /** The current time in milliseconds since 1970, by the device's clock. */
  readonly now?: () => number;
}
