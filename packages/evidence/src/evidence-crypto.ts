import { bytesOf, type CompactJws } from './compact-jws.js';

/** A JWK (RFC 7517) whose members were not checked. */
export interface AnyJwk {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
}

/** The two cryptographic functions that verification needs. */
export interface EvidenceCrypto {
  sha256(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>;
  /** Verifies a signature with a P-256 key. False for any other key. */
  isSigned(jws: CompactJws, key: AnyJwk): boolean | Promise<boolean>;
}

/** A public key of P-256. */
export interface Point {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/**
 * The point of a P-256 key. Undefined for other keys, and for coordinates in another form than that of RFC 7518,
 * section 6.2.1.
 */
export function pointOf({ kty, crv, x, y }: AnyJwk): Point | undefined {
  return kty === 'EC' && crv === 'P-256' && isCoordinate(x) && isCoordinate(y) ? { kty, crv, x, y } : undefined;
}

/** Whether a value is a coordinate of P-256: 32 bytes in base64url. */
export const isCoordinate = (value: unknown): value is string =>
  typeof value === 'string' && value.length === 43 && bytesOf(value) !== undefined;

/** Web Crypto, for browsers and Node. */
export const webCrypto: EvidenceCrypto = {
  async sha256(bytes) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  },

  async isSigned({ signed, signature }, key) {
    const point = pointOf(key);
    if (!point) return false;
    try {
      const curve = { name: 'ECDSA', namedCurve: 'P-256' };
      const imported = await crypto.subtle.importKey('jwk', { ...point }, curve, false, ['verify']);
      return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, signature, signed);
    } catch {
      return false; // the key is refused: its coordinates are not on the curve
    }
  },
};
