import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { concat, fromHex, hexOf } from '../encoding/bytes.js';
import { Malformed } from '../encoding/malformed.js';

export type Curve = typeof p256;
export type Point = ReturnType<Curve['Point']['fromBytes']>;

/** The supported curves, by the number of their standardised domain parameters (ICAO 9303-11, table 6). */
export const curves: ReadonlyMap<number, Curve> = new Map([
  [12, p256],
  [13, brainpoolP256r1],
  [15, p384],
  [16, brainpoolP384r1],
  [17, brainpoolP512r1],
  [18, p521],
]);

function coordinate(curve: Curve, value: bigint): Uint8Array {
  const length = Math.ceil(curve.Point.Fp.BITS / 8);
  return fromHex(value.toString(16).padStart(2 * length, '0'));
}

const UNCOMPRESSED = 4;

export function pointBytes(curve: Curve, point: Point): Uint8Array {
  const { x, y } = point.toAffine();
  return concat([UNCOMPRESSED], coordinate(curve, x), coordinate(curve, y));
}

export const xOf = (curve: Curve, point: Point): Uint8Array => coordinate(curve, point.toAffine().x);

/** Decodes a point, and checks that it lies on the curve. */
export function pointIn(curve: Curve, bytes: Uint8Array): Point {
  if (bytes[0] !== UNCOMPRESSED) throw new Malformed('form of a point');
  try {
    const point = curve.Point.fromBytes(bytes);
    point.assertValidity();
    return point;
  } catch {
    throw new Malformed('point that is not on its curve');
  }
}

export function scalarOf(curve: Curve, bytes: Uint8Array): bigint {
  const scalar = BigInt(`0x${hexOf(bytes)}`) % curve.Point.Fn.ORDER;
  if (scalar === 0n) throw new Malformed('scalar of zero');
  return scalar;
}
