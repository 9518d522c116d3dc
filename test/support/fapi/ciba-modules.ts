import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { issuerOf } from '../../../src/shared/auth-guard/index.js';
import type { UserRef } from '../../../src/users/contract/index.js';
import type { TestApplication } from '../application.js';
import { CIBA_GRANT, told, type Told } from '../backchannel.js';
import { relyingParty } from '../relying-party.js';
import { clientRow } from '../tokens.js';
import { ellipticPair, type Pair } from './fapi-client.js';

const now = (): number => Math.floor(Date.now() / 1_000);
const minutes = (count: number): number => now() + 60 * count;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Signing {
  readonly alg?: 'ES256' | 'RS256' | 'none';
  readonly by?: Pair;
}

/** A client with the profile `fapi2` that signs its requests, like the client in a module of the conformance suite. */
export class CibaClient {
  readonly rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

  private constructor(
    readonly config: oidc.Configuration,
    readonly clientId: string,
    readonly user: UserRef,
    private readonly issuer: string,
    private readonly pair: Pair,
    private readonly dpop: oidc.DPoPHandle,
  ) {}

  static async of(running: TestApplication, user: UserRef): Promise<CibaClient> {
    const pair = ellipticPair();
    const client = await clientRow(running, {
      ...{ scopes: ['openid', 'profile', 'offline_access'], grantTypes: [CIBA_GRANT, 'refresh_token'] },
      ...{ authMethod: 'private_key_jwt', securityProfile: 'fapi2', dpopBoundAccessTokens: true, firstParty: true },
      ...{ requirePkce: true, requirePushedAuthorizationRequests: true, idTokenSignedResponseAlg: 'ES256' },
      jwks: { keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'ES256', kid: 'k1' }] },
      backchannel: { delivery: 'poll', notificationUrl: null, userCode: false, signingAlg: 'ES256' },
    });
    const key = await crypto.subtle.importKey(
      ...([
        'jwk',
        pair.privateKey.export({ format: 'jwk' }),
        { name: 'ECDSA', namedCurve: 'P-256' },
        false,
        ['sign'],
      ] as const),
    );
    const config = await relyingParty(running, client.clientId, oidc.PrivateKeyJwt({ key, kid: 'k1' }));
    const dpop = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    return new CibaClient(config, client.clientId, user, issuerOf(running.config), pair, dpop);
  }

  /** A valid signed request, apart from the changes. `undefined` removes a member. */
  request(changes: object = {}, { alg = 'ES256', by = this.pair }: Signing = {}): Promise<string> {
    const usual = { iss: this.clientId, aud: this.issuer, iat: now(), nbf: now(), exp: minutes(5), jti: randomUUID() };
    const asked = { scope: 'openid', login_hint: this.user.userId, binding_message: '1234' };
    const claims = JSON.parse(JSON.stringify({ ...usual, ...asked, ...changes })) as Record<string, unknown>;
    if (alg === 'none') return Promise.resolve(`${encoded({ alg })}.${encoded(claims)}.`);
    return new SignJWT(claims).setProtectedHeader({ alg, kid: 'k1' }).sign(by.privateKey);
  }

  /** A JWT that identifies the user (RFC 9493), for the parameter `login_hint_token`. */
  hint(changes: object = {}): Promise<string> {
    const names = { sub_id: { format: 'opaque', id: this.user.userId }, jti: randomUUID(), exp: minutes(5) };
    const claims = { iss: this.clientId, aud: this.issuer, iat: now(), ...names, ...changes };
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'login-hint+jwt' }).sign(this.pair.privateKey);
  }

  async send(
    changes: object = {},
    signing: Signing = {},
  ): Promise<Told & Partial<oidc.BackchannelAuthenticationResponse>> {
    const request = await this.request(changes, signing);
    return told(oidc.initiateBackchannelAuthentication(this.config, { request }));
  }

  poll(authReqId: string, proven = true): Promise<Told & Partial<oidc.TokenEndpointResponse>> {
    const options = proven ? { DPoP: this.dpop } : {};
    return told(oidc.genericGrantRequest(this.config, CIBA_GRANT, { auth_req_id: authReqId }, options));
  }
}

type Module = readonly [name: string, fails: string | undefined, perform: (client: CibaClient) => Promise<Told>];
const REFUSED = 'invalid_request';
const object = (rest: string, changes: object, signing: Signing = {}): Module => [
  `fapi-ciba-id1-ensure-request-object-${rest}`,
  REFUSED,
  (client) => client.send(changes, signing),
];

