import type { KeyObject } from 'node:crypto';
import { type LoadedKey, SigningKeys } from '../../src/auth/keys/signing-keys.service.js';
import { Client } from '../../src/auth/client/client.entity.js';
import { unsetProfile, type NewClient } from '../../src/auth/client/client-profile.js';
import { issuerOf } from '../../src/shared/auth-guard/index.js';
import { newId, Tenant } from '../../src/shared/kernel/index.js';
import { UnitOfWork } from '../../src/shared/persistence/index.js';
import type { SurfaceName } from '../../src/shared/http/index.js';
import { SignJWT, type JWTPayload } from 'jose';
import type { TestApplication } from './application.js';

export interface PortalOptions {
  readonly scopes: readonly string[];
  readonly enterpriseId?: string;
  readonly test?: boolean;
  readonly administrator?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

type Extra = Readonly<Record<string, string>>;

/** An enterprise's server, as a test plays it: a client with a token, and calls to the management surface. */
export interface Portal {
  readonly clientId: string;
  readonly token: string;
  get(path: string, headers?: Extra): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Extra): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Extra): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Extra): Promise<Answer>;
  delete(path: string, headers?: Extra): Promise<Answer>;
}

export async function portalOf(running: TestApplication, options: PortalOptions & Partial<NewClient>): Promise<Portal> {
  const client = await clientRow(running, options);
  const token = await signedToken(running, claimsFor(running, client, options.scopes));
  const call = (method: string) => (path: string, body?: unknown, headers?: Extra) =>
    callApi(running, 'management', method, path, body, { authorization: `Bearer ${token}`, ...headers });
  const without = (method: string) => (path: string, headers?: Extra) => call(method)(path, undefined, headers);
  return {
    clientId: client.clientId,
    token,
    get: without('GET'),
    delete: without('DELETE'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
  };
}

export const tokenFor = async (running: TestApplication, options: PortalOptions): Promise<string> =>
  (await portalOf(running, options)).token;

/** Any request to any surface, its body as JSON. */
export async function callApi(
  running: TestApplication,
  surface: SurfaceName,
  method: string,
  path: string,
  body?: unknown,
  headers: Extra = {},
): Promise<Answer> {
  const response = await fetch(running.url(surface, path), {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A client in the database, past the API's own rules. */
export async function clientRow(
  running: TestApplication,
  {
    scopes,
    enterpriseId = 'default',
    test = false,
    administrator = false,
    ...profile
  }: PortalOptions & Partial<NewClient>,
): Promise<Client> {
  const tenant = Tenant.of(enterpriseId, test);
  const client = Client.onboard(tenant, { ...PROFILE, scopes, administrator, ...profile }, 'test', new Date());
  await running.app.get(UnitOfWork).run((tx) => tx.add(client));
  return client;
}

export function claimsFor(running: TestApplication, client: Client, scopes: readonly string[]): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuerOf(running.config),
    sub: client.clientId,
    aud: running.config.managementUrl,
    iat: now,
    exp: now + 3_600, // on a busy machine, a group of specs takes longer than the five minutes of a real token
    jti: newId(),
    client_id: client.clientId,
    scope: scopes.join(' '),
    enterprise_id: client.enterpriseId,
    test: client.test,
  };
}

/** Signed with the service's own key: what differs from a good token is what a test changes about it. */
export async function signedToken(running: TestApplication, claims: JWTPayload, header: Extra = {}): Promise<string> {
  const keys = running.app.get(SigningKeys);
  const key = await keys.active('ES256');
  const privateKey = opened.get(key) ?? keys.openPrivateKey(key);
  opened.set(key, privateKey);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
    .sign(privateKey);
}

/** Each key is decrypted and read once, and not for every token. */
const opened = new WeakMap<LoadedKey, KeyObject>();

const PROFILE: Omit<NewClient, 'scopes' | 'administrator'> = {
  ...unsetProfile,
  clientName: 'Portal',
  grantTypes: ['client_credentials'],
  authMethod: 'client_secret_basic',
};
