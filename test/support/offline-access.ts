import type { Client } from '../../src/auth/client/client.entity.js';
import type { TestApplication } from './application.js';
import type { Person } from './person.js';
import { authorizeUrl, VERIFIER } from './signing-in.js';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const askForTokens = async (running: TestApplication, client: Client, fields: Record<string, string>) => {
  const body = new URLSearchParams({ client_id: client.clientId, ...fields });
  return fetch(running.url('auth', '/service/authserver/oauth/token'), { method: 'POST', body });
};

/** Of somebody who is signed in, for an application of their enterprise. */
export async function offlineTokens(running: TestApplication, client: Client, person: Person): Promise<Tokens> {
  const { left } = await person.open(authorizeUrl(running, client, { scope: 'openid profile offline_access' }));
  const answer = await askForTokens(running, client, {
    grant_type: 'authorization_code',
    code: left?.searchParams.get('code') ?? '',
    redirect_uri: client.redirectUris[0] ?? '',
    code_verifier: VERIFIER,
  });
  return (await answer.json()) as Tokens;
}

export async function refreshed(running: TestApplication, client: Client, { refresh_token }: Tokens): Promise<number> {
  return (await askForTokens(running, client, { grant_type: 'refresh_token', refresh_token })).status;
}

export async function userinfoStatus(running: TestApplication, { access_token }: Tokens): Promise<number> {
  const headers = { authorization: `Bearer ${access_token}` };
  return (await fetch(running.url('auth', '/service/authserver/oauth/userinfo'), { headers })).status;
}

export async function userinfoOf(
  running: TestApplication,
  { access_token }: Pick<Tokens, 'access_token'>,
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await fetch(running.url('auth', '/service/authserver/oauth/userinfo'), { headers });
  return (await answer.json()) as Record<string, unknown>;
}
