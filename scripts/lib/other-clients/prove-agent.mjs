import { join } from 'node:path';
import { freePorts } from '../free-ports.mjs';
import { demand, demandSame } from '../proof.mjs';
import { Agent } from './agent.mjs';
import { payloadOf } from './tokens.mjs';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const OPENID = ['openid', 'profile', 'offline_access'];

/**
 * Proves that oidc-agent can use the code flow with PKCE, the device flow, refresh and dynamic registration. Returns
 * the claim names of its token.
 */
export async function proveAgent({ service, folder }, visitor, own) {
  const issuer = `${service.url}/service/authserver`;
  const apiScopes = own ? ['orders.read'] : [];
  const scope = `--scope=${[...OPENID, ...apiScopes].join(' ')}`;
  const agent = await Agent.start(join(folder, own ? 'agent-own' : 'agent'), service.tls.caFile);
  try {
    const { HTTP: port } = await freePorts(['HTTP']);
    const redirectUris = [`http://localhost:${port}`];
    const client = await service.manage('POST', '/v1/clients', {
      ...{ clientName: 'oidc-agent', applicationType: 'native', firstParty: true, redirectUris, scopes: OPENID },
      ...{ grantTypes: ['authorization_code', 'refresh_token', DEVICE_GRANT], apiScopes },
    });
    const known = [
      `--iss=${issuer}`,
      `--client-id=${client.clientId}`,
      `--client-secret=${client.clientSecret}`,
      scope,
    ];
    let asked;
    await agent.account('by-code', [...known, '--flow=code', `--port=${port}`], async ({ url }) => {
      asked = new URL(url).searchParams;
      await visitor.consentTo(url);
    });
    demandSame(asked.get('code_challenge_method'), 'S256', 'oidc-agent asks for a code with PKCE');
    const first = await agent.token('by-code');
    const claims = payloadOf(first);
    demand(claims === undefined || claims.sub, 'and gets a token of the user');
    demand((await agent.token('by-code', '--force-new')) !== first, 'which it renews');

    await agent.account('by-device', [...known, '--flow=device'], ({ url, output }) =>
      visitor.allowDevice(withCode(url, output)),
    );
    demand((await agent.token('by-device')).length > 20, 'the device flow gets one too');

    const { token } = await service.manage('POST', '/v1/initialAccessTokens', {
      ...{ name: 'oidc-agent', scopes: OPENID, apiScopes, redirectOrigins: ['http://localhost'] },
    });
    await agent.account(
      'registered',
      [`--iss=${issuer}`, `--at=${token}`, scope, '--flow=code', `--port=${port}`],
      ({ url }) => visitor.consentTo(url),
    );
    demand((await agent.token('registered')).length > 20, 'and it registers itself by an initial access token');
    return told(claims, own);
  } finally {
    await agent.end();
  }
}

const withCode = (url, output) => {
  const [code] = /\b[A-Z]{4}-[A-Z]{4}\b/.exec(output) ?? [];
  return url.includes('user_code') || !code ? url : `${url}?user_code=${code}`;
};

function told(claims, own) {
  if (own && claims) demandSame(claims.aud, own.orders, 'the token is for the API that was asked for');
  return claims && Object.keys(claims).sort().join(' ');
}
