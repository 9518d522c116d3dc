import { createHash } from 'node:crypto';
import type { Client } from '../../src/auth/client/client.entity.js';
import { PasswordHasher } from '../../src/auth/credentials/passwords/password-hasher.service.js';
import { PasswordStore } from '../../src/auth/credentials/passwords/password.store.js';
import type { NewClient } from '../../src/auth/client/client-profile.js';
import { Tenant } from '../../src/shared/kernel/index.js';
import { UnitOfWork } from '../../src/shared/persistence/index.js';
import { UserActivation } from '../../src/users/contract/index.js';
import { EnrolmentService, type Enrolment } from '../../src/users/management/enrolment.service.js';
import type { TestApplication } from './application.js';
import { someone } from './enrolments.js';
import { clientRow, portalOf, type PortalOptions } from './tokens.js';

/** Settings by which logging in takes little time. */
export const CHEAP = { PASSWORD_MEMORY_KIB: '8192', PASSWORD_PASSES: '1' };
/** The same, for tests that do it often from one address. */
export const MANY_LOGINS = { ...CHEAP, LOGIN_ADDRESS_BURST: '1000' };

export const LIVE = Tenant.of('default', false);
export const PASSWORD = 'lamp orbit velvet 27 canoe';
export const CODE = 'K7PQ-2MZX';
export const VERIFIER = 'a-verifier-of-forty-three-characters-or-more';

/** An application that users sign in to. */
export const application = (
  running: TestApplication,
  profile: Partial<NewClient & PortalOptions> = {},
): Promise<Client> =>
  clientRow(running, {
    clientName: 'Example Bank Online',
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access', 'notifications'],
    redirectUris: ['https://app.example/callback'],
    postLogoutRedirectUris: ['https://app.example/bye'],
    authMethod: 'none',
    firstParty: true,
    errorUrl: 'https://app.example/sorry',
    ...profile,
  });

export function authorizeUrl(running: TestApplication, client: Client, params: Record<string, string> = {}): URL {
  const url = new URL('/service/authserver/oauth/authorize', running.config.authUrl);
  url.search = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: client.redirectUris[0] ?? '',
    state: 'xyz',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...params,
  }).toString();
  return url;
}

/** A user who is CREATED, and has been told the code by the portal. */
export const enrolled = (running: TestApplication, userId: string, details: Partial<Enrolment> = {}, tenant = LIVE) =>
  running.app.get(EnrolmentService).enrol(tenant, someone(userId, { predefinedCode: CODE, ...details }));

/** A user who is ACTIVE with a password, by the shortest way. */
export async function active(
  running: TestApplication,
  userId: string,
  details: Partial<Enrolment> = {},
  tenant = LIVE,
): Promise<string> {
  const { user } = await enrolled(running, userId, details, tenant);
  await running.app.get(UserActivation).activate({ tenant, login: userId, code: CODE, credentialId: 'a test' });
  const hash = await hashOfPassword(running);
  await running.app.get(UnitOfWork).run((tx) => running.app.get(PasswordStore).set(tx, user.sub, hash));
  return user.sub;
}

const hashes = new WeakMap<TestApplication, Promise<string>>();

/** The hash of `PASSWORD`, made once for each application. */
export function hashOfPassword(running: TestApplication): Promise<string> {
  const hash = hashes.get(running) ?? running.app.get(PasswordHasher).hash(PASSWORD);
  hashes.set(running, hash);
  return hash;
}

/** Has the first enterprise let its users recover a forgotten password by mail, or not. */
export const letRecover = (running: TestApplication, recovery: 'off' | 'mail' = 'mail'): Promise<void> =>
  chooseSignIn(running, { recovery });

/** Changes the rules of the first enterprise for sign-ins. */
export async function chooseSignIn(running: TestApplication, signIn: object): Promise<void> {
  const administrator = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
  const { status } = await administrator.patch('/v1/enterprises/default', { signIn });
  if (status !== 200) throw new Error(`The enterprise was not changed: ${status}`);
}
