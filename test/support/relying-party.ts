import * as oidc from 'openid-client';
import { Client } from '../../src/auth/client/client.entity.js';
import { issuerOf } from '../../src/shared/auth-guard/index.js';
import { UnitOfWork } from '../../src/shared/persistence/index.js';
import type { TestApplication } from './application.js';
import { freePorts } from './program.js';
import { clientRow, type PortalOptions } from './tokens.js';
import type { NewClient } from '../../src/auth/client/client-profile.js';

/** Calls the public addresses, which lead nowhere, at the ports where the test application listens. */
export const fetchAt =
  (running: TestApplication) =>
  (url: string | URL, init?: object): Promise<Response> => {
    const { origin, pathname, search } = new URL(url);
    const { authUrl, managementUrl, idvUrl, mobileUrl } = running.config;
    const surface = (
      { [authUrl]: 'auth', [managementUrl]: 'management', [idvUrl]: 'idv', [mobileUrl]: 'mobile' } as const
    )[origin];
    if (!surface) throw new Error(`${origin} is not one of ours`);
    return fetch(running.url(surface, pathname + search), init);
  };

/** For clients that fetch by themselves, and browsers: our public addresses are those where we listen. */
export async function reachable(): Promise<Record<'AUTH_PORT' | 'AUTH_URL' | 'IDV_PORT' | 'IDV_URL', string>> {
  const { AUTH_PORT = '', IDV_PORT = '' } = await freePorts();
  const [AUTH_URL, IDV_URL] = [AUTH_PORT, IDV_PORT].map((port) => `http://localhost:${port}`) as [string, string];
  return { AUTH_PORT, AUTH_URL, IDV_PORT, IDV_URL };
}

/** openid-client, set up by discovery as an integrator would. */
export const relyingParty = (
  running: TestApplication,
  clientId: string,
  authentication?: oidc.ClientAuth | string,
): Promise<oidc.Configuration> =>
  oidc.discovery(
    new URL(issuerOf(running.config)),
    clientId,
    undefined,
    typeof authentication === 'string' ? oidc.ClientSecretBasic(authentication) : authentication,
    { [oidc.customFetch]: fetchAt(running) },
  );

/** A client in the database, with a secret. */
export async function clientWithSecret(
  running: TestApplication,
  options: PortalOptions & Partial<NewClient>,
): Promise<{ client: Client; secret: string }> {
  const client = await clientRow(running, options);
  const secret = await running.app.get(UnitOfWork).run(async (tx) => {
    const locked = await tx.lock(Client, { clientId: client.clientId });
    const made = locked?.newSecret(0, new Date()) ?? '';
    if (locked) await tx.save(locked);
    return made;
  });
  return { client, secret };
}
