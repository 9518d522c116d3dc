import { browserAt, portalOf } from '../support/callers.mjs';
import { withDatabase } from '../support/postgres.mjs';
import { withPeer } from '../support/peer.mjs';
import { activate, authorizePath, CODE, newApplication, queryOf, redemptionOf } from '../support/people.mjs';
import { withService } from '../support/service.mjs';

const DATABASE = 'bench_sign_on';
const SCOPE = 'openid notifications';

/**
 * Measures sign-on to an application with an existing session: the authorization alone, and together with the exchange
 * of the code for an ID token and an access token. The baseline is the bare protocol engine, in memory.
 */
export const signOn = {
  ids: ['authorize', 'code-flow'],

  /** Starts the service without its worker, whose background jobs belong to no flow. */
  with: (server, work, { scopes = [SCOPE] } = {}) =>
    withPeer('bare-oidc-provider', (bare) =>
      withDatabase(server, DATABASE, () =>
        withService({ DATABASE_URL: server.url(DATABASE), SURFACES: 'auth,management' }, async (service) => {
          const [own, engine] = [await ownFlow(service), await engineFlow(bare)];
          await work(scopes.flatMap((scope) => rowsOf(own, engine, scope)));
        }),
      ),
    ),
};

const TITLES = { authorize: 'authorize, with a session', 'code-flow': 'authorize and exchange the code' };

/** The engine is measured with one scope only: the others need features that only the service has. */
function rowsOf(own, engine, scope) {
  const label = scope === SCOPE ? '' : ` (${scope})`;
  return Object.entries(TITLES).map(([id, title]) => ({
    ...{ id, name: title + label, subject: sideOf(own, scope, id) },
    ...(scope === SCOPE && { baseline: sideOf(engine, scope, id) }),
  }));
}

export function sideOf(flow, scope, id) {
  let codeless = 0;
  const authorization = {
    ...{ path: flow.authorize(scope), headers: { cookie: flow.cookie } },
    onResponse: (_status, _body, context, headers) => {
      const location = headers.location ?? headers.Location ?? '';
      context.code = new URL(location, flow.url).searchParams.get('code');
      if (!context.code) codeless++;
    },
  };
  const redemption = {
    ...{ method: 'POST', path: flow.tokenPath },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    setupRequest: (request, { code }) => ({ ...request, body: redemptionOf(flow.clientId, code).toString() }),
  };
  const requests = id === 'authorize' ? [authorization] : [authorization, redemption];
  const load = () => ({ url: flow.url, requests });
  return { ...flow.side, each: requests.length, mayRedirect: true, faults: () => codeless, load };
}

/** A sign-on flow with the service. Before it, the user activates the account on the service's pages. */
export async function ownFlow(service, apiScopes) {
  const portal = await portalOf(service);
  await portal('/v1/users', { userId: 'bench', primaryGroup: 'bench', predefinedCode: CODE });
  const clientId = await newApplication(portal, apiScopes);
  const browser = browserAt(service.at('auth'));
  await activate(browser, authorizePath(clientId, 'openid'), 'bench');
  return {
    side: { name: 'Countersign', pid: service.pid, database: DATABASE },
    ...{ url: service.at('auth'), clientId, cookie: browser.cookie() },
    authorize: (scope) => authorizePath(clientId, scope),
    tokenPath: '/service/authserver/oauth/token',
  };
}

/** A sign-on flow with the bare protocol engine, which signs in every visitor without a login. */
async function engineFlow({ url, pid }) {
  const clientId = 'app';
  const authorize = (scope) => `/auth?${queryOf(clientId, scope)}`;
  const browser = browserAt(url);
  const { left } = await browser.go(authorize(SCOPE));
  if (!left) throw new Error('The bare engine gave no code');
  const side = { name: 'bare oidc-provider, in memory', pid };
  return { side, url, clientId, cookie: browser.cookie(), authorize, tokenPath: '/token' };
}
