import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';

/** How the client proves who it is: by a secret, or by a key whose public half the service knows. */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly clientId: string; readonly privateKey: PrivateKey };

export interface PrivateKey {
  /** The private key: P-256 or RSA, in PEM (PKCS 8) or as a key of `node:crypto`. */
  readonly key: string | KeyObject;
  /** The `kid` of the key in the client's `jwks`. */
  readonly kid?: string;
  /** The signature algorithm. Default: `ES256` for P-256, `RS256` for RSA. */
  readonly alg?: 'ES256' | 'RS256' | 'PS256';
}

/** The headers and fields that authenticate the client in a token request. */
export interface Proof {
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

export type ClientAuthentication = (audience: string, nowMs: number) => Proof;

export function clientAuthentication(credentials: Credentials): ClientAuthentication {
  const { clientId, clientSecret, privateKey }: AnyCredentials = credentials;
  if (!clientId || Boolean(clientSecret) === Boolean(privateKey)) {
    throw new TypeError('A client has a clientId and either a clientSecret or a privateKey.');
  }
  return privateKey ? byKey(clientId, privateKey) : bySecret(clientId, clientSecret ?? '');
}

interface AnyCredentials {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly privateKey?: PrivateKey;
}

function bySecret(clientId: string, clientSecret: string): ClientAuthentication {
  const [id, secret] = [clientId, clientSecret].map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return () => ({ headers: { authorization }, fields: {} });
}

const ASSERTION_SECONDS = 60;

/** `private_key_jwt` (RFC 7523). Each request gets a new assertion, because an assertion is accepted once. */
function byKey(clientId: string, { key, kid, alg }: PrivateKey): ClientAuthentication {
  const privateKey = typeof key === 'string' ? createPrivateKey(key) : key;
  const chosen = alg ?? (privateKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256');
  const header = base64url({ alg: chosen, typ: 'JWT', ...(kid !== undefined && { kid }) });
  return (audience, nowMs) => {
    const iat = Math.floor(nowMs / 1_000);
    const claims = {
      iss: clientId,
      sub: clientId,
      aud: audience,
      jti: randomUUID(),
      iat,
      exp: iat + ASSERTION_SECONDS,
    };
    const signed = `${header}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, ...signing[chosen] });
    return {
      headers: {},
      fields: {
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${signed}.${signature.toString('base64url')}`,
      },
    };
  };
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const RSA_PSS = 6;
const signing = {
  ES256: { dsaEncoding: 'ieee-p1363' },
  RS256: {},
  PS256: { padding: RSA_PSS, saltLength: 32 },
} as const;
