import type { FapiPlan, Module } from './fapi-client.js';
import { expire } from './authorization-modules.js';

const now = (): number => Math.floor(Date.now() / 1_000);

const pushRefused =
  (fields: Record<string, string | undefined>, error = 'invalid_request') =>
  async ({ client }: FapiPlan) => {
    const { status, body } = await client.push(fields);
    expect([status, body.error]).toEqual([400, error]);
  };

const assertionRefused =
  (claims: object) =>
  async ({ client }: FapiPlan) => {
    const { status, body } = await client.push({}, { assertion: { ...claims } });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  };

const redeemRefused =
  (fields: Record<string, string | undefined>, sending: object, expected: readonly [number, string]) =>
  async (plan: FapiPlan) => {
    const code = await plan.code();
    const { status, body } = await plan.client.redeem(code, fields, sending);
    expect([status, body.error]).toEqual(expected);
  };

/** Modules about client authentication, pushed requests, PKCE and codes. */
export const clientModules: readonly Module[] = [
  [
    'ensure-client-id-in-token-endpoint',
    'a token request that names another client than its assertion is refused',
    async (plan) => {
      const code = await plan.code();
      const { status } = await plan.client.redeem(code, { client_id: plan.other.clientId });
      expect([400, 401]).toContain(status);
    },
  ],
  [
    'ensure-authorization-code-is-bound-to-client',
    'the code of another client is refused',
    async (plan) => {
      const { status, body } = await plan.other.redeem(await plan.code());
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    },
  ],
  [
    'attempt-reuse-authorization-code-after-one-second',
    'a code that is used again is refused, and ends the tokens that it yielded',
    async (plan) => {
      const code = await plan.code();
      const { access_token: token } = (await plan.client.redeem(code)).body as { access_token: string };
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const { status, body } = await plan.client.redeem(code);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
      expect((await plan.client.resource(token)).status).toBe(401);
    },
  ],
  [
    'ensure-token-endpoint-fails-with-expired-auth-code',
    'a code that has expired is refused',
    async (plan) => {
      const code = await plan.code();
      await expire(plan, 'AuthorizationCode');
      const { status, body } = await plan.client.redeem(code);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    },
  ],
  [
    'ensure-signed-client-assertion-with-RS256-fails',
    'an assertion signed with RS256 is refused, while PS256 and EdDSA are taken',
    async ({ client }) => {
      const refused = await client.push({}, { algorithm: 'RS256' });
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
      for (const algorithm of ['PS256', 'EdDSA'] as const)
        expect((await client.push({}, { algorithm })).status).toBe(201);
    },
  ],
  [
    'ensure-client-assertion-in-token-endpoint',
    'a token request without an assertion is refused',
    redeemRefused({ client_assertion: undefined, client_assertion_type: undefined }, {}, [401, 'invalid_client']),
  ],
  [
    'ensure-client-assertion-with-exp-is-5-minutes-in-past-fails',
    'an assertion that expired five minutes ago is refused',
    redeemRefused({}, { assertion: { exp: now() - 300, iat: now() - 360 } }, [401, 'invalid_client']),
  ],
  [
    'ensure-client-assertion-with-wrong-aud-fails',
    'an assertion for another audience is refused',
    redeemRefused({}, { assertion: { aud: 'https://other1.example.com/invalid' } }, [401, 'invalid_client']),
  ],
  [
    'ensure-client-assertion-with-no-sub-fails',
    'an assertion without a subject is refused',
    redeemRefused({}, { assertion: { sub: undefined } }, [401, 'invalid_client']),
  ],
  [
    'par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted',
    'an assertion that becomes valid in eight seconds is taken',
    async ({ client }) => {
      const at = now() + 8;
      expect((await client.push({}, { assertion: { nbf: at, iat: at, exp: at + 60 } })).status).toBe(201);
    },
  ],
  [
    'par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails',
    'an assertion that becomes valid in more than a minute is refused',
    (plan) => assertionRefused({ nbf: now() + 70, iat: now() + 70, exp: now() + 130 })(plan),
  ],
  [
    'par-authorization-request-containing-request_uri-form-param',
    'a pushed request must not name another one',
    async (plan) => {
      const request = (await plan.client.push()).body.request_uri;
      await pushRefused({ request_uri: request }, 'request_uri_not_supported')(plan);
    },
  ],
  [
    'par-attempt-invalid-http-method',
    'another method than POST is answered with 405 and the methods that are allowed',
    async ({ client }) => {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, headers } = await client.get('par', method);
        expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      }
    },
  ],
  [
    'par-ensure-pkce-required',
    'a request without PKCE is refused',
    pushRefused({ code_challenge: undefined, code_challenge_method: undefined }),
  ],
  [
    'ensure-pkce-code-verifier-required',
    'a token request without the verifier is refused',
    redeemRefused({ code_verifier: undefined }, {}, [400, 'invalid_grant']),
  ],
  [
    'incorrect-pkce-code-verifier-rejected',
    'a token request with another verifier is refused',
    redeemRefused({ code_verifier: 'another-verifier-of-forty-three-characters-or-more' }, {}, [400, 'invalid_grant']),
  ],
  ['par-plain-pkce-rejected', 'the challenge method plain is refused', pushRefused({ code_challenge_method: 'plain' })],
  [
    'par-without-duplicate-parameters',
    'the browser brings the client and the pushed request only',
    async (plan) => {
      const address = await plan.client.address();
      expect([...address.searchParams.keys()]).toEqual(['client_id', 'request_uri']);
      expect((await plan.cameBack(address)).has('code')).toBe(true);
    },
  ],
  [
    'par-test-array-as-audience-fails',
    'an assertion with a list as its audience is refused',
    (plan) => assertionRefused({ aud: [plan.client.issuer] })(plan),
  ],
  [
    'par-test-par-endpoint-url-as-audience-fails',
    'an assertion for the endpoint of pushed requests is refused',
    (plan) => assertionRefused({ aud: plan.client.endpoint('par') })(plan),
  ],
  [
    'par-test-token-endpoint-url-as-audience-fails',
    'an assertion for the token endpoint is refused',
    (plan) => assertionRefused({ aud: plan.client.endpoint('token') })(plan),
  ],
];