/** The modules of the plan that send one request, by their names in the suite, with the error that each expects. */
export const cibaModules: readonly Module[] = [
  object('missing-aud-fails', { aud: undefined }),
  object('bad-aud-fails', { aud: 'https://other.example' }),
  object('missing-iss-fails', { iss: undefined }),
  object('bad-iss-fails', { iss: 'another' }),
  object('missing-exp-fails', { exp: undefined }),
  object('expired-exp-fails', { exp: minutes(-5) }),
  object('exp-is-70-minutes-in-future-fails', { exp: minutes(70) }),
  object('missing-iat-fails', { iat: undefined }),
  object('missing-nbf-fails', { nbf: undefined }),
  object('nbf-is-10-minutes-in-future-fails', { nbf: minutes(10), exp: minutes(20) }),
  object('nbf-is-70-minutes-in-past-fails', { nbf: minutes(-70) }),
  object('missing-jti-fails', { jti: undefined }),
  object('signature-algorithm-is-none-fails', {}, { alg: 'none' }),
  object('signed-by-other-client-fails', {}, { by: ellipticPair() }),
  [
    'fapi-ciba-id1-ensure-request-object-signature-algorithm-is-RS256-fails',
    REFUSED,
    (client) => client.send({}, { alg: 'RS256', by: client.rsa }),
  ],
  [
    'fapi-ciba-id1-ensure-request-object-signature-algorithm-is-bad-fails',
    REFUSED,
    async (client) => {
      const request = await client.request();
      const bad = request.slice(0, -8) + (request.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA');
      return told(oidc.initiateBackchannelAuthentication(client.config, { request: bad }));
    },
  ],
  [
    'fapi-ciba-id1-ensure-backchannel-authorization-request-without-request-fails',
    REFUSED,
    (client) =>
      told(oidc.initiateBackchannelAuthentication(client.config, { scope: 'openid', login_hint: client.user.userId })),
  ],
  [
    'fapi-ciba-id1-ensure-different-client-id-and-issuer-in-backchannel-authorization-request',
    REFUSED,
    (client) => client.send({ client_id: 'another' }),
  ],
  [
    'fapi-ciba-id1-ensure-authorization-request-with-multiple-hints-fails',
    REFUSED,
    (client) => client.send({ id_token_hint: 'x' }),
  ],
  [
    'fapi-ciba-id1-ensure-authorization-request-with-potentially-bad-binding-message',
    'invalid_binding_message',
    (client) => client.send({ binding_message: '1234 👍🏿 山川 ﷽ '.repeat(8) }),
  ],
  ['fapi-ciba-id1-ensure-authorization-request-with-binding-message-succeeds', undefined, (client) => client.send()],
  [
    'fapi-ciba-id1-ensure-requested-expiry-as-string-succeeds',
    undefined,
    (client) => client.send({ requested_expiry: '60' }),
  ],
  [
    'fapi-ciba-id1-ensure-wrong-auth-req-id-in-token-endpoint-request',
    'invalid_grant',
    (client) => client.poll('1234567890'),
  ],
];

/** The other modules of the plan: which test of ours covers each, or why it does not apply. */
export const otherModules: Readonly<Record<string, string>> = {
  'fapi-ciba-id1': 'approvals.spec: gives openid-client, unchanged, tokens',
  'fapi-ciba-id1-discovery-end-point-verification': 'ping.spec: is told of in the metadata',
  'fapi-ciba-id1-user-rejects-authentication': 'approvals.spec: ends for the client when the user declines',
  'fapi-ciba-id1-multiple-call-to-token-endpoint': 'approvals.spec: withstands two polls at once',
  'fapi-ciba-id1-auth-req-id-expired': 'approvals.spec: ends for the client when its time is over',
  'fapi-ciba-id1-refresh-token': 'approvals.spec: is told in access tokens that are JWTs, also after a refresh',
  'fapi-ciba-id1-ensure-other-scope-order-succeeds': 'code-flow.spec: scopes are a set',
  'fapi-ciba-id1-ensure-wrong-client-id-in-token-endpoint-request': 'approvals.spec: withstands another client',
  'fapi-ciba-id1-ensure-wrong-client-id-in-backchannel-authorization-request':
    'client-credentials.spec: the assertion names the client',
  'fapi-ciba-id1-ensure-without-client-assertion-in-backchannel-authorization-request-fails':
    'ping.spec: needs a client that proves itself',
  'fapi-ciba-id1-ensure-without-client-assertion-in-token-endpoint-fails': 'fapi.slow.spec: the same endpoint',
  'fapi-ciba-id1-ensure-client-assertion-signature-algorithm-in-backchannel-authorization-request-is-RS256-fails':
    'fapi.slow.spec: the same check of assertions',
  'fapi-ciba-id1-ensure-client-assertion-signature-algorithm-in-token-endpoint-request-is-RS256-fails':
    'fapi.slow.spec: the same check of assertions',
  'fapi-ciba-id1-ensure-client-assertion-with-iss-aud-to-token-endpoint-succeeds':
    'fapi.slow.spec: the issuer is the audience',
  'fapi-ciba-id1-ping-backchannel-notification-endpoint-response-401': 'ping.spec: does not ping again after 401',
  'fapi-ciba-id1-ping-backchannel-notification-endpoint-401-and-require-server-does-not-retry':
    'ping.spec: does not ping again after 401',
  'fapi-ciba-id1-ping-backchannel-notification-endpoint-response-403': 'ping.spec: does not ping again after 403',
  'fapi-ciba-id1-ping-backchannel-notification-endpoint-response-has-body': 'ping.spec: pings a client once',
  'fapi-ciba-id1-ping-backchannel-notification-endpoint-return-redirect-request': 'ping.spec: follows no redirect',
  'fapi-ciba-id1-brazil-discovery-end-point-verification':
    'does not apply, because it is for servers of Brazilian Open Finance only',
  'fapi-ciba-id1-ensure-mtls-holder-of-key-required':
    'does not apply, because tokens are bound by DPoP: ping.spec has the same for it',
};
