import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Database } from '../../../src/shared/persistence/index.js';
import { fetchAt } from '../relying-party.js';
import type { FapiPlan, Module } from './fapi-client.js';

const successWith = (fields: Record<string, string | undefined>) => async (plan: FapiPlan) => {
  const back = await plan.cameBack(await plan.client.address(fields));
  const { status, body } = await plan.client.redeem(back.get('code') ?? '');
  expect([status, back.get('state')]).toEqual([200, 'state' in fields ? (fields['state'] ?? null) : 'a-state']);
  const { nonce } = decodeJwt(body.id_token);
  expect(nonce).toBe('nonce' in fields ? fields['nonce'] : 'a-nonce');
};

/** Modules about the discovery document, the authorization request and its response. */
export const authorizationModules: readonly Module[] = [
  [
    'discovery-end-point-verification',
    'the discovery document names all that the profile needs',
    async ({ client, running }) => {
      const response = await fetchAt(running)(`${client.issuer}/.well-known/openid-configuration`);
      expect(await response.json()).toMatchObject({
        issuer: client.issuer,
        pushed_authorization_request_endpoint: client.endpoint('par'),
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
        claims_parameter_supported: true,
        dpop_signing_alg_values_supported: ['ES256'],
        token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
        token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['PS256', 'ES256', 'EdDSA']),
        id_token_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      });
    },
  ],
  [
    'happy-flow',
    'a pushed request yields a code, and the code yields bound tokens',
    async (plan) => {
      const back = await plan.cameBack(await plan.client.address());
      expect([back.get('iss'), back.get('state')]).toEqual([plan.client.issuer, 'a-state']);
      const { status, headers, body } = await plan.client.redeem(back.get('code') ?? '');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toMatchObject({ token_type: 'DPoP', scope: 'openid profile' });
      expect(decodeProtectedHeader(body.id_token).alg).toBe('ES256');
      expect(decodeJwt(body.id_token)).toMatchObject({ aud: plan.client.clientId, nonce: 'a-nonce' });
      expect((await plan.client.resource(body.access_token)).status).toBe(200);
    },
  ],
  [
    'user-rejects-authentication',
    'a user who does not agree sends access_denied back',
    async (plan) => {
      const page = await plan.open(await plan.foreign.address());
      const { left } = await plan.person.send(page, '/consent', { consent: 'deny' });
      expect(left?.searchParams.get('error')).toBe('access_denied');
      expect([left?.searchParams.get('state'), left?.searchParams.get('iss')]).toEqual(['a-state', plan.client.issuer]);
    },
  ],
  [
    'ensure-authorization-request-without-state-success',
    'a request without a state succeeds, and its answer has none',
    successWith({ state: undefined }),
  ],
  [
    'ensure-authorization-request-without-nonce-success',
    'a request without a nonce succeeds',
    successWith({ nonce: undefined }),
  ],
  [
    'ensure-authorization-request-with-64-char-nonce-success',
    'a nonce of 64 characters comes back in the ID token',
    successWith({ nonce: 'n'.repeat(64) }),
  ],
  [
    'ensure-other-scope-order-succeeds',
    'the order of the scopes does not matter',
    successWith({ scope: 'profile openid' }),
  ],
  [
    'test-claims-parameter-identity-claims',
    'requested claims come in the ID token and from userinfo, and unknown ones are ignored',
    async (plan) => {
      const all = ['name', 'given_name', 'family_name', 'locale', 'preferred_username', 'email', 'email_verified'];
      const forms = [null, { essential: true }, { essential: false }, { value: 'x' }, { values: ['x', 'y'] }];
      const asked = Object.fromEntries([...all, 'random_a', 'random_b'].map((name, at) => [name, forms[at % 5]]));
      const claims = JSON.stringify({ id_token: asked, userinfo: asked });
      const { id_token: idToken, access_token: token = '' } = await plan.tokens({ scope: 'openid', claims });
      const userinfo = (await plan.client.resource(token)).body as object;
      for (const told of [decodeJwt(idToken ?? ''), userinfo]) {
        expect(Object.keys(told)).toEqual(expect.arrayContaining(all));
        expect(told).not.toHaveProperty('random_a');
      }
    },
  ],
  [
    'ensure-different-nonce-inside-and-outside-request-object',
    'of two nonces the pushed one counts',
    async (plan) => {
      const back = await plan.cameBack(await plan.client.address({}, {}, { nonce: 'another' }));
      const { body } = await plan.client.redeem(back.get('code') ?? '');
      expect(decodeJwt(body.id_token)['nonce']).toBe('a-nonce');
    },
  ],
  [
    'ensure-different-state-inside-and-outside-request-object',
    'of two states the pushed one counts',
    async (plan) => {
      const back = await plan.cameBack(await plan.client.address({}, {}, { state: 'another' }));
      expect(back.get('state')).toBe('a-state');
    },
  ],
  [
    'ensure-authorization-request-with-long-nonce',
    'a nonce of 384 characters comes back in the ID token',
    successWith({ nonce: 'n'.repeat(384) }),
  ],
  [
    'ensure-authorization-request-with-long-state',
    'a state of 384 characters comes back',
    successWith({ state: 's'.repeat(384) }),
  ],
  [
    'state-only-outside-request-object-not-used',
    'a state that was not pushed does not come back',
    async (plan) => {
      const back = await plan.cameBack(await plan.client.address({ state: undefined }, {}, { state: 'outside' }));
      expect([back.has('code'), back.get('state')]).toEqual([true, null]);
    },
  ],
  ...(
    ['ensure-request-object-without-redirect-uri-fails', 'ensure-redirect-uri-in-authorization-request'] as const
  ).map((name): Module => [
    name,
    'a request without a redirect address is refused',
    async ({ client }) => {
      const { status, body } = await client.push({ redirect_uri: undefined });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    },
  ]),
  [
    'plain-fapi-tolerate-unregistered-redirect-uri',
    'a redirect address that is not registered is refused when it is pushed',
    async ({ client }) => {
      const { status, body } = await client.push({ redirect_uri: `${client.redirectUri}/other` });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    },
  ],
  [
    'ensure-unsigned-authorization-request-without-using-par-fails',
    'a request in the address of the browser is refused',
    async (plan) => {
      const { client } = plan;
      const url = new URL(client.endpoint('authorize'));
      url.search = new URLSearchParams({
        client_id: client.clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: client.redirectUri,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      }).toString();
      expect((await plan.cameBack(url)).get('error')).toBe('invalid_request');
    },
  ],
  ...(['code id_token', 'token'] as const).map((type): Module => [
    `ensure-response-type-${type.replace(' id_token', '-idtoken')}-fails`,
    `the response type ${type} is refused`,
    async ({ client }) => {
      const { status, body } = await client.push({ response_type: type });
      expect(status).toBe(400);
      expect(['unsupported_response_type', 'unauthorized_client', 'invalid_request']).toContain(body.error);
    },
  ]),
  [
    'par-ensure-reused-request-uri-prior-to-auth-completion-succeeds',
    'a pushed request may be opened again until the user has signed in',
    async (plan) => {
      const address = await plan.foreign.address();
      await plan.open(address);
      const page = await plan.open(address);
      const { left } = await plan.person.send(page, '/consent', { consent: 'allow' });
      expect(left?.searchParams.has('code')).toBe(true);
    },
  ],
  [
    'par-attempt-reuse-request_uri',
    'a pushed request is good for one sign-in',
    async (plan) => {
      const address = await plan.client.address();
      await plan.cameBack(address);
      const { status, left, html } = await plan.open(address);
      expect([status, left]).toEqual([400, undefined]);
      expect(html).toContain('invalid_request_uri');
    },
  ],
  [
    'par-attempt-to-use-expired-request_uri',
    'a pushed request that has expired is refused',
    async (plan) => {
      const { body } = await plan.client.push();
      expect(body.expires_in).toBeLessThanOrEqual(600);
      await expire(plan, 'PushedAuthorizationRequest');
      const { status, left } = await plan.open(plan.client.addressOf(body.request_uri));
      expect([status, left]).toEqual([400, undefined]);
    },
  ],
  [
    'par-attempt-to-use-request_uri-for-different-client',
    'the pushed request of another client is refused',
    async (plan) => {
      const { body } = await plan.client.push();
      const { status, left } = await plan.open(plan.other.addressOf(body.request_uri));
      expect([status, left]).toEqual([400, undefined]);
    },
  ],
];

/** Expires all records of a kind, so that the test need not wait. */
export async function expire({ running }: FapiPlan, model: string): Promise<void> {
  await running.app
    .get(Database)
    .rows(`UPDATE auth.engine_record SET expires_at = now() - interval '1 second' WHERE model = $1`, [model]);
}
