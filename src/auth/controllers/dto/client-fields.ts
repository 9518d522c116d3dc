import { Networks } from '../../../config/networks.js';
import { scalar, type Kind } from '../../../shared/http/fields/index.js';
import { isOrigin, isPlainUri } from '../../domain/uris.js';

/** Where browsers are sent. Which schemes are allowed depends on the kind of client. */
export const redirectUri = (): Kind =>
  scalar({ type: 'string', format: 'uri', maxLength: 2048, pattern: '^[!-~]+$' }, (value) =>
    typeof value === 'string' && isPlainUri(value)
      ? undefined
      : 'Must be an absolute URI without fragment, credentials or wildcard.',
  );

export const browserOrigin = (): Kind =>
  scalar({ type: 'string', format: 'uri', maxLength: 2048, example: 'https://app.example.com' }, (value) =>
    typeof value === 'string' && isOrigin(value)
      ? undefined
      : 'Must be an https origin such as https://app.example.com, or http on the loopback.',
  );

export const callerAddress = (): Kind =>
  scalar({ type: 'string', minLength: 2, maxLength: 49, example: '203.0.113.0/24' }, (value) =>
    typeof value === 'string' && Networks.isEntry(value)
      ? undefined
      : 'Must be an address or a subnet such as 203.0.113.0/24.',
  );

/** From 0 to 1. */
export const share = (): Kind =>
  scalar({ type: 'number', minimum: 0, maximum: 1 }, (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'Must be a number from 0 to 1.',
  );

const PUBLIC_EC = /^[\w-]{43}$/;
/** RSA moduli of 2048 to 4096 bits. */
const PUBLIC_RSA = /^[\w-]{342,683}$/;

/** One public key of a client: P-256, or RSA of 2048 bits and more. Anything private or symmetric is refused. */
export const publicJwk = (): Kind =>
  scalar(
    { type: 'object', description: 'A public JWK: P-256, or RSA of at least 2048 bits.', additionalProperties: true },
    (value) =>
      typeof value === 'object' && value !== null && isPublicJwk(value as Readonly<Record<string, unknown>>)
        ? undefined
        : 'Must be a public JWK, P-256 or RSA of at least 2048 bits, without private members.',
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
  return (
    jwk['kty'] === 'RSA' &&
    fits(jwk['alg'], 'RS256', 'PS256') &&
    isText(jwk['n'], PUBLIC_RSA) &&
    isText(jwk['e'], /^[\w-]{2,8}$/)
  );
}

const fits = (alg: unknown, ...known: readonly string[]): boolean =>
  alg === undefined || known.some((one) => one === alg);
