import { type Kind, scalar } from '../../../shared/fields/index.js';

/** A P-256 coordinate or an Ed25519 key in base64url. */
const PUBLIC_EC = /^[\w-]{43}$/;
/** An RSA modulus of 2048 to 4096 bits in base64url. */
const PUBLIC_RSA = /^[\w-]{342,683}$/;

/** A public key of a client: P-256, Ed25519, or RSA of at least 2048 bits. Private and symmetric keys are refused. */
export const publicJwk = (): Kind =>
  scalar(
    {
      type: 'object',
      description: 'A public JWK: P-256, Ed25519, or RSA of at least 2048 bits.',
      additionalProperties: true,
    },
    (value) =>
      typeof value === 'object' && value !== null && isPublicJwk(value as Readonly<Record<string, unknown>>)
        ? undefined
        : 'Must be a public JWK, P-256, Ed25519 or RSA of at least 2048 bits, without private members.',
  );

const MEMBERS = new Set(['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']);
const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);

function isPublicJwk(jwk: Readonly<Record<string, unknown>>): boolean {
  if (Object.keys(jwk).some((member) => !MEMBERS.has(member))) return false;
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return false;
  if (jwk['kid'] !== undefined && !isText(jwk['kid'], /^[!-~]{1,255}$/)) return false;
  if (jwk['kty'] === 'EC')
    return (
      jwk['crv'] === 'P-256' && fits(jwk['alg'], 'ES256') && isText(jwk['x'], PUBLIC_EC) && isText(jwk['y'], PUBLIC_EC)
    );
  if (jwk['kty'] === 'OKP')
    return (
      jwk['crv'] === 'Ed25519' && fits(jwk['alg'], 'EdDSA', 'Ed25519') && isText(jwk['x'], PUBLIC_EC) && !('y' in jwk)
    );
  return (
    jwk['kty'] === 'RSA' &&
    fits(jwk['alg'], 'RS256', 'PS256') &&
    isText(jwk['n'], PUBLIC_RSA) &&
    isText(jwk['e'], /^[\w-]{2,8}$/)
  );
}

const fits = (alg: unknown, ...known: readonly string[]): boolean =>
  alg === undefined || known.some((one) => one === alg);
