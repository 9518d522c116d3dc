import type { CompactJws } from './compact-jws.js';

/** A JWK (RFC 7517) as it was found: its members may be anything. */
export interface AnyJwk {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
}

/** The two functions that evidence is verified by. */
export interface EvidenceCrypto {
  sha256(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>;
  /** By a key of P-256. False for what is no such key. */
  isSigned(jws: CompactJws, key: AnyJwk): boolean | Promise<boolean>;
}

/** The public members of a key, whatever else it has. */
export const pointOf = ({ kty, crv, x, y }: AnyJwk): { kty: string; crv: string; x: string; y: string } => ({
  kty: String(kty),
  crv: String(crv),
  x: String(x),
  y: String(y),
});

/** In browsers, and in Node. */
export const webCrypto: EvidenceCrypto = {
  async sha256(bytes) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  },

  async isSigned({ signed, signature }, key) {
    try {
      const curve = { name: 'ECDSA', namedCurve: 'P-256' };
      const imported = await crypto.subtle.importKey('jwk', pointOf(key), curve, false, ['verify']);
      return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, signature, signed);
    } catch {
      return false; // no key of P-256
    }
  },
};
